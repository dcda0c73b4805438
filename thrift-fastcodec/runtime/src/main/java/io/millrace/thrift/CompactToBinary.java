package io.millrace.thrift;

import org.jspecify.annotations.Nullable;

/** Takes values whose definition is not known from a compact message: into unknown fields, whose form is the binary protocol's, or nowhere. */
final class CompactToBinary {
    private final CompactInput in;
    private final @Nullable UnknownFields to;

    CompactToBinary(CompactInput in, @Nullable UnknownFields to) {
        this.in = in;
        this.to = to;
    }

    /** A whole struct of the compact protocol in the binary one, STOP included; nothing in it shares the array. */
    static UnknownFields struct(byte[] bytes, int offset, int length, ThriftLimits limits) {
        UnknownFields to = new UnknownFields();
        new CompactToBinary(new CompactInput(bytes, offset, offset + length, limits), to).struct();
        return to;
    }

    /** A field whose header was taken, with its header. */
    void field(int field) {
        if (to != null) {
            charge(3);
            to.addByte(field >> 16);
            to.addShort(field);
        }
        fieldValue(field);
    }

    /** The value of a field whose header was taken. */
    void fieldValue(int field) {
        value(field >> 16);
    }

    private void value(int type) {
        switch (type) {
            case WireType.BOOL -> addByte(in.bool() ? 1 : 0);
            case WireType.BYTE -> addByte(in.i8());
            case WireType.I16 -> addShort(in.i16());
            case WireType.I32 -> addInt(in.i32());
            case WireType.I64 -> addLong(in.i64());
            case WireType.DOUBLE -> addLong(Double.doubleToRawLongBits(in.f64()));
            case WireType.UUID -> {
                addLong(in.fixed());
                addLong(in.fixed());
            }
            case WireType.STRING -> string();
            case WireType.STRUCT -> struct();
            case WireType.MAP -> map();
            default -> list();
        }
    }

    private void string() {
        int length = in.length();
        addInt(length);
        if (to != null) {
            charge(length);
            to.add(in.array(), in.position(), length);
        }
        in.skip(length);
    }

    private void struct() {
        in.enter(0);
        for (int field = in.field(); field != 0; field = in.field()) {
            field(field);
        }
        in.exit();
        addByte(WireType.STOP);
    }

    private void map() {
        long header = in.mapHeader();
        int count = (int) header;
        int types = (int) (header >> 32);
        addShort(count == 0 ? WireType.BYTE << 8 | WireType.BYTE : types);
        addInt(count);
        in.enter(0);
        for (int i = 0; i < count; i++) {
            value(types >> 8);
            value(types & 0xFF);
        }
        in.exit();
    }

    private void list() {
        long header = in.listHeader();
        int count = (int) header;
        int type = (int) (header >> 32);
        addByte(type);
        addInt(count);
        in.enter(0);
        for (int i = 0; i < count; i++) {
            value(type);
        }
        in.exit();
    }

    private void addByte(int value) {
        if (to != null) {
            charge(1);
            to.addByte(value);
        }
    }

    private void addShort(int value) {
        if (to != null) {
            charge(2);
            to.addShort(value);
        }
    }

    private void addInt(int value) {
        if (to != null) {
            charge(4);
            to.addInt(value);
        }
    }

    private void addLong(long value) {
        if (to != null) {
            charge(8);
            to.addLong(value);
        }
    }

    /** Growing copies. */
    private void charge(int length) {
        in.charge(4L * length);
    }
}
