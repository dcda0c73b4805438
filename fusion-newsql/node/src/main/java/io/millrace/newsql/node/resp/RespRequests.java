package io.millrace.newsql.node.resp;

import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;

/**
 * Cuts requests out of a connection's bytes: arrays of bulk strings, and lines of words as a person types them.
 *
 * <p>One request object serves the whole connection, and its arguments stay in the buffer that was read. <b>Threads.</b> The channel's event loop.
 * <b>Errors.</b> {@link #onMalformed} with what Redis would find wrong too; lengths are checked before a byte of memory is taken for them.
 */
public abstract class RespRequests extends BatchFrameDecoder {

    /** As in Redis: a line that is longer is no line. */
    private static final int INLINE_BYTES_MAX = 64 << 10;

    /** Of a count or length and its line end, its sign included. */
    private static final int NUMBER_BYTES_MAX = 21;

    private static final int MORE = -1;

    private final int argumentsMax;
    private final int requestBytesMax;
    private final RespRequest request = new RespRequest();

    /** Behind the number that was parsed last, relative to the buffer. */
    private int next;

    /**
     * @param requestBytesMax longest request, its framing included
     * @param argumentsMax most arguments of a request
     */
    protected RespRequests(int requestBytesMax, int argumentsMax) {
        super(requestBytesMax);
        this.requestBytesMax = requestBytesMax;
        this.argumentsMax = argumentsMax;
    }

    /** A whole request with at least one argument. Borrowed, as its bytes are: valid for the call. */
    protected abstract void onRequest(ChannelHandlerContext ctx, RespRequest request);

    @Override
    protected final void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        if (in.getByte(index) == '*') {
            request.lieAt(in, index);
        } else {
            InlineWords.split(in, index, length, request);
        }
        if (request.size() > 0) {
            onRequest(ctx, request);
        }
        request.leave();
    }

    /** Notes on the way where the arguments are, so that a request is parsed once. */
    @Override
    protected final int frameLength(ByteBuf in, int index, int readable) {
        if (in.getByte(index) != '*') {
            return lineLength(in, index, readable);
        }
        int end = index + readable;
        request.clear();
        long count = number(in, index + 1, end, "multibulk length");
        if (next == MORE) {
            return MORE;
        }
        if (count > argumentsMax) {
            throw new FrameException("multibulk length", count, "<= " + argumentsMax);
        }
        for (long argument = 0; argument < count; argument++) {
            if (next == end) {
                return MORE;
            }
            if (in.getByte(next) != '$') {
                throw new FrameException("start of an argument", printed(in.getByte(next)), "'$'");
            }
            long length = number(in, next + 1, end, "bulk length");
            if (next == MORE) {
                return MORE;
            }
            if (length < 0 || length > requestBytesMax - (next - index)) {
                throw new FrameException("bulk length", length, "0-" + (requestBytesMax - (next - index)));
            }
            request.add(next - index, (int) length);
            int behind = next + (int) length + 2;
            if (behind > end) {
                // The last argument tells the whole length; before that, nobody knows it.
                return argument == count - 1 ? behind - index : MORE;
            }
            checkLineEnd(in, behind - 2);
            next = behind;
        }
        return next - index;
    }

    private static void checkLineEnd(ByteBuf in, int at) {
        if (in.getByte(at) != '\r' || in.getByte(at + 1) != '\n') {
            throw new FrameException("end of an argument", printed(in.getByte(at)), "\\r\\n");
        }
    }

    /** Parses digits and a line end; sets {@link #next} behind them, or to {@link #MORE} if they are not all there. */
    private long number(ByteBuf in, int from, int end, String what) {
        long value = 0;
        boolean negative = false;
        int limit = Math.min(end, from + NUMBER_BYTES_MAX);
        for (int at = from; at < limit; at++) {
            byte digit = in.getByte(at);
            if (digit == '\r' && at > from) {
                if (at + 1 == end) {
                    next = MORE;
                    return 0;
                }
                if (in.getByte(at + 1) != '\n') {
                    throw noLineEnd(what);
                }
                next = at + 2;
                return negative ? -value : value;
            }
            if (digit == '-' && at == from) {
                negative = true;
            } else if (digit >= '0' && digit <= '9' && value <= Integer.MAX_VALUE) {
                value = 10 * value + digit - '0';
            } else {
                throw new FrameException(what, printed(digit), "digits of a number <= " + Integer.MAX_VALUE);
            }
        }
        if (limit == from + NUMBER_BYTES_MAX) {
            throw noLineEnd(what);
        }
        next = MORE;
        return 0;
    }

    private static FrameException noLineEnd(String what) {
        return new FrameException(what, "no line end", "\\r\\n");
    }

    private static int lineLength(ByteBuf in, int index, int readable) {
        int searched = Math.min(readable, INLINE_BYTES_MAX);
        int lineEnd = ByteBufUtil.indexOf(in, index, index + searched, (byte) '\n');
        if (lineEnd < 0 && searched == INLINE_BYTES_MAX) {
            throw new FrameException("inline request", "no line end", "within " + INLINE_BYTES_MAX + " bytes");
        }
        return lineEnd < 0 ? MORE : lineEnd + 1 - index;
    }

    private static String printed(byte value) {
        return value > ' ' && value < 0x7F ? "'" + (char) value + "'" : "0x" + Integer.toHexString(value & 0xFF);
    }
}
