package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import io.millrace.thrift.generator.schema.ThriftType;
import io.millrace.thrift.generator.syntax.BaseType;
import org.jspecify.annotations.Nullable;

/** A type whose values are no objects in Java, and what holds many of them. */
enum Primitive {
    BOOL(TypeName.BOOLEAN, "BooleanList", "booleans", "false"),
    I8(TypeName.BYTE, "ByteList", "bytes", "0"),
    I16(TypeName.SHORT, "ShortList", "shorts", "0"),
    I32(TypeName.INT, "IntList", "ints", "0"),
    I64(TypeName.LONG, "LongList", "longs", "0"),
    DOUBLE(TypeName.DOUBLE, "DoubleList", "doubles", "0");

    private final TypeName java;
    private final ClassName list;
    private final String listCall;
    private final String zero;

    Primitive(TypeName java, String list, String listCall, String zero) {
        this.java = java;
        this.list = Runtime.named(list);
        this.listCall = listCall;
        this.zero = zero;
    }

    static @Nullable Primitive of(ThriftType type) {
        return type instanceof ThriftType.Base base ? of(base.type()) : null;
    }

    private static @Nullable Primitive of(BaseType type) {
        return switch (type) {
            case BOOL -> BOOL;
            case I8 -> I8;
            case I16 -> I16;
            case I32 -> I32;
            case I64 -> I64;
            case DOUBLE -> DOUBLE;
            case STRING, BINARY, UUID -> null;
        };
    }

    /** Of a list's elements, if the runtime has a list of them. */
    static @Nullable Primitive ofElements(ThriftType type) {
        return type instanceof ThriftType.ListOf list ? of(list.element()) : null;
    }

    /** The map that the runtime has of these, if it has one. */
    static @Nullable ClassName map(ThriftType.MapOf type) {
        Primitive key = of(type.key());
        Primitive value = of(type.value());
        boolean keys = key == I32 || key == I64;
        boolean values = value == I32 || value == I64 || value == DOUBLE;
        return keys && values ? Runtime.named(word(key) + word(value) + "Map") : null;
    }

    private static String word(@Nullable Primitive number) {
        return number == I32 ? "Int" : number == I64 ? "Long" : "Double";
    }

    TypeName java() {
        return java;
    }

    /** The runtime's list of them. */
    ClassName list() {
        return list;
    }

    /** How inputs and outputs call that list. */
    String listCall() {
        return listCall;
    }

    /** What a field holds that was not set. */
    String zero() {
        return zero;
    }
}
