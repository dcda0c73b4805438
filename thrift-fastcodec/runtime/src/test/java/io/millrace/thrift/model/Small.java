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

/** 112 bytes when its name has 42 letters: what a cache or a counter service exchanges. */
public final class Small implements ThriftStruct {
    /** Reads it. */
    public static final StructType<Small> TYPE = new Type();
    /** Of an object, roughly. */
    private static final int MEMORY = 88;
    /** Of the fields that are always written and of one size, and STOP. */
    private static final int FIXED = 63;

    private static final int ID = WireType.I64 << 24 | 1 << 8;
    private static final int CREATED = WireType.I64 << 24 | 2 << 8;
    private static final int OWNER = WireType.I64 << 24 | 3 << 8;
    private static final int KIND = WireType.I32 << 24 | 4 << 8;
    private static final int SIZE = WireType.I32 << 24 | 5 << 8;
    private static final int NAME = WireType.STRING << 24 | 6 << 8;
    private static final int ACTIVE = WireType.BOOL << 24 | 7 << 8;
    private static final int SCORE = WireType.DOUBLE << 24 | 8 << 8;
    private long id;
    private long created;
    private long owner;
    private int kind;
    private int size;
    private @Nullable String name;
    private boolean active;
    private double score;
    private @Nullable UnknownFields unknown;

    public long id() {
        return id;
    }

    public Small id(long value) {
        id = value;
        return this;
    }

    public long created() {
        return created;
    }

    public Small created(long value) {
        created = value;
        return this;
    }

    public long owner() {
        return owner;
    }

    public Small owner(long value) {
        owner = value;
        return this;
    }

    public int kind() {
        return kind;
    }

    public Small kind(int value) {
        kind = value;
        return this;
    }

    public int size() {
        return size;
    }

    public Small size(int value) {
        size = value;
        return this;
    }

    public @Nullable String name() {
        return name;
    }

    public Small name(@Nullable String value) {
        name = value;
        return this;
    }

    public boolean active() {
        return active;
    }

    public Small active(boolean value) {
        active = value;
        return this;
    }

    public double score() {
        return score;
    }

    public Small score(double value) {
        score = value;
        return this;
    }

    /** What the definition does not have, or null. */
    public @Nullable UnknownFields unknownFields() {
        return unknown;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        long length = EncodedLengths.unknown(unknown) + FIXED;
        if (name != null) {
            length += 3;
            length += lengths.string(name);
        }
        return length;
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        int to = at;
        to = out.i64(to, ID, id);
        to = out.i64(to, CREATED, created);
        to = out.i64(to, OWNER, owner);
        to = out.i32(to, KIND, kind);
        to = out.i32(to, SIZE, size);
        if (name != null) {
            to = out.string(to, NAME, name);
        }
        to = out.bool(to, ACTIVE, active);
        to = out.f64(to, SCORE, score);
        return out.end(to, unknown);
    }

