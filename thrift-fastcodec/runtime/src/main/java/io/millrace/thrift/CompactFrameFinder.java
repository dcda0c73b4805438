package io.millrace.thrift;

import io.millrace.thrift.ThriftException.Reason;
import java.util.Objects;

/**
 * Finds where messages of the compact protocol end in a stream that has no frames, given the stream in pieces of any size.
 *
 * <p>Each byte is looked at once at most, and values of known length not at all: fed byte by byte it does linear work. What it keeps is a stack of open structs
 * and containers. The binary protocol has {@link FrameFinder}; a stream's first byte tells them apart.
 *
 * <p><b>Threads.</b> One. <b>Errors.</b> {@link ThriftException} where the stream is no message or exceeds the limits; the stream cannot be read on then.
 */
public final class CompactFrameFinder {
    /** What the next byte is, or the next number of several bytes. */
    private enum Want {
        MAGIC(1),
        VERSION(1),
        SEQUENCE(5),
        NAME_LENGTH(5),
        FIELD(1),
        FIELD_ID(5),
        NUMBERS(10),
        STRING_LENGTH(5),
        LIST_HEAD(1),
        LIST_SIZE(5),
        MAP_SIZE(5),
        MAP_TYPES(1);

        /** 1 for what is no number. */
        private final int bytesMax;

        Want(int bytesMax) {
            this.bytesMax = bytesMax;
        }
    }

    private static final int MAGIC = 0x82;
    private static final int VERSION = 1;
    private static final int LONG_COUNT = 15;
    private final ThriftLimits limits;
    private final OpenValues open;

    /** Bytes of the message so far. */
    private long length;

    /** Bytes that need not be looked at. */
    private long skip;

    private Want want = Want.MAGIC;
    private long number;
    private int numberBytes;

    /** Numbers that follow each other. */
    private long numbers;

    /** A field's or an element's type whose next byte is still to come. */
    private int pendingType;

    private int pendingCount;
    private boolean done;

