package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import java.util.Objects;

/**
 * Finds where messages of the binary protocol end in a stream that has no frames, given the stream in pieces of any size.
 *
 * <p>Each byte is looked at once at most, and values of known length not at all: fed byte by byte it does linear work. What it keeps is a stack of open structs
 * and containers.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> {@link ThriftException} where the stream is no message or exceeds the limits; the stream cannot be read on then.
 */
public final class FrameFinder {
    /** What the bytes that are being gathered are. */
    private enum Want {
        FIRST(4),
        METHOD_LENGTH(4),
        FIELD(1),
        STRING(4),
        LIST(5),
        MAP(6);

        private final int bytes;

        Want(int bytes) {
            this.bytes = bytes;
        }
    }

    private static final int VERSION_BITS = 0xFFFF0000;
    private static final int VERSION = 0x80010000;

    private final ThriftLimits limits;
    private final OpenValues open;

    /** Bytes of the message so far. */
    private long length;

    /** Bytes that need not be looked at. */
    private long skip;

    private Want want = Want.FIRST;
    private long gathered;
    private int missing = Want.FIRST.bytes;

    /** Whether the message's header ends with the bytes that are skipped. */
    private boolean inHeader;

    /** A finder at the start of a message. */
    public FrameFinder(ThriftLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        this.open = new OpenValues(limits);
    }

    /**
     * Takes the next bytes of the stream, up to the end of the message at most.
     *
     * @return the index behind the message's last byte, after which the finder is at the start of the next one; or -1 if all bytes were taken and the message goes on
     */
    public int feed(byte[] bytes, int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        int at = from;
        while (at < to) {
            if (skip > 0) {
                int step = (int) Math.min(skip, to - at);
                skip -= step;
                at += step;
                count(step);
            } else {
                gathered = gathered << 8 | bytes[at++] & 0xFF;
                missing--;
                count(1);
            }
            if (skip == 0 && missing == 0 && isMessageDone()) {
                reset();
                return at;
            }
        }
        return -1;
    }

    /** Acts upon what was gathered until more bytes are wanted. */
    private boolean isMessageDone() {
        while (skip == 0 && missing == 0) {
            if (inHeader) {
                inHeader = false;
                push(WireType.STOP, WireType.STOP, 0);
                want(Want.FIELD);
            } else if (decide()) {
                return true;
            }
        }
        return false;
    }

    private boolean decide() {
        int low = (int) gathered;
        switch (want) {
            case FIRST -> first(low);
            case METHOD_LENGTH -> header(low, 4);
            case STRING -> {
                skip = checked(low, limits.stringBytes(), "stringBytes");
                return nextValue();
            }
            case LIST -> container((int) (gathered >> 32) & 0xFF, (int) (gathered >> 32) & 0xFF, low, 1);
            case MAP -> container((int) (gathered >> 40) & 0xFF, (int) (gathered >> 32) & 0xFF, low, 2);
            case FIELD -> {
                return field(low & 0xFF);
            }
        }
        return false;
    }

    private void first(int word) {
        if (word >= 0) {
            header(word, 5);
        } else if ((word & VERSION_BITS) == VERSION) {
            want(Want.METHOD_LENGTH);
        } else {
            throw failure(Reason.BAD_MESSAGE, "no message begins here: 0x" + Integer.toHexString(word));
        }
    }

    /** The method's name, and the few bytes behind it. */
    private void header(int nameLength, int more) {
        skip = checked(nameLength, limits.stringBytes(), "stringBytes") + more;
        inHeader = true;
    }

    /** Whether that was the STOP of the outermost struct. */
    private boolean field(int type) {
        if (type != WireType.STOP) {
            value(type, 2);
            return false;
        }
        return open.close() || nextValue();
    }

    /** Steps over a value that begins after {@code before} bytes, or into it. */
    private void value(int type, int before) {
        int fixed = WireType.fixed(type);
        skip = before + fixed;
        if (fixed > 0) {
            nextValue();
            return;
        }
        switch (type) {
            case WireType.STRING -> want(Want.STRING);
            case WireType.LIST, WireType.SET -> want(Want.LIST);
            case WireType.MAP -> want(Want.MAP);
            case WireType.STRUCT -> {
                push(WireType.STOP, WireType.STOP, 0);
                want(Want.FIELD);
            }
            default -> throw failure(Reason.UNKNOWN_TYPE, "unknown type: " + type);
        }
    }

    private void container(int first, int second, int count, int each) {
        checked(count, limits.containerSize(), "containerSize");
        if (count == 0) {
            nextValue();
            return;
        }
        int fixedFirst = WireType.fixed(first);
        int fixedSecond = each == 2 ? WireType.fixed(second) : 0;
        if (WireType.smallest(first) == 0 || WireType.smallest(second) == 0) {
            throw failure(Reason.UNKNOWN_TYPE, "unknown type: " + first + " or " + second);
        }
        if (fixedFirst > 0 && (each == 1 || fixedSecond > 0)) {
            skip = (long) count * (fixedFirst + fixedSecond);
            nextValue();
            return;
        }
        push(first, second, (long) count * each);
        nextValue();
    }

    /** What follows a value that is done, once the bytes to skip are; the outermost level is a struct, so there is always something. */
    private boolean nextValue() {
        for (int type = open.next(); type != WireType.STOP; type = open.next()) {
            int fixed = WireType.fixed(type);
            if (fixed == 0) {
                long pending = skip;
                value(type, 0);
                skip += pending;
                return false;
            }
            skip += fixed;
        }
        want(Want.FIELD);
        return false;
    }

    private void want(Want next) {
        want = next;
        gathered = 0;
        missing = next.bytes;
    }

    private void push(int type, int otherType, long values) {
        if (!open.push(type, otherType, values)) {
            throw failure(Reason.DEPTH, open.tooDeep());
        }
    }

    private void reset() {
        length = 0;
        open.clear();
        inHeader = false;
        want(Want.FIRST);
    }

    private int checked(int size, int max, String limit) {
        if (size < 0) {
            throw failure(Reason.NEGATIVE_SIZE, "negative size: " + size);
        }
        if (size > max) {
            throw failure(Reason.LIMIT, "size: " + size + " (expected: " + limit + " <= " + max + ")");
        }
        return size;
    }

    private void count(int step) {
        length += step;
        if (length > limits.messageBytes()) {
            throw failure(Reason.LIMIT, "message too long (expected: messageBytes <= " + limits.messageBytes() + ")");
        }
    }

    private ThriftException failure(Reason reason, String what) {
        return new ThriftException(reason, what, "", (int) Math.min(length, Integer.MAX_VALUE), null);
    }
}
