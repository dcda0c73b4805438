package io.millrace.thrift;

import java.util.function.ToLongFunction;

/** One value, for the encoder of whole structs. */
record EncodedValue(ToLongFunction<EncodedLengths> length, StructView.Writer writer) implements ThriftStruct {
    @Override
    public long binaryLength(EncodedLengths lengths) {
        return length.applyAsLong(lengths);
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        return writer.write(out, at);
    }

    @Override
    public void writeCompact(CompactOutput out) {
        throw new UnsupportedOperationException("views are of the binary protocol");
    }
}
