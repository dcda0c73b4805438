package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;

/** Where {@link BinaryOutput} sends what it wrote when it writes piece by piece; never more than the size pass announced. */
abstract class ChunkSink {
    private final long expected;
    private long written;

    ChunkSink(long expected) {
        this.expected = expected;
    }

    final long written() {
        return written;
    }

    /** Binaries of at most this many bytes are better copied with what is around them. */
    int copyMax() {
        return Integer.MAX_VALUE;
    }

    final void write(byte[] bytes, int from, int length) {
        count(length);
        copy(bytes, from, length);
    }

    final void write(Bytes bytes) {
        count(bytes.length());
        take(bytes);
    }

    private void count(int length) {
        if (length > expected - written) {
            throw new ThriftException(
                    Reason.CHANGED, "object changed while it was written: more than " + expected + " bytes");
        }
        written += length;
    }

    /** Copies: the range is written again at once. */
    abstract void copy(byte[] bytes, int from, int length);

    /** May keep the memory itself. */
    abstract void take(Bytes bytes);
}
