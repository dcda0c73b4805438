package io.millrace.thrift.model;

import io.millrace.thrift.StructView;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.WireType;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A view of {@link Ano}: reads and patches it where it lies. */
public final class AnoView {
    static final int[] HEADERS = {WireType.I64 << 24 | 1 << 8, WireType.STRING << 24 | 2 << 8};
    private final StructView fields;

    AnoView(StructView fields) {
        this.fields = fields;
    }

    /** A view of the message that the array holds, which is shared. */
    public static AnoView over(byte[] bytes) {
        return over(bytes, 0, bytes.length, ThriftLimits.defaults());
    }

    /** A view of the message that begins at {@code offset}; the array is shared. */
    public static AnoView over(byte[] bytes, int offset, int length, ThriftLimits limits) {
        return new AnoView(StructView.over(bytes, offset, length, HEADERS, limits));
    }

    /** A message without fields. */
    public static AnoView empty() {
        return new AnoView(StructView.empty(HEADERS));
    }

    public boolean hasNumber() {
        return fields.has(0);
    }

    public AnoView removeNumber() {
        fields.remove(0);
        return this;
    }

    public long number() {
        return fields.i64(0);
    }

    public AnoView number(long value) {
        fields.setI64(0, value);
        return this;
    }

    public boolean hasText() {
        return fields.has(1);
    }

    public AnoView removeText() {
        fields.remove(1);
        return this;
    }

    public @Nullable String text() {
        return fields.string(1);
    }

    public AnoView text(String value) {
        fields.setString(1, value);
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
