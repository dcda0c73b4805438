package io.millrace.thrift;

import io.millrace.buffer.ChainedBuffer;
import io.netty.buffer.ByteBufAllocator;

/** Gathers a message beside a chain and hands it over when all of it is there; large binaries become nodes without a copy. */
final class ChainSink extends ChunkSink implements AutoCloseable {
    /** Copying as much costs about what a node of its own does, further on in {@code writev}. */
    static final int SHARED_BYTES = 4096;

    private final ChainedBuffer target;
    private final ChainedBuffer gathered;

    ChainSink(ChainedBuffer target, ByteBufAllocator allocator, int length) {
        super(length);
        int room = target.maxBytes() - target.readableBytes();
        if (length > room) {
            throw new IllegalStateException("chain has no room: length=" + length + " (expected: <= " + room + ")");
        }
        this.target = target;
        this.gathered = ChainedBuffer.create(allocator, Math.max(length, 1));
    }

    @Override
    int copyMax() {
        return SHARED_BYTES - 1;
    }

    @Override
    void copy(byte[] bytes, int from, int length) {
        gathered.reserve(length).writeBytes(bytes, from, length);
    }

    @Override
    void take(Bytes bytes) {
        gathered.append(bytes.share());
    }

    /** Hands over what was gathered. */
    void append() {
        gathered.drainTo(target::append);
    }

    @Override
    public void close() {
        gathered.close();
    }
}
