package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;

/** The classes that generated code calls, by name: the generator does not need them to be there. */
final class Runtime {
    private static final String PACKAGE = "io.millrace.thrift";

    static final ClassName BINARY_INPUT = named("BinaryInput");
    static final ClassName BINARY_OUTPUT = named("BinaryOutput");
    static final ClassName BYTES = named("Bytes");
    static final ClassName COMPACT_INPUT = named("CompactInput");
    static final ClassName COMPACT_OUTPUT = named("CompactOutput");
    static final ClassName DECLARED_EXCEPTION = named("ThriftDeclaredException");
    static final ClassName ENCODED_LENGTHS = named("EncodedLengths");
    static final ClassName STRUCT_TYPE = named("StructType");
    static final ClassName STRUCT_VIEW = named("StructView");
    static final ClassName THRIFT_CALLER = named("ThriftCaller");
    static final ClassName THRIFT_EXCEPTION = named("ThriftException");
    static final ClassName THRIFT_LIMITS = named("ThriftLimits");
    static final ClassName THRIFT_METHOD = named("ThriftMethod");
    static final ClassName THRIFT_ONEWAY_METHOD = named("ThriftOnewayMethod");
    static final ClassName THRIFT_SERVICE = named("ThriftService");
    static final ClassName THRIFT_STRUCT = named("ThriftStruct");
    static final ClassName UNKNOWN_FIELDS = named("UnknownFields");
    static final ClassName WIRE_TYPE = named("WireType");

    static final ClassName BYTE_BUF = ClassName.get("io.netty.buffer", "ByteBuf");
    static final ClassName NULLABLE = ClassName.get("org.jspecify.annotations", "Nullable");
    static final ClassName NULL_MARKED = ClassName.get("org.jspecify.annotations", "NullMarked");

    private Runtime() {}

    static ClassName named(String name) {
        return ClassName.get(PACKAGE, name);
    }
}
