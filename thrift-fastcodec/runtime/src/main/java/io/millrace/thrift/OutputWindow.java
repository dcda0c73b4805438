package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import org.jspecify.annotations.Nullable;

/** The array that {@link BinaryOutput} stores into: a message's own region, or a window of it that is sent on when it is full. */
abstract sealed class OutputWindow permits BinaryOutput {
    final byte[] bytes;
    final int limit;

    /** Binaries of more bytes than this are the sink's to take. */
    final int copyMax;

    private final @Nullable ChunkSink sink;

    OutputWindow(byte[] bytes, int limit) {
        this.bytes = bytes;
        this.limit = limit;
        this.sink = null;
        this.copyMax = Integer.MAX_VALUE;
    }

    OutputWindow(byte[] bytes, int limit, ChunkSink sink) {
        this.bytes = bytes;
        this.limit = limit;
        this.sink = sink;
        this.copyMax = sink.copyMax();
    }

    /** Numbers that do not fit behind {@code at}, window by window. */
    final int chunks(int at, NumberSource numbers, int count, int shift) {
        int to = at;
        int done = 0;
        while (count - done > (limit - to) >> shift) {
            int step = (limit - to) >> shift;
            numbers.put(done, step, bytes, to);
            done += step;
            to = room(to + (step << shift), 0);
        }
        numbers.put(done, count - done, bytes, to);
        return to + ((count - done) << shift);
    }

    /** Bytes as they are. */
    final int raw(int at, byte[] from, int index, int length) {
        if (length <= limit - at) {
            System.arraycopy(from, index, bytes, at, length);
            return at + length;
        }
        flush(at).write(from, index, length);
        return 0;
    }

    /** The place for the next few bytes: the start of the window, emptied. */
    final int room(int at, int length) {
        flush(at);
        assert length <= limit;
        return 0;
    }

    /** Sends on what lies before {@code at}. */
    final ChunkSink flush(int at) {
        ChunkSink out = sink;
        if (out == null) {
            throw changed("its region ends at " + limit);
        }
        out.write(bytes, 0, at);
        return out;
    }

    private static ThriftException changed(String how) {
        return new ThriftException(Reason.CHANGED, "object changed while it was written: " + how);
    }
}
