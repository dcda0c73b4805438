package io.millrace.thrift.model;

import io.millrace.thrift.StructView;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.WireType;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A view of {@link Small}: reads and patches it where it lies. */
public final class SmallView {
    static final int[] HEADERS = {
        WireType.I64 << 24 | 1 << 8,
        WireType.I64 << 24 | 2 << 8,
        WireType.I64 << 24 | 3 << 8,
        WireType.I32 << 24 | 4 << 8,
        WireType.I32 << 24 | 5 << 8,
        WireType.STRING << 24 | 6 << 8,
        WireType.BOOL << 24 | 7 << 8,
        WireType.DOUBLE << 24 | 8 << 8
    };
    private final StructView fields;

    private SmallView(StructView fields) {
        this.fields = fields;
    }

    /** A view of the message that the array holds, which is shared. */
    public static SmallView over(byte[] bytes) {
        return over(bytes, 0, bytes.length, ThriftLimits.defaults());
    }

    /** A view of the message that begins at {@code offset}; the array is shared. */
    public static SmallView over(byte[] bytes, int offset, int length, ThriftLimits limits) {
        return new SmallView(StructView.over(bytes, offset, length, HEADERS, limits));
    }

    /** A message without fields. */
    public static SmallView empty() {
        return new SmallView(StructView.empty(HEADERS));
    }

    public boolean hasId() {
        return fields.has(0);
    }

    public SmallView removeId() {
        fields.remove(0);
        return this;
    }

    public long id() {
        return fields.i64(0);
    }

    public SmallView id(long value) {
        fields.setI64(0, value);
        return this;
    }

    public boolean hasCreated() {
        return fields.has(1);
    }

    public SmallView removeCreated() {
        fields.remove(1);
        return this;
    }

    public long created() {
        return fields.i64(1);
    }

    public SmallView created(long value) {
        fields.setI64(1, value);
        return this;
    }

    public boolean hasOwner() {
        return fields.has(2);
    }

    public SmallView removeOwner() {
        fields.remove(2);
        return this;
    }

    public long owner() {
        return fields.i64(2);
    }

    public SmallView owner(long value) {
        fields.setI64(2, value);
        return this;
    }

    public boolean hasKind() {
        return fields.has(3);
    }

    public SmallView removeKind() {
        fields.remove(3);
        return this;
    }

    public int kind() {
        return fields.i32(3);
    }

    public SmallView kind(int value) {
        fields.setI32(3, value);
        return this;
    }

    public boolean hasSize() {
        return fields.has(4);
    }

    public SmallView removeSize() {
        fields.remove(4);
        return this;
    }

    public int size() {
        return fields.i32(4);
    }

    public SmallView size(int value) {
        fields.setI32(4, value);
        return this;
    }

    public boolean hasName() {
        return fields.has(5);
    }

    public SmallView removeName() {
        fields.remove(5);
        return this;
    }

    public @Nullable String name() {
        return fields.string(5);
    }

    public SmallView name(String value) {
        fields.setString(5, value);
        return this;
    }

    public boolean hasActive() {
        return fields.has(6);
    }

    public SmallView removeActive() {
        fields.remove(6);
        return this;
    }

    public boolean active() {
        return fields.bool(6);
    }

    public SmallView active(boolean value) {
        fields.setBool(6, value);
        return this;
    }

    public boolean hasScore() {
        return fields.has(7);
    }

    public SmallView removeScore() {
        fields.remove(7);
        return this;
    }

    public double score() {
        return fields.f64(7);
    }

    public SmallView score(double value) {
        fields.setF64(7, value);
        return this;
    }

    /** The message as it is now. */
    public byte[] toBytes() {
        return fields.toBytes();
    }

    /** Borrows the buffer and writes the message as it is now. */
    public int write(ByteBuf to) {
        return fields.write(to);
    }
}
