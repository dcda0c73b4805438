package io.millrace.tiered.disk;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory lent by {@link AlignedBuffers}.
 *
 * <p><b>Ownership.</b> {@link #close} gives it back, after which its bytes are somebody else's; a second close does nothing. <b>Threads.</b> One at a time; closing is safe.
 */
public final class AlignedBuffer implements AutoCloseable {

    private final AlignedBuffers owner;
    private final ByteBuffer memory;
    private final AtomicBoolean closed = new AtomicBoolean();

    AlignedBuffer(AlignedBuffers owner, ByteBuffer memory) {
        this.owner = owner;
        this.memory = memory;
    }

    /** All of the memory, from 0 to capacity, which is at least what was asked for; what it held before is still in it. */
    public ByteBuffer bytes() {
        return memory.clear();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            owner.giveBack(memory);
        }
    }
}
