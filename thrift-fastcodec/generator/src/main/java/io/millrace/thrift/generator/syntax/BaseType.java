package io.millrace.thrift.generator.syntax;

import org.jspecify.annotations.Nullable;

/** The types that the language itself has. {@code byte} is another word for {@code i8}. */
public enum BaseType {
    /** True or false. */
    BOOL("bool"),
    /** 8 bits, signed. */
    I8("i8"),
    /** 16 bits, signed. */
    I16("i16"),
    /** 32 bits, signed. */
    I32("i32"),
    /** 64 bits, signed. */
    I64("i64"),
    /** IEEE 754, 64 bits. */
    DOUBLE("double"),
    /** Text in UTF-8. */
    STRING("string"),
    /** Bytes. */
    BINARY("binary"),
    /** 128 bits, RFC 9562. */
    UUID("uuid");

    private final String word;

    BaseType(String word) {
        this.word = word;
    }

    /** The keyword. */
    public String word() {
        return word;
    }

    static @Nullable BaseType named(String word) {
        return switch (word) {
            case "bool" -> BOOL;
            case "byte", "i8" -> I8;
            case "i16" -> I16;
            case "i32" -> I32;
            case "i64" -> I64;
            case "double" -> DOUBLE;
            case "string" -> STRING;
            case "binary" -> BINARY;
            case "uuid" -> UUID;
            default -> null;
        };
    }
}
