package io.millrace.thrift;

import java.util.UUID;

/** Writes unknown fields and views, which were checked when they were read, in the compact protocol. */
final class BinaryToCompact {
    private final byte[] bytes;
    private final int end;
    private final CompactOutput out;
    private int at;

    BinaryToCompact(UnknownFields fields, CompactOutput out) {
        this(fields.array(), fields.size(), out);
    }

    private BinaryToCompact(byte[] bytes, int end, CompactOutput out) {
        this.bytes = bytes;
        this.end = end;
        this.out = out;
    }

    /** A whole struct of the binary protocol, which was checked, in the compact one. */
    static byte[] struct(byte[] bytes, ThriftLimits limits) {
        CompactOutput out = new CompactOutput(limits.depth());
        new BinaryToCompact(bytes, bytes.length, out).struct();
        return out.toByteArray();
    }

    /** Fields up to the end, which has no STOP. */
    void fields() {
        while (at < end) {
            field(bytes[at++]);
        }
    }

    private void field(int type) {
        int id = (short) BigEndian.SHORT.get(bytes, at);
        at += 2;
        if (type == WireType.BOOL) {
            out.bool(id, bytes[at++] == 1);
        } else {
            out.field(id, type);
            value(type);
        }
    }

    private void value(int type) {
        switch (type) {
            case WireType.BOOL -> out.bool(bytes[at++] == 1);
            case WireType.BYTE -> out.i8(bytes[at++]);
            case WireType.I16 -> {
                out.i16((short) BigEndian.SHORT.get(bytes, at));
                at += 2;
            }
            case WireType.I32 -> out.i32(nextInt());
            case WireType.I64 -> out.i64(nextLong());
            case WireType.DOUBLE -> out.f64(Double.longBitsToDouble(nextLong()));
            case WireType.UUID -> out.uuid(new UUID(nextLong(), nextLong()));
            case WireType.STRING -> string();
            case WireType.STRUCT -> struct();
            case WireType.MAP -> map();
            default -> list();
        }
    }

    private void string() {
        int length = nextInt();
        out.varint(length);
        out.raw(bytes, at, length);
        at += length;
    }

    private void struct() {
        out.enter();
        for (int type = bytes[at++]; type != WireType.STOP; type = bytes[at++]) {
            field(type);
        }
        out.exit(null);
    }

    private void map() {
        int keyType = bytes[at++];
        int valueType = bytes[at++];
        int count = nextInt();
        out.map(keyType, valueType, count);
        for (int i = 0; i < count; i++) {
            value(keyType);
            value(valueType);
        }
    }

    private void list() {
        int type = bytes[at++];
        int count = nextInt();
        // An empty list of no type at all was read from a lenient writer; here a type must be named.
        out.list(WireType.smallest(type) == 0 ? WireType.BYTE : type, count);
        for (int i = 0; i < count; i++) {
            value(type);
        }
    }

    private int nextInt() {
        int value = (int) BigEndian.INT.get(bytes, at);
        at += 4;
        return value;
    }

    private long nextLong() {
        long value = (long) BigEndian.LONG.get(bytes, at);
        at += 8;
        return value;
    }
}
