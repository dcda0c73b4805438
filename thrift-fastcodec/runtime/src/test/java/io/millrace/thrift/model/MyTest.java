package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.BinaryOutput;
import io.millrace.thrift.CompactInput;
import io.millrace.thrift.CompactOutput;
import io.millrace.thrift.EncodedLengths;
import io.millrace.thrift.LongList;
import io.millrace.thrift.StructType;
import io.millrace.thrift.ThriftStruct;
import io.millrace.thrift.UnknownFields;
import io.millrace.thrift.WireType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message that is nearly all one list of numbers. */
public final class MyTest implements ThriftStruct {
    /** Reads it. */
    public static final StructType<MyTest> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 48;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 12;

    private static final int NUMBER = WireType.I64 << 24 | 1 << 8;
    private static final int ANO = WireType.STRUCT << 24 | 2 << 8;
    private static final int NUMBERS = WireType.LIST << 24 | 3 << 8;
    private long number;
    private @Nullable Ano ano;
    private @Nullable LongList numbers;
    private @Nullable UnknownFields unknown;

    public long number() {
        return number;
    }

    public MyTest number(long value) {
        number = value;
        return this;
    }

    public @Nullable Ano ano() {
        return ano;
    }

    public MyTest ano(@Nullable Ano value) {
        ano = value;
        return this;
    }

    public @Nullable LongList numbers() {
        return numbers;
    }

    public MyTest numbers(@Nullable LongList value) {
        numbers = value;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (ano != null) {
            length += 3;
            length += ano.binaryLength(lengths);
        }
        if (numbers != null) {
            length += 3;
            length += 5 + 8L * numbers.size();
        }
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        to = out.i64(to, NUMBER, number);
        if (ano != null) {
            to = out.header(to, ANO);
            to = ano.writeBinary(out, to);
        }
        if (numbers != null) {
            to = out.header(to, NUMBERS);
            to = out.longs(to, numbers);
        }
        return out.end(to, unknown);
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static MyTest readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        MyTest value = new MyTest();
        int to = at;
        if (in.at(to, NUMBER, 11)) {
            value.number = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, ANO, 4)) {
            value.ano = Ano.readBinary(in, to + 3);
            to = in.position();
        }
        if (in.at(to, NUMBERS, 8)) {
            value.numbers = in.longs(to + 3);
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
                case ANO >>> 8 -> {
                    ano = Ano.readBinary(in, to + 3);
                    to = in.position();
                }
                case NUMBERS >>> 8 -> {
                    numbers = in.longs(to + 3);
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
            case 1, 2, 3 -> {
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
        if (ano != null) {
            out.field(2, WireType.STRUCT);
            ano.writeCompact(out);
        }
        if (numbers != null) {
            out.field(3, WireType.LIST);
            out.longs(numbers);
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static MyTest readCompact(CompactInput in) {
        in.enter(MEMORY);
        MyTest value = new MyTest();
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
            case ANO >>> 8 -> {
                Ano item1 = Ano.readCompact(in);
                ano = item1;
            }
            case NUMBERS >>> 8 -> {
                LongList item1 = in.longs();
                numbers = item1;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case 1, 2, 3 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MyTest that
                && number == that.number
                && Objects.equals(ano, that.ano)
                && Objects.equals(numbers, that.numbers)
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Long.hashCode(number);
        hash = 31 * hash + Objects.hashCode(ano);
        hash = 31 * hash + Objects.hashCode(numbers);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("MyTest{");
        text.append("number=").append(number).append(", ");
        if (ano != null) {
            text.append("ano=").append(ano).append(", ");
        }
        if (numbers != null) {
            text.append("numbers=").append(numbers).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<MyTest> {
        @Override
        public String name() {
            return "MyTest";
        }

        @Override
        public MyTest readBinary(BinaryInput in, int at) {
            return MyTest.readBinary(in, at);
        }

        @Override
        public MyTest readCompact(CompactInput in) {
            return MyTest.readCompact(in);
        }
    }
}
