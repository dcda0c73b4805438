package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;

/** Containers that are read into: their header, and room for what it claims. */
final class NewContainer {

    private NewContainer() {}

    /**
     * Declares the count and the container.
     *
     * @param place the argument before the types in a call of the input: {@code "to, "} or empty
     */
    static void add(
            CodeBlock.Builder code, JavaTypes types, ThriftType type, String container, String count, String place) {
        if (type instanceof ThriftType.MapOf map) {
            code.addStatement(
                    "int $L = in.map($L$T.$L, $T.$L)",
                    count,
                    place,
                    Runtime.WIRE_TYPE,
                    JavaTypes.wire(map.key()),
                    Runtime.WIRE_TYPE,
                    JavaTypes.wire(map.value()));
        } else {
            code.addStatement(
                    "int $L = in.$L($L$T.$L)",
                    count,
                    type instanceof ThriftType.SetOf ? "set" : "list",
                    place,
                    Runtime.WIRE_TYPE,
                    JavaTypes.wire(Elements.of(type)));
        }
        code.addStatement("$T $L = $L", types.java(type), container, creation(type, count));
    }

    private static CodeBlock creation(ThriftType type, String count) {
        if (type instanceof ThriftType.ListOf) {
            return CodeBlock.of("new $T<>($L)", ArrayList.class, count);
        } else if (type instanceof ThriftType.MapOf map && Primitive.map(map) != null) {
            return CodeBlock.of("new $T($L)", Primitive.map(map), count);
        }
        return CodeBlock.of(
                "new $T<>($T.tableSize($L))",
                type instanceof ThriftType.SetOf ? LinkedHashSet.class : LinkedHashMap.class,
                Runtime.BINARY_INPUT,
                count);
    }
}
