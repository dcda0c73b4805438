package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.UnknownFields;
import io.millrace.thrift.WireType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A part of {@link MyTest}. */
public final class Ano implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Ano> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 40;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 12;

    private static final int NUMBER = WireType.I64 << 24 | 1 << 8;
    private static final int TEXT = WireType.STRING << 24 | 2 << 8;
    private long number;
    private @Nullable String text;
    private @Nullable UnknownFields unknown;

    public long number() {
        return number;
    }

    public Ano number(long value) {
        number = value;
        return this;
    }

    public @Nullable String text() {
        return text;
    }

    public Ano text(@Nullable String value) {
        text = value;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (text != null) {
            length += 3;
            length += lengths.string(text);
        }
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        to = out.i64(to, NUMBER, number);
        if (text != null) {
            to = out.string(to, TEXT, text);
        }
        return out.end(to, unknown);
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Ano readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Ano value = new Ano();
        int to = at;
        if (in.at(to, NUMBER, 11)) {
            value.number = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, TEXT, 7)) {
            value.text = in.string(to + 3);
            to = in.position();
        }
        if (!in.stop(to)) {
            to = value.readRest(in, to);
        }
        in.exit(to);
        return value;
    }

    private int readRest(BinaryInput in, int at) {
        int to = at;
        for (int field = in.field(to); field != 0; field = in.field(to)) {
            switch (field) {
                case NUMBER >>> 8 -> {
                    in.need(to, 11);
                    number = in.i64(to + 3);
                    to += 11;
                }
                case TEXT >>> 8 -> {
                    text = in.string(to + 3);
                    to = in.position();
                }
                default -> to = readOther(in, field, to);
            }
        }
        return to;
    }

    /** A field that the definition does not have is kept, one of another type than defined is not. */
    private int readOther(BinaryInput in, int field, int at) {
        switch (field & 0xFFFF) {
            case 1, 2 -> {
                return in.skipField(at);
            }
            default -> {
                unknown = in.keepField(at, unknown);
                return in.position();
            }
        }
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        out.i64(1, number);
        if (text != null) {
            out.field(2, WireType.STRING);
            out.string(text);
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Ano readCompact(CompactInput in) {
        in.enter(MEMORY);
        Ano value = new Ano();
        for (int field = in.field(); field != 0; field = in.field()) {
            value.readField(in, field);
        }
        in.exit();
        return value;
    }

    private void readField(CompactInput in, int field) {
        switch (field) {
            case NUMBER >>> 8 -> {
                long item1 = in.i64();
                number = item1;
            }
            case TEXT >>> 8 -> {
                String item1 = in.string();
                text = item1;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case 1, 2 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Ano that
                && number == that.number
                && Objects.equals(text, that.text)
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Long.hashCode(number);
        hash = 31 * hash + Objects.hashCode(text);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Ano{");
        text.append("number=").append(number).append(", ");
        if (text != null) {
            text.append("text=").append(text).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Ano> {
        @Override
        public String name() {
            return "Ano";
        }

        @Override
        public Ano readBinary(BinaryInput in, int at) {
            return Ano.readBinary(in, at);
        }

        @Override
        public Ano readCompact(CompactInput in) {
            return Ano.readCompact(in);
        }
    }
}
