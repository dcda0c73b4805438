package io.millrace.transport;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;

/** Where the buffers of the event loops come from. Both kinds prefer direct memory and are shared by the whole process. */
public enum AllocatorKind {
    /** Netty's arena allocator with a cache for each event loop. */
    POOLED(PooledByteBufAllocator.DEFAULT),
    /** Netty's adaptive allocator, whose magazines follow the sizes that are asked. */
    ADAPTIVE(new AdaptiveByteBufAllocator(true));

    private final ByteBufAllocator shared;

    AllocatorKind(ByteBufAllocator shared) {
        this.shared = shared;
    }

    /** One for the process: a second pool would keep a second set of chunks for the same work. */
    ByteBufAllocator shared() {
        return shared;
    }
}
