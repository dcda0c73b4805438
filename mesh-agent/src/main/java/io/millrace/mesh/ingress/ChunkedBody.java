package io.millrace.mesh.ingress;

import io.netty.buffer.ByteBuf;

/**
 * Takes a chunked body apart as its bytes arrive, and puts the data of its chunks together.
 *
 * <p><b>Ownership</b>: owns the data until {@link #take} gives it away or {@link #close} releases it. <b>Threads</b>: one.
 */
final class ChunkedBody implements AutoCloseable {
    private enum Step {
        SIZE,
        DATA,
        DATA_END,
        TRAILER,
        DONE
    }

    /** A size line with extensions, or one trailer field. */
    private static final int MAX_LINE = 1024;

    private static final int MAX_TRAILER_LINES = 100;

    private final ByteBuf data;
    private final int limit;
    private Step step = Step.SIZE;
    private int left;
    private int trailerLines;

    /** @param data takes: where the data goes */
    ChunkedBody(ByteBuf data, int limit) {
        this.data = data;
        this.limit = limit;
    }

    /**
     * Reads on (borrows {@code in}, moves its reader index).
     *
     * @return whether the body is complete
     * @throws HttpError if it is malformed or too long
     */
    boolean read(ByteBuf in) {
        while (step != Step.DONE) {
            if (step == Step.DATA) {
                int now = Math.min(left, in.readableBytes());
                data.writeBytes(in, now);
                left -= now;
                if (left > 0) {
                    return false;
                }
                step = Step.DATA_END;
            }
            int lineEnd = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
            int length = (lineEnd < 0 ? in.writerIndex() : lineEnd) - in.readerIndex();
            if (length > MAX_LINE) {
                throw new HttpError(400, "line of a chunk longer than " + MAX_LINE + " bytes");
            }
            if (lineEnd < 0) {
                return false;
            }
            if (length == 0 || in.getByte(lineEnd - 1) != '\r') {
                throw new HttpError(400, "line of a chunk ends without a carriage return");
            }
            line(in, in.readerIndex(), length - 1);
            in.readerIndex(lineEnd + 1);
        }
        return true;
    }

    private void line(ByteBuf in, int index, int length) {
        switch (step) {
            case SIZE -> {
                left = size(in, index, length);
                step = left == 0 ? Step.TRAILER : Step.DATA;
            }
            case DATA_END -> {
                if (length != 0) {
                    throw new HttpError(400, "chunk is longer than its size");
                }
                step = Step.SIZE;
            }
            case TRAILER -> {
                if (length == 0) {
                    step = Step.DONE;
                } else if (++trailerLines > MAX_TRAILER_LINES) {
                    throw new HttpError(431, "too many trailer fields (limit: " + MAX_TRAILER_LINES + ")");
                }
            }
            case DATA, DONE -> throw new IllegalStateException("no line is expected in " + step);
        }
    }

    private int size(ByteBuf in, int index, int length) {
        long size = 0;
        int i = 0;
        for (; i < length; i++) {
            int digit = Character.digit(in.getByte(index + i), 16);
            if (digit < 0) {
                break;
            }
            size = Math.min(size << 4 | digit, 1L << 40);
        }
        int digits = i;
        while (i < length && in.getByte(index + i) == ' ') {
            i++;
        }
        boolean extension = i < length && in.getByte(index + i) == ';';
        if (digits == 0 || i < length && !extension) {
            throw new HttpError(400, "size of a chunk is not a hexadecimal number");
        }
        if (size + data.readableBytes() > limit) {
            throw new HttpError(413, "chunked body longer than " + limit + " bytes");
        }
        return (int) size;
    }

    /** Gives the data; the caller releases it. Only once, after {@link #read} returned true. */
    ByteBuf take() {
        return data.retain();
    }

    @Override
    public void close() {
        data.release();
    }
}
