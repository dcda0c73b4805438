package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.LongList;
import io.millrace.thrift.StructView;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.WireType;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A view of {@link MyTest}: reads and patches it where it lies. */
public final class MyTestView {
    static final int[] HEADERS = {
        WireType.I64 << 24 | 1 << 8, WireType.STRUCT << 24 | 2 << 8, WireType.LIST << 24 | 3 << 8
    };
    private final StructView fields;

    private MyTestView(StructView fields) {
        this.fields = fields;
    }

    /** A view of the message that the array holds, which is shared. */
    public static MyTestView over(byte[] bytes) {
        return over(bytes, 0, bytes.length, ThriftLimits.defaults());
    }

    /** A view of the message that begins at {@code offset}; the array is shared. */
    public static MyTestView over(byte[] bytes, int offset, int length, ThriftLimits limits) {
        return new MyTestView(StructView.over(bytes, offset, length, HEADERS, limits));
    }

    /** A message without fields. */
    public static MyTestView empty() {
        return new MyTestView(StructView.empty(HEADERS));
    }

    public boolean hasNumber() {
        return fields.has(0);
    }

    public MyTestView removeNumber() {
        fields.remove(0);
        return this;
    }

    public long number() {
        return fields.i64(0);
    }

    public MyTestView number(long value) {
        fields.setI64(0, value);
        return this;
    }

    public boolean hasAno() {
        return fields.has(1);
    }

    public MyTestView removeAno() {
        fields.remove(1);
        return this;
    }

    public @Nullable Ano ano() {
        return fields.read(1, Ano::readBinary);
    }

    /** The struct where it lies. */
    public @Nullable AnoView anoView() {
        StructView inner = fields.struct(1, AnoView.HEADERS);
        return inner == null ? null : new AnoView(inner);
    }

    public MyTestView ano(Ano value) {
        fields.setStruct(1, value);
        return this;
    }

    public boolean hasNumbers() {
        return fields.has(2);
    }

    public MyTestView removeNumbers() {
        fields.remove(2);
        return this;
    }

    public @Nullable LongList numbers() {
        return fields.read(2, BinaryInput::longs);
    }

    public MyTestView numbers(LongList value) {
        fields.set(2, lengths -> 5 + 8L * value.size(), (out, at) -> out.longs(at, value));
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
