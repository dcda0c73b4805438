package io.millrace.thrift;

/**
 * Steps over values of the binary protocol without reading them: what views and unknown fields spend their time on.
 *
 * <p>Each step depends on the load before it, so little else may be done: a field of a fixed size is one comparison, numbers of a container one multiplication. Watched by the scenario's {@code mixed-view-3}.
 */
final class BinarySkip {
    private final BinaryInput in;
    private final byte[] bytes;
    private final int end;

    private BinarySkip(BinaryInput in) {
        this.in = in;
        this.bytes = in.bytes;
        this.end = in.end;
    }

    /** The place behind a value of {@code type} that begins at {@code at}. */
    static int value(BinaryInput in, int type, int at) {
        int fixed = WireType.fixed(type);
        return fixed > 0 ? in.need(at, fixed) + fixed : new BinarySkip(in).value(type, at);
    }

    private int value(int type, int at) {
        int fixed = WireType.fixed(type);
        if (fixed > 0) {
            return in.need(at, fixed) + fixed;
        }
        return switch (type) {
            case WireType.STRING -> string(at);
            case WireType.STRUCT -> struct(at);
            case WireType.LIST, WireType.SET -> elements(at);
            case WireType.MAP -> entries(at);
            default -> throw in.failures().unknownType(at, type);
        };
    }

    private int string(int at) {
        return at + 4 + in.length(at);
    }

    private int struct(int at) {
        in.enter(at, 0);
        int to = at;
        while (to < end) {
            int type = bytes[to];
            // A size from a table would be one more load that the next step waits for; a branch is foreseen.
            switch (type) {
                case WireType.STOP -> {
                    in.rise();
                    return to + 1;
                }
                case WireType.STRING -> to = string(to + 3);
                case WireType.I32 -> to = in.need(to, 7) + 7;
                case WireType.I64, WireType.DOUBLE -> to = in.need(to, 11) + 11;
                case WireType.BOOL, WireType.BYTE -> to = in.need(to, 4) + 4;
                default -> to = field(type, to);
            }
        }
        throw in.failures().truncated(to, 1);
    }

    private int field(int type, int at) {
        if (WireType.smallest(type) == 0) {
            throw in.failures().unknownType(at, type);
        }
        return value(type, in.need(at, 3) + 3);
    }

    private int elements(int at) {
        in.need(at, 5);
        int type = in.i8(at);
        int count = in.i32(at + 1);
        checkType(at, count, type);
        in.checkCount(at, count, WireType.smallest(type), 5);
        int fixed = WireType.fixed(type);
        if (fixed > 0) {
            return at + 5 + count * fixed;
        }
        in.enter(at, 0);
        int to = at + 5;
        for (int i = 0; i < count; i++) {
            to = type == WireType.STRING ? string(to) : value(type, to);
        }
        in.rise();
        return to;
    }

    private int entries(int at) {
        in.need(at, 6);
        int keyType = in.i8(at);
        int valueType = in.i8(at + 1);
        int count = in.i32(at + 2);
        checkType(at, count, keyType);
        checkType(at, count, valueType);
        in.checkCount(at, count, WireType.smallest(keyType) + WireType.smallest(valueType), 6);
        int fixedKey = WireType.fixed(keyType);
        int fixedValue = WireType.fixed(valueType);
        if (fixedKey > 0 && fixedValue > 0) {
            return at + 6 + count * (fixedKey + fixedValue);
        }
        in.enter(at, 0);
        int to = at + 6;
        for (int i = 0; i < count; i++) {
            to = keyType == WireType.STRING ? string(to) : value(keyType, to);
            to = valueType == WireType.STRING ? string(to) : value(valueType, to);
        }
        in.rise();
        return to;
    }

    /** An empty container may say any type: some writers leave it 0. */
    private void checkType(int at, int count, int type) {
        if (count != 0 && WireType.smallest(type) == 0) {
            throw in.failures().unknownType(at, type);
        }
    }
}
