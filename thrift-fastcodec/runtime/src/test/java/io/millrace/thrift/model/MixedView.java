package io.millrace.thrift.model;

import io.millrace.thrift.BinaryInput;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.IntList;
import io.millrace.thrift.IntLongMap;
import io.millrace.thrift.LongList;
import io.millrace.thrift.StructView;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.WireType;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A view of {@link Mixed}: reads and patches it where it lies. */
public final class MixedView {
    static final int[] HEADERS = {
        WireType.I64 << 24 | 1 << 8,
        WireType.I32 << 24 | 2 << 8,
        WireType.BOOL << 24 | 3 << 8,
        WireType.DOUBLE << 24 | 4 << 8,
        WireType.STRING << 24 | 5 << 8,
        WireType.STRING << 24 | 6 << 8,
        WireType.LIST << 24 | 7 << 8,
        WireType.LIST << 24 | 8 << 8,
        WireType.LIST << 24 | 9 << 8,
        WireType.MAP << 24 | 10 << 8,
        WireType.LIST << 24 | 11 << 8,
        WireType.MAP << 24 | 12 << 8
    };
    private final StructView fields;

    private MixedView(StructView fields) {
        this.fields = fields;
    }

    /** A view of the message that the array holds, which is shared. */
    public static MixedView over(byte[] bytes) {
        return over(bytes, 0, bytes.length, ThriftLimits.defaults());
    }

    /** A view of the message that begins at {@code offset}; the array is shared. */
    public static MixedView over(byte[] bytes, int offset, int length, ThriftLimits limits) {
        return new MixedView(StructView.over(bytes, offset, length, HEADERS, limits));
    }

    /** A message without fields. */
    public static MixedView empty() {
        return new MixedView(StructView.empty(HEADERS));
    }

    public boolean hasId() {
        return fields.has(0);
    }

    public MixedView removeId() {
        fields.remove(0);
        return this;
    }

    public long id() {
        return fields.i64(0);
    }

    public MixedView id(long value) {
        fields.setI64(0, value);
        return this;
    }

    public boolean hasVersion() {
        return fields.has(1);
    }

    public MixedView removeVersion() {
        fields.remove(1);
        return this;
    }

    public int version() {
        return fields.i32(1);
    }

    public MixedView version(int value) {
        fields.setI32(1, value);
        return this;
    }

    public boolean hasLive() {
        return fields.has(2);
    }

    public MixedView removeLive() {
        fields.remove(2);
        return this;
    }

    public boolean live() {
        return fields.bool(2);
    }

    public MixedView live(boolean value) {
        fields.setBool(2, value);
        return this;
    }

    public boolean hasRatio() {
        return fields.has(3);
    }

    public MixedView removeRatio() {
        fields.remove(3);
        return this;
    }

    public double ratio() {
        return fields.f64(3);
    }

    public MixedView ratio(double value) {
        fields.setF64(3, value);
        return this;
    }

    public boolean hasName() {
        return fields.has(4);
    }

    public MixedView removeName() {
        fields.remove(4);
        return this;
    }

    public @Nullable String name() {
        return fields.string(4);
    }

    public MixedView name(String value) {
        fields.setString(4, value);
        return this;
    }

    public boolean hasBlob() {
        return fields.has(5);
    }

    public MixedView removeBlob() {
        fields.remove(5);
        return this;
    }

    public @Nullable Bytes blob() {
        return fields.binary(5);
    }

    public MixedView blob(Bytes value) {
        fields.setBinary(5, value);
        return this;
    }

    public boolean hasTimes() {
        return fields.has(6);
    }

    public MixedView removeTimes() {
        fields.remove(6);
        return this;
    }

    public @Nullable LongList times() {
        return fields.read(6, BinaryInput::longs);
    }

    public MixedView times(LongList value) {
        fields.set(6, lengths -> 5 + 8L * value.size(), (out, at) -> out.longs(at, value));
        return this;
    }

    public boolean hasCodes() {
        return fields.has(7);
    }

    public MixedView removeCodes() {
        fields.remove(7);
        return this;
    }

    public @Nullable IntList codes() {
        return fields.read(7, BinaryInput::ints);
    }

    public MixedView codes(IntList value) {
        fields.set(7, lengths -> 5 + 4L * value.size(), (out, at) -> out.ints(at, value));
        return this;
    }

    public boolean hasWords() {
        return fields.has(8);
    }

    public MixedView removeWords() {
        fields.remove(8);
        return this;
    }

    public @Nullable List<String> words() {
        return fields.read(8, Mixed::readWords);
    }

    public MixedView words(List<String> value) {
        fields.set(8, lengths -> Mixed.wordsLength(value, lengths), (out, at) -> Mixed.writeWords(out, at, value));
        return this;
    }

    public boolean hasLabels() {
        return fields.has(9);
    }

    public MixedView removeLabels() {
        fields.remove(9);
        return this;
    }

    public @Nullable Map<String, String> labels() {
        return fields.read(9, Mixed::readLabels);
    }

    public MixedView labels(Map<String, String> value) {
        fields.set(9, lengths -> Mixed.labelsLength(value, lengths), (out, at) -> Mixed.writeLabels(out, at, value));
        return this;
    }

    public boolean hasItems() {
        return fields.has(10);
    }

    public MixedView removeItems() {
        fields.remove(10);
        return this;
    }

    public @Nullable List<Item> items() {
        return fields.read(10, Mixed::readItems);
    }

    public MixedView items(List<Item> value) {
        fields.set(10, lengths -> Mixed.itemsLength(value, lengths), (out, at) -> Mixed.writeItems(out, at, value));
        return this;
    }

    public boolean hasCounts() {
        return fields.has(11);
    }

    public MixedView removeCounts() {
        fields.remove(11);
        return this;
    }

    public @Nullable IntLongMap counts() {
        return fields.read(11, Mixed::readCounts);
    }

    public MixedView counts(IntLongMap value) {
        fields.set(11, lengths -> Mixed.countsLength(value, lengths), (out, at) -> Mixed.writeCounts(out, at, value));
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
