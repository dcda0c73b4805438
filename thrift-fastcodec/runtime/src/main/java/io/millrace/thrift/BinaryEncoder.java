package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import io.netty.buffer.ByteBuf;
import java.util.ConcurrentModificationException;

/** The two passes over one object, with what they need of memory; one to a thread. */
final class BinaryEncoder {
    /** Half of the first-level cache of common processors: a chunk is still there when it is copied on. */
    static final int CHUNK_BYTES = 8 * 1024;

    private final EncodedLengths lengths = new EncodedLengths();
    private final int depthMax;
    private byte[] chunk = new byte[0];
    private boolean busy;

    BinaryEncoder(int depthMax) {
        this.depthMax = depthMax;
    }

    /** False if a call further up the stack uses it: iterators of the caller's own collections can do anything. */
    boolean claim() {
        boolean free = !busy;
        busy = true;
        return free;
    }

    void free() {
        busy = false;
    }

    int measure(ThriftStruct struct) {
        lengths.begin(depthMax);
        long length;
        try {
            length = struct.binaryLength(lengths);
        } catch (IndexOutOfBoundsException | ConcurrentModificationException e) {
            throw changed(e);
        }
        if (length > Integer.MAX_VALUE - 8) {
            throw new ThriftException(
                    Reason.LIMIT,
                    "message too long: length=" + length + " (expected: <= " + (Integer.MAX_VALUE - 8) + ")");
        }
        return (int) length;
    }

    /** Writes the {@code length} bytes that were measured. */
    void write(ThriftStruct struct, byte[] to, int at, int length) {
        int end = at + length;
        int written;
        try {
            written = struct.writeBinary(new BinaryOutput(to, end, lengths), at);
        } catch (IndexOutOfBoundsException | ConcurrentModificationException e) {
            throw changed(e);
        }
        check(written - at, length);
    }

    /** Writes through a window. */
    void write(ThriftStruct struct, ChunkSink sink, int length) {
        if (chunk.length == 0) {
            chunk = new byte[CHUNK_BYTES];
        }
        try {
            int left = struct.writeBinary(new BinaryOutput(chunk, CHUNK_BYTES, lengths, sink), 0);
            sink.write(chunk, 0, left);
        } catch (IndexOutOfBoundsException | ConcurrentModificationException e) {
            throw changed(e);
        }
        check(sink.written(), length);
    }

    /** Writes {@code front} and the struct behind the writer index of a buffer, which is moved only when all is well. */
    void write(byte[] front, ThriftStruct struct, ByteBuf to, int length) {
        int at = to.writerIndex();
        to.writeBytes(front);
        try {
            write(struct, to, length);
        } catch (RuntimeException e) {
            to.writerIndex(at);
            throw e;
        }
    }

    /** Writes behind the writer index of a buffer, which is moved only when all is well. */
    void write(ThriftStruct struct, ByteBuf to, int length) {
        to.ensureWritable(length);
        int at = to.writerIndex();
        if (to.hasArray()) {
            write(struct, to.array(), to.arrayOffset() + at, length);
        } else {
            write(struct, new BufferSink(to, at, length), length);
        }
        to.writerIndex(at + length);
    }

    private static void check(long written, int length) {
        if (written != length) {
            throw new ThriftException(
                    Reason.CHANGED,
                    "object changed while it was written: written=" + written + " (expected: " + length + ")");
        }
    }

    static ThriftException changed(RuntimeException cause) {
        return new ThriftException(Reason.CHANGED, "object changed while it was written", "", -1, cause);
    }

    /** Copies chunks into a buffer without an array, at indexes that are nobody's yet. */
    private static final class BufferSink extends ChunkSink {
        private final ByteBuf buffer;
        private int at;

        private BufferSink(ByteBuf buffer, int at, int expected) {
            super(expected);
            this.buffer = buffer;
            this.at = at;
        }

        @Override
        void copy(byte[] bytes, int from, int length) {
            buffer.setBytes(at, bytes, from, length);
            at += length;
        }

        @Override
        void take(Bytes bytes) {
            bytes.copyTo(buffer, at);
            at += bytes.length();
        }
    }
}