    /** A finder at the start of a message. */
    public CompactFrameFinder(ThriftLimits limits) {
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
            int step = (int) Math.min(Math.max(skip, 1), to - at);
            count(step);
            if (skip > 0) {
                skip -= step;
            } else {
                take(bytes[at]);
            }
            at += step;
            if (done) {
                reset();
                return at;
            }
        }
        return -1;
    }

    private void take(byte next) {
        if (want.bytesMax == 1) {
            decide(next & 0xFF);
            return;
        }
        number |= (long) (next & 0x7F) << 7 * numberBytes;
        numberBytes++;
        if (next >= 0) {
            decide((int) number);
        } else if (numberBytes == want.bytesMax) {
            throw failure(Reason.MALFORMED, "number does not end within " + want.bytesMax + " bytes");
        }
    }

    private void decide(int value) {
        switch (want) {
            case MAGIC -> expect("first byte", value, MAGIC, Want.VERSION);
            case VERSION -> expect("version", value & 0x1F, VERSION, Want.SEQUENCE);
            case SEQUENCE -> want(Want.NAME_LENGTH);
            case NAME_LENGTH -> {
                skip = checked(value, limits.stringBytes(), "stringBytes");
                open();
            }
            case FIELD -> field(value);
            case FIELD_ID -> fieldValue(pendingType);
            case NUMBERS -> {
                want(Want.NUMBERS);
                if (--numbers == 0) {
                    nextValue();
                }
            }
            case STRING_LENGTH -> {
                skip = checked(value, limits.stringBytes(), "stringBytes");
                nextValue();
            }
            case LIST_HEAD -> listHead(value);
            case LIST_SIZE -> container(pendingType, pendingType, value, 1);
            case MAP_SIZE -> {
                pendingCount = checked(value, limits.containerSize(), "containerSize");
                if (value == 0) {
                    nextValue();
                } else {
                    want(Want.MAP_TYPES);
                }
            }
            case MAP_TYPES -> container(value >> 4, value & 0x0F, pendingCount, 2);
        }
    }

    private void expect(String what, int value, int expected, Want next) {
        if (value != expected) {
            throw failure(Reason.BAD_MESSAGE, what + ": " + value + " (expected: " + expected + ")");
        }
        want(next);
    }

    private void field(int head) {
        if (head == WireType.STOP) {
            if (open.close()) {
                done = true;
            } else {
                nextValue();
            }
        } else if (head >> 4 == 0) {
            pendingType = head & 0x0F;
            want(Want.FIELD_ID);
        } else {
            fieldValue(head & 0x0F);
        }
    }

    /** The value of a field of type {@code bool} lies in its header. */
    private void fieldValue(int type) {
        if (type == CompactType.TRUE || type == CompactType.FALSE) {
            want(Want.FIELD);
            return;
        }
        skip = fixed(type);
        if (skip > 0) {
            want(Want.FIELD);
        } else {
            value(type);
        }
    }

    /** Steps into a value whose length is not known. */
    private void value(int type) {
        switch (CompactType.toWire(type)) {
            case WireType.I16, WireType.I32, WireType.I64 -> {
                numbers = 1;
                want(Want.NUMBERS);
            }
            case WireType.STRING -> want(Want.STRING_LENGTH);
            case WireType.LIST, WireType.SET -> want(Want.LIST_HEAD);
            case WireType.MAP -> want(Want.MAP_SIZE);
            case WireType.STRUCT -> open();
            default -> throw failure(Reason.UNKNOWN_TYPE, "unknown type: " + type);
        }
    }

    private void listHead(int head) {
        if (head >> 4 == LONG_COUNT) {
            pendingType = head & 0x0F;
            want(Want.LIST_SIZE);
        } else {
            container(head & 0x0F, head & 0x0F, head >> 4, 1);
        }
    }

    private void container(int first, int second, int size, int each) {
        int count = checked(size, limits.containerSize(), "containerSize");
        if (count == 0) {
            nextValue();
            return;
        }
        if (CompactType.toWire(first) == 0 || CompactType.toWire(second) == 0) {
            throw failure(Reason.UNKNOWN_TYPE, "unknown type: " + first + " or " + second);
        }
        if (fixed(first) > 0 && fixed(second) > 0) {
            skip = (long) count * (fixed(first) + (each == 2 ? fixed(second) : 0));
            nextValue();
        } else if (isNumber(first) && isNumber(second)) {
            numbers = (long) count * each;
            want(Want.NUMBERS);
        } else {
            openContainer(first, second, (long) count * each);
            nextValue();
        }
    }

    /** What follows a value that is done, once the bytes to skip are; the outermost level is a struct, so there is always something. */
    private void nextValue() {
        for (int type = open.next(); ; type = open.next()) {
            if (type == WireType.STOP) {
                want(Want.FIELD);
                return;
            }
            int fixed = fixed(type);
            if (fixed == 0) {
                value(type);
                return;
            }
            skip += fixed;
        }
    }

    /** Bytes of every value of a type inside a container, 0 if they differ. */
    private static int fixed(int compactType) {
        return switch (CompactType.toWire(compactType)) {
            case WireType.BOOL, WireType.BYTE -> 1;
            case WireType.DOUBLE -> 8;
            case WireType.UUID -> 16;
            default -> 0;
        };
    }

    private static boolean isNumber(int compactType) {
        return switch (CompactType.toWire(compactType)) {
            case WireType.I16, WireType.I32, WireType.I64 -> true;
            default -> false;
        };
    }

    private void open() {
        openContainer(WireType.STOP, WireType.STOP, 0);
        want(Want.FIELD);
    }

    private void openContainer(int type, int otherType, long values) {
        if (!open.push(type, otherType, values)) {
            throw failure(Reason.DEPTH, open.tooDeep());
        }
    }

    private void want(Want next) {
        want = next;
        number = 0;
        numberBytes = 0;
    }

    private void reset() {
        length = 0;
        done = false;
        want(Want.MAGIC);
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
