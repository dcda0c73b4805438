package io.millrace.transport;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;

/** Where the buffers of the event loops come from. Both kinds prefer direct memory and are shared by the whole process. */
public enum AllocatorKind {
    /** Netty's arena allocator with a cache for each event loop. */
    POOLED,
    /** Netty's adaptive allocator, whose magazines follow the sizes that are asked. */
    ADAPTIVE;

    /** One for the process: a second pool would keep a second set of chunks for the same work. */
    ByteBufAllocator shared() {
        return switch (this) {
            case POOLED -> PooledByteBufAllocator.DEFAULT;
            case ADAPTIVE -> Adaptive.SHARED;
        };
    }

    /** Created when first asked for. */
    private static final class Adaptive {
        static final ByteBufAllocator SHARED = new AdaptiveByteBufAllocator(true);
    }
}
