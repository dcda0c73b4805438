package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import io.millrace.thrift.generator.schema.ThriftType;
import io.millrace.thrift.generator.syntax.BaseType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What a type is in Java and on the wire. */
final class JavaTypes {
    private final JavaNames names;

    JavaTypes(JavaNames names) {
        this.names = names;
    }

    /** Of a field. */
    TypeName java(ThriftType type) {
        Primitive primitive = Primitive.of(type);
        return primitive == null ? reference(type) : primitive.java();
    }

    /** Of an element of a container. */
    TypeName boxed(ThriftType type) {
        return java(type).box();
    }

    private TypeName reference(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return ofBase(base.type());
        } else if (type instanceof ThriftType.ListOf list) {
            Primitive numbers = Primitive.ofElements(type);
            return numbers == null
                    ? ParameterizedTypeName.get(ClassName.get(List.class), boxed(list.element()))
                    : numbers.list();
        } else if (type instanceof ThriftType.SetOf set) {
            return ParameterizedTypeName.get(ClassName.get(Set.class), boxed(set.element()));
        } else if (type instanceof ThriftType.MapOf map) {
            ClassName numbers = Primitive.map(map);
            return numbers == null
                    ? ParameterizedTypeName.get(ClassName.get(Map.class), boxed(map.key()), boxed(map.value()))
                    : numbers;
        }
        return named(type);
    }

    /** The class of a struct or an enum. */
    ClassName named(ThriftType type) {
        return type instanceof ThriftType.EnumOf item
                ? names.of(item.name())
                : names.of(((ThriftType.StructOf) type).name());
    }

    private static TypeName ofBase(BaseType type) {
        return switch (type) {
            case STRING -> ClassName.get(String.class);
            case BINARY -> Runtime.BYTES;
            case UUID -> ClassName.get(UUID.class);
            case BOOL, I8, I16, I32, I64, DOUBLE -> throw new IllegalArgumentException("no reference: " + type);
        };
    }

    /** A name for a variable that does not hide a class: where both could be meant Java takes the variable. */
    String variable(String name) {
        return Character.isUpperCase(name.charAt(0)) || names.isClass(name) ? name + '_' : name;
    }

    static boolean isPrimitive(ThriftType type) {
        return Primitive.of(type) != null;
    }

    /** Whether a value is written and read by a loop, in a method of its own. */
    static boolean isLoop(ThriftType type) {
        return type instanceof ThriftType.SetOf
                || type instanceof ThriftType.MapOf
                || type instanceof ThriftType.ListOf && Primitive.ofElements(type) == null;
    }

    static boolean isText(ThriftType type) {
        return type instanceof ThriftType.Base base && base.type() == BaseType.STRING;
    }

    /** The constant of the runtime's {@code WireType}. */
    static String wire(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return switch (base.type()) {
                case BINARY -> "STRING";
                case I8 -> "BYTE";
                default -> base.type().name();
            };
        } else if (type instanceof ThriftType.EnumOf) {
            return "I32";
        } else if (type instanceof ThriftType.ListOf) {
            return "LIST";
        } else if (type instanceof ThriftType.SetOf) {
            return "SET";
        }
        return type instanceof ThriftType.MapOf ? "MAP" : "STRUCT";
    }

    /** The method of inputs and outputs for a type of the language; an enum goes as its number. */
    static String call(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return base.type() == BaseType.DOUBLE ? "f64" : base.type().word();
        }
        return "i32";
    }

    /** Bytes that each value takes in the binary protocol, or 0 if they differ. */
    static int fixed(ThriftType type) {
        if (type instanceof ThriftType.Base base) {
            return switch (base.type()) {
                case BOOL, I8 -> 1;
                case I16 -> 2;
                case I32 -> 4;
                case I64, DOUBLE -> 8;
                case UUID -> 16;
                case STRING, BINARY -> 0;
            };
        }
        return type instanceof ThriftType.EnumOf ? 4 : 0;
    }

    /** The fewest bytes that a value takes in the binary protocol. */
    static int smallest(ThriftType type) {
        if (type instanceof ThriftType.ListOf || type instanceof ThriftType.SetOf) {
            return 5;
        } else if (type instanceof ThriftType.MapOf) {
            return 6;
        } else if (type instanceof ThriftType.StructOf) {
            return 1;
        }
        return fixed(type) == 0 ? 4 : fixed(type);
    }
}
