package io.millrace.transport;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;

/** Notes how much memory is asked for. */
final class WatchedAllocator extends AbstractByteBufAllocator {
    private final UnpooledByteBufAllocator allocator = UnpooledByteBufAllocator.DEFAULT;
    private final List<Integer> asked;

    WatchedAllocator(List<Integer> asked) {
        this.asked = asked;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        asked.add(initialCapacity);
        return allocator.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        asked.add(initialCapacity);
        return allocator.directBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }
}
