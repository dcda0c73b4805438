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

/** An element of {@link Mixed}. */
public final class Item implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Item> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 64;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 30;

    private static final int ID = WireType.I64 << 24 | 1 << 8;
    private static final int TITLE = WireType.STRING << 24 | 2 << 8;
    private static final int PRICE = WireType.I32 << 24 | 3 << 8;
    private static final int WEIGHT = WireType.DOUBLE << 24 | 4 << 8;
    private static final int TAG = WireType.STRING << 24 | 5 << 8;
    private long id;
    private @Nullable String title;
    private int price;
    private double weight;
    private @Nullable String tag;
    private @Nullable UnknownFields unknown;

    public long id() {
        return id;
    }

    public Item id(long value) {
        id = value;
        return this;
    }

    public @Nullable String title() {
        return title;
    }

    public Item title(@Nullable String value) {
        title = value;
        return this;
    }

    public int price() {
        return price;
    }

    public Item price(int value) {
        price = value;
        return this;
    }

    public double weight() {
        return weight;
    }

    public Item weight(double value) {
        weight = value;
        return this;
    }

    public @Nullable String tag() {
        return tag;
    }

    public Item tag(@Nullable String value) {
        tag = value;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (title != null) {
            length += 3;
            length += lengths.string(title);
        }
        if (tag != null) {
            length += 3;
            length += lengths.string(tag);
        }
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        to = out.i64(to, ID, id);
        if (title != null) {
            to = out.string(to, TITLE, title);
        }
        to = out.i32(to, PRICE, price);
        to = out.f64(to, WEIGHT, weight);
        if (tag != null) {
            to = out.string(to, TAG, tag);
        }
        return out.end(to, unknown);
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Item readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Item value = new Item();
        int to = at;
        if (in.at(to, ID, 11)) {
            value.id = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, TITLE, 7)) {
            value.title = in.string(to + 3);
            to = in.position();
        }
        if (in.at(to, PRICE, 7)) {
            value.price = in.i32(to + 3);
            to += 7;
        }
        if (in.at(to, WEIGHT, 11)) {
            value.weight = in.f64(to + 3);
            to += 11;
        }
        if (in.at(to, TAG, 7)) {
            value.tag = in.string(to + 3);
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
                case ID >>> 8 -> {
                    in.need(to, 11);
                    id = in.i64(to + 3);
                    to += 11;
                }
                case TITLE >>> 8 -> {
                    title = in.string(to + 3);
                    to = in.position();
                }
                case PRICE >>> 8 -> {
                    in.need(to, 7);
                    price = in.i32(to + 3);
                    to += 7;
                }
                case WEIGHT >>> 8 -> {
                    in.need(to, 11);
                    weight = in.f64(to + 3);
                    to += 11;
                }
                case TAG >>> 8 -> {
                    tag = in.string(to + 3);
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

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        out.i64(1, id);
        if (title != null) {
            out.field(2, WireType.STRING);
            out.string(title);
        }
        out.i32(3, price);
        out.f64(4, weight);
        if (tag != null) {
            out.field(5, WireType.STRING);
            out.string(tag);
        }
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Item readCompact(CompactInput in) {
        in.enter(MEMORY);
        Item value = new Item();
        for (int field = in.field(); field != 0; field = in.field()) {
            value.readField(in, field);
        }
        in.exit();
        return value;
    }

    private void readField(CompactInput in, int field) {
        switch (field) {
            case ID >>> 8 -> {
                long item1 = in.i64();
                id = item1;
            }
            case TITLE >>> 8 -> {
                String item1 = in.string();
                title = item1;
            }
            case PRICE >>> 8 -> {
                int item1 = in.i32();
                price = item1;
            }
            case WEIGHT >>> 8 -> {
                double item1 = in.f64();
                weight = item1;
            }
            case TAG >>> 8 -> {
                String item1 = in.string();
                tag = item1;
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
        return other instanceof Item that
                && id == that.id
                && Objects.equals(title, that.title)
                && price == that.price
                && Double.compare(weight, that.weight) == 0
                && Objects.equals(tag, that.tag)
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Long.hashCode(id);
        hash = 31 * hash + Objects.hashCode(title);
        hash = 31 * hash + Integer.hashCode(price);
        hash = 31 * hash + Double.hashCode(weight);
        hash = 31 * hash + Objects.hashCode(tag);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Item{");
        text.append("id=").append(id).append(", ");
        if (title != null) {
            text.append("title=").append(title).append(", ");
        }
        text.append("price=").append(price).append(", ");
        text.append("weight=").append(weight).append(", ");
        if (tag != null) {
            text.append("tag=").append(tag).append(", ");
        }
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Item> {
        @Override
        public String name() {
            return "Item";
        }

        @Override
        public Item readBinary(BinaryInput in, int at) {
            return Item.readBinary(in, at);
        }

        @Override
        public Item readCompact(CompactInput in) {
            return Item.readCompact(in);
        }
    }
}
