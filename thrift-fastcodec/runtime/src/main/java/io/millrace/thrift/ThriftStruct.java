package io.millrace.thrift;

/**
 * A struct, union or exception that was generated from its definition.
 *
 * <p>The methods are the codec's; {@link ThriftBinary} and {@link ThriftCompact} are for callers. <b>Threads.</b> An object is written by one thread at a time and
 * must not change meanwhile; if it does, the writer throws {@link ThriftException.Reason#CHANGED} rather than write past its place.
 */
public interface ThriftStruct {
    /** The size in the binary protocol, the closing STOP included; {@code lengths} learns the lengths of strings in the order in which they are written. */
    long binaryLength(EncodedLengths lengths);

    /** Writes the fields by id and the closing STOP at {@code at}, and returns the place behind. */
    int writeBinary(BinaryOutput out, int at);

    /** Writes the fields by id and the closing STOP. */
    void writeCompact(CompactOutput out);
}
