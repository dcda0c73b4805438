package io.millrace.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;

/** Bytes of a page as Netty's buffer. It holds one reference to the page, and gives that up with its own last one. */
final class PageSlice extends UnpooledDirectByteBuf {

    private final Page page;

    PageSlice(Page page, ByteBuffer bytes) {
        super(UnpooledByteBufAllocator.DEFAULT, bytes, bytes.capacity());
        this.page = page;
    }

    /** The memory is the page's: it cannot be made smaller or moved. */
    @Override
    public ByteBuf capacity(int newCapacity) {
        if (newCapacity == capacity()) {
            return this;
        }
        throw new UnsupportedOperationException(
                "a slice of a page has a fixed capacity: wanted=" + newCapacity + " (expected: " + capacity() + ")");
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        page.release();
    }
}
