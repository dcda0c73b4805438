package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.IntList;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftException;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.UnknownFields;
import io.millrace.thrift.WireType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A union. */
public final class Choice implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Choice> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 64;

    private static final int NUMBER = WireType.I64 << 24 | 1 << 8;
    private static final int TEXT = WireType.STRING << 24 | 2 << 8;
    private static final int PART = WireType.STRUCT << 24 | 3 << 8;
    private static final int NUMBERS = WireType.LIST << 24 | 4 << 8;
    private static final int NAMES = WireType.LIST << 24 | 5 << 8;
    private long number;
    private @Nullable String text;
    private @Nullable Ano part;
    private @Nullable IntList numbers;
    private @Nullable List<String> names;

    /** The id of the field that is set, or 0. */
    private int which;

    private @Nullable UnknownFields unknown;

    public long number() {
        return which == 1 ? number : 0;
    }

    public Choice number(long value) {
        number = value;
        which = 1;
        return this;
    }

    public boolean hasNumber() {
        return which == 1;
    }

    public @Nullable String text() {
        return which == 2 ? text : null;
    }

    public Choice text(String value) {
        text = value;
        which = 2;
        return this;
    }

    public boolean hasText() {
        return which == 2;
    }

    public @Nullable Ano part() {
        return which == 3 ? part : null;
    }

    public Choice part(Ano value) {
        part = value;
        which = 3;
        return this;
    }

    public boolean hasPart() {
        return which == 3;
    }

    public @Nullable IntList numbers() {
        return which == 4 ? numbers : null;
    }

    public Choice numbers(IntList value) {
        numbers = value;
        which = 4;
        return this;
    }

    public boolean hasNumbers() {
        return which == 4;
    }

    public @Nullable List<String> names() {
        return which == 5 ? names : null;
    }

    public Choice names(List<String> value) {
        names = value;
        which = 5;
        return this;
    }

    public boolean hasNames() {
        return which == 5;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        if (which == 0 && unknown == null) {
            throw ThriftException.invalid("Choice: no field is set");
        }
        long length = 1 + EncodedLengths.unknown(unknown);
        if (which == 1) {
            length += 11;
        }
        if (which == 2 && text != null) {
            length += 3;
            length += lengths.string(text);
        }
        if (which == 3 && part != null) {
            length += 3;
            length += part.binaryLength(lengths);
        }
        if (which == 4 && numbers != null) {
            length += 3;
            length += 5 + 4L * numbers.size();
        }
        if (which == 5 && names != null) {
            length += 3 + namesLength(names, lengths);
        }
        return length;
    }

    static long namesLength(List<String> names, EncodedLengths lengths) {
        long length = 0;
        length += 5 + lengths.strings(names);
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        if (which == 1) {
            to = out.i64(to, NUMBER, number);
        }
        if (which == 2 && text != null) {
            to = out.string(to, TEXT, text);
        }
        if (which == 3 && part != null) {
            to = out.header(to, PART);
            to = part.writeBinary(out, to);
        }
        if (which == 4 && numbers != null) {
            to = out.header(to, NUMBERS);
            to = out.ints(to, numbers);
        }
        if (which == 5 && names != null) {
            to = writeNames(out, out.header(to, NAMES), names);
        }
        return out.end(to, unknown);
    }

    static int writeNames(BinaryOutput out, int at, List<String> names) {
        int to = at;
        to = out.list(to, WireType.STRING, names.size());
        for (String element1 : names) {
            to = out.string(to, element1);
        }
        return to;
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Choice readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Choice value = new Choice();
        int to = at;
        if (!in.stop(to)) {
            to = value.readRest(in, to);
        }
        if (value.which == 0 && value.unknown == null) {
            throw in.missing(to, "Choice: one of its fields");
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
                    which = 1;
                    to += 11;
                }
                case TEXT >>> 8 -> {
                    text = in.string(to + 3);
                    which = 2;
                    to = in.position();
                }
                case PART >>> 8 -> {
                    part = Ano.readBinary(in, to + 3);
                    which = 3;
                    to = in.position();
                }
                case NUMBERS >>> 8 -> {
                    numbers = in.ints(to + 3);
                    which = 4;
                    to = in.position();
                }
                case NAMES >>> 8 -> {
                    names = readNames(in, to + 3);
                    which = 5;
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
            case 1, 2, 3, 4, 5 -> {
                return in.skipField(at);
            }
            default -> {
                unknown = in.keepField(at, unknown);
                return in.position();
            }
        }
    }

    static List<String> readNames(BinaryInput in, int at) {
        int to = at;
        int count2 = in.list(to, WireType.STRING);
        List<String> item1 = new ArrayList<>(count2);
        to += 5;
        for (int i3 = 0; i3 < count2; i3++) {
            String item4 = in.string(to);
            to = in.position();
            item1.add(item4);
        }
        in.leave(to);
        return item1;
    }

    @Override
    public void writeCompact(CompactOutput out) {
        if (which == 0 && unknown == null) {
            throw ThriftException.invalid("Choice: no field is set");
        }
        out.enter();
        if (which == 1) {
            out.i64(1, number);
        }
        if (which == 2 && text != null) {
            out.field(2, WireType.STRING);
            out.string(text);
        }
        if (which == 3 && part != null) {
            out.field(3, WireType.STRUCT);
            part.writeCompact(out);
        }
        if (which == 4 && numbers != null) {
            out.field(4, WireType.LIST);
            out.ints(numbers);
        }
        if (which == 5 && names != null) {
            out.field(5, WireType.LIST);
            out.list(WireType.STRING, names.size());
            for (String element1 : names) {
                out.string(element1);
            }
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Choice readCompact(CompactInput in) {
        in.enter(MEMORY);
        Choice value = new Choice();
        for (int field = in.field(); field != 0; field = in.field()) {
            value.readField(in, field);
        }
        if (value.which == 0 && value.unknown == null) {
            throw in.missing("Choice: one of its fields");
        }
        in.exit();
        return value;
    }

    private void readField(CompactInput in, int field) {
        switch (field) {
            case NUMBER >>> 8 -> {
                long item1 = in.i64();
                number = item1;
                which = 1;
            }
            case TEXT >>> 8 -> {
                String item1 = in.string();
                text = item1;
                which = 2;
            }
            case PART >>> 8 -> {
                Ano item1 = Ano.readCompact(in);
                part = item1;
                which = 3;
            }
            case NUMBERS >>> 8 -> {
                IntList item1 = in.ints();
                numbers = item1;
                which = 4;
            }
            case NAMES >>> 8 -> {
                int count2 = in.list(WireType.STRING);
                List<String> item1 = new ArrayList<>(count2);
                for (int i3 = 0; i3 < count2; i3++) {
                    String item4 = in.string();
                    item1.add(item4);
                }
                names = item1;
                which = 5;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Choice that
                && which == that.which
                && (which != 1 || number == that.number)
                && (which != 2 || Objects.equals(text, that.text))
                && (which != 3 || Objects.equals(part, that.part))
                && (which != 4 || Objects.equals(numbers, that.numbers))
                && (which != 5 || Objects.equals(names, that.names))
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = which;
        if (which == 1) {
            hash = 31 * hash + Long.hashCode(number);
        }
        if (which == 2) {
            hash = 31 * hash + Objects.hashCode(text);
        }
        if (which == 3) {
            hash = 31 * hash + Objects.hashCode(part);
        }
        if (which == 4) {
            hash = 31 * hash + Objects.hashCode(numbers);
        }
        if (which == 5) {
            hash = 31 * hash + Objects.hashCode(names);
        }
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Choice{");
        if (which == 1) {
            text.append("number=").append(number).append(", ");
        }
        if (which == 2) {
            text.append("text=").append(text).append(", ");
        }
        if (which == 3) {
            text.append("part=").append(part).append(", ");
        }
        if (which == 4) {
            text.append("numbers=").append(numbers).append(", ");
        }
        if (which == 5) {
            text.append("names=").append(names).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Choice> {
        @Override
        public String name() {
            return "Choice";
        }

        @Override
        public Choice readBinary(BinaryInput in, int at) {
            return Choice.readBinary(in, at);
        }

        @Override
        public Choice readCompact(CompactInput in) {
            return Choice.readCompact(in);
        }
    }
}
