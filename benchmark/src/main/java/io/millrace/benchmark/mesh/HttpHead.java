package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;

/**
 * The head of one HTTP/1.1 message, read in place: where it ends and how long the body is.
 *
 * <p>Only messages with a {@code Content-Length} are understood; a chunked one is malformed here and counted by the
 * caller. A flyweight: one instance a connection, used on its loop only; {@link #parse} borrows the buffer.
 */
final class HttpHead {
    private static final int LENGTH_MAX = 16 << 10;
    private static final byte[] CONTENT_LENGTH = lower("content-length:");
    private static final byte[] TRANSFER_ENCODING = lower("transfer-encoding:");
    private static final byte[] CONNECTION_CLOSE = lower("connection: close");

    private int firstLineEnd;
    private int contentLength;
    private boolean close;

    private static byte[] lower(String ascii) {
        return ascii.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    /** Bytes of the head with its empty line, or -1 while it is not complete. */
    int parse(ByteBuf in, int start, int readable) {
        int end = start + readable;
        int line = start;
        contentLength = 0;
        close = false;
        firstLineEnd = -1;
        while (true) {
            int feed = in.indexOf(line, end, (byte) '\n');
            if (feed < 0) {
                return incomplete(readable);
            }
            int length = feed - line - (feed > line && in.getByte(feed - 1) == '\r' ? 1 : 0);
            if (length == 0) {
                return feed + 1 - start;
            }
            if (firstLineEnd < 0) {
                firstLineEnd = line + length;
            } else {
                header(in, line, length);
            }
            line = feed + 1;
        }
    }

    private static int incomplete(int readable) {
        if (readable > LENGTH_MAX) {
            throw new MalformedCallException(
                    "head too long: length=" + readable + " (expected: <= " + LENGTH_MAX + ")");
        }
        return -1;
    }

    private void header(ByteBuf in, int line, int length) {
        switch (in.getByte(line) | 0x20) {
            case 'c' -> {
                if (startsWith(in, line, length, CONTENT_LENGTH)) {
                    contentLength = number(in, line + CONTENT_LENGTH.length, line + length);
                } else if (startsWith(in, line, length, CONNECTION_CLOSE)) {
                    close = true;
                }
            }
            case 't' -> {
                if (startsWith(in, line, length, TRANSFER_ENCODING)) {
                    throw new MalformedCallException("chunked message (expected: Content-Length)");
                }
            }
            default -> {}
        }
    }

    private static boolean startsWith(ByteBuf in, int line, int length, byte[] lowerCase) {
        if (length < lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            int b = in.getByte(line + i);
            int lower = b >= 'A' && b <= 'Z' ? b | 0x20 : b;
            if (lower != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(ByteBuf in, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int b = in.getByte(i);
            if (b >= '0' && b <= '9' && value < DubboDescriptor.BODY_LENGTH_MAX) {
                value = value * 10 + b - '0';
            } else if (b != ' ' && b != '\t') {
                throw new MalformedCallException("not a content length: byte=0x" + Integer.toHexString(b & 0xff));
            }
        }
        return value;
    }

    /** Index just after the first line, without its line end. */
    int firstLineEnd() {
        return firstLineEnd;
    }

    int contentLength() {
        return contentLength;
    }

    boolean isClose() {
        return close;
    }

    /** The status of a response whose head starts at {@code start}. */
    static int status(ByteBuf in, int start) {
        return (in.getByte(start + 9) - '0') * 100 + (in.getByte(start + 10) - '0') * 10 + in.getByte(start + 11) - '0';
    }
}
