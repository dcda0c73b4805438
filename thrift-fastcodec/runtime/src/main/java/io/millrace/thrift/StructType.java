package io.millrace.thrift;

/**
 * Reads structs of one type; each generated class has one as its constant {@code TYPE}.
 *
 * @param <T> the generated class
 */
public interface StructType<T extends ThriftStruct> {
    /** The name in the definition. */
    String name();

    /** The struct at {@code at}; {@link BinaryInput#position()} is behind it afterwards. */
    T readBinary(BinaryInput in, int at);

    /** The struct at the input's position, which is behind it afterwards. */
    T readCompact(CompactInput in);
}
