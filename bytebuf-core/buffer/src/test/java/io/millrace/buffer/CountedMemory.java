package io.millrace.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An allocator for one test whose memory must be back to the byte when the test ends. */
final class CountedMemory implements AfterEachCallback {
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

    ByteBufAllocator allocator() {
        return allocator;
    }

    long usedBytes() {
        return allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(usedBytes()).as("bytes not released").isZero();
    }
}