    /** The struct at {@code at}, as {@link StructType#readBinary}. */
    public static Small readBinary(BinaryInput in, int at) {
        in.enter(at, MEMORY);
        Small value = new Small();
        int to = at;
        if (in.at(to, ID, 11)) {
            value.id = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, CREATED, 11)) {
            value.created = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, OWNER, 11)) {
            value.owner = in.i64(to + 3);
            to += 11;
        }
        if (in.at(to, KIND, 7)) {
            value.kind = in.i32(to + 3);
            to += 7;
        }
        if (in.at(to, SIZE, 7)) {
            value.size = in.i32(to + 3);
            to += 7;
        }
        if (in.at(to, NAME, 7)) {
            value.name = in.string(to + 3);
            to = in.position();
        }
        if (in.at(to, ACTIVE, 4)) {
            value.active = in.bool(to + 3);
            to += 4;
        }
        if (in.at(to, SCORE, 11)) {
            value.score = in.f64(to + 3);
            to += 11;
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
                case CREATED >>> 8 -> {
                    in.need(to, 11);
                    created = in.i64(to + 3);
                    to += 11;
                }
                case OWNER >>> 8 -> {
                    in.need(to, 11);
                    owner = in.i64(to + 3);
                    to += 11;
                }
                case KIND >>> 8 -> {
                    in.need(to, 7);
                    kind = in.i32(to + 3);
                    to += 7;
                }
                case SIZE >>> 8 -> {
                    in.need(to, 7);
                    size = in.i32(to + 3);
                    to += 7;
                }
                case NAME >>> 8 -> {
                    name = in.string(to + 3);
                    to = in.position();
                }
                case ACTIVE >>> 8 -> {
                    in.need(to, 4);
                    active = in.bool(to + 3);
                    to += 4;
                }
                case SCORE >>> 8 -> {
                    in.need(to, 11);
                    score = in.f64(to + 3);
                    to += 11;
                }
                default -> to = readOther(in, field, to);
            }
        }
        return to;
    }

    /** A field that the definition does not have is kept, one of another type than defined is not. */
    private int readOther(BinaryInput in, int field, int at) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5, 6, 7, 8 -> {
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
        out.i64(2, created);
        out.i64(3, owner);
        out.i32(4, kind);
        out.i32(5, size);
        if (name != null) {
            out.field(6, WireType.STRING);
            out.string(name);
        }
        out.bool(7, active);
        out.f64(8, score);
        out.exit(unknown);
    }

    /** The struct at the input's position, as {@link StructType#readCompact}. */
    public static Small readCompact(CompactInput in) {
        in.enter(MEMORY);
        Small value = new Small();
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
            case CREATED >>> 8 -> {
                long item1 = in.i64();
                created = item1;
            }
            case OWNER >>> 8 -> {
                long item1 = in.i64();
                owner = item1;
            }
            case KIND >>> 8 -> {
                int item1 = in.i32();
                kind = item1;
            }
            case SIZE >>> 8 -> {
                int item1 = in.i32();
                size = item1;
            }
            case NAME >>> 8 -> {
                String item1 = in.string();
                name = item1;
            }
            case ACTIVE >>> 8 -> {
                boolean item1 = in.bool();
                active = item1;
            }
            case SCORE >>> 8 -> {
                double item1 = in.f64();
                score = item1;
            }
            default -> readOther(in, field);
        }
    }

    private void readOther(CompactInput in, int field) {
        switch (field & 0xFFFF) {
            case 1, 2, 3, 4, 5, 6, 7, 8 -> in.skipField(field);
            default -> unknown = in.keepField(field, unknown);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Small that
                && id == that.id
                && created == that.created
                && owner == that.owner
                && kind == that.kind
                && size == that.size
                && Objects.equals(name, that.name)
                && active == that.active
                && Double.compare(score, that.score) == 0
                && Objects.equals(unknown, that.unknown);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        hash = 31 * hash + Long.hashCode(id);
        hash = 31 * hash + Long.hashCode(created);
        hash = 31 * hash + Long.hashCode(owner);
        hash = 31 * hash + Integer.hashCode(kind);
        hash = 31 * hash + Integer.hashCode(size);
        hash = 31 * hash + Objects.hashCode(name);
        hash = 31 * hash + Boolean.hashCode(active);
        hash = 31 * hash + Double.hashCode(score);
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Small{");
        text.append("id=").append(id).append(", ");
        text.append("created=").append(created).append(", ");
        text.append("owner=").append(owner).append(", ");
        text.append("kind=").append(kind).append(", ");
        text.append("size=").append(size).append(", ");
        if (name != null) {
            text.append("name=").append(name).append(", ");
        }
        text.append("active=").append(active).append(", ");
        text.append("score=").append(score).append(", ");
        return text.append(unknown == null ? "" : unknown).append('}').toString();
    }

    private static final class Type implements StructType<Small> {
        @Override
        public String name() {
            return "Small";
        }

        @Override
        public Small readBinary(BinaryInput in, int at) {
            return Small.readBinary(in, at);
        }

        @Override
        public Small readCompact(CompactInput in) {
            return Small.readCompact(in);
        }
    }
}
