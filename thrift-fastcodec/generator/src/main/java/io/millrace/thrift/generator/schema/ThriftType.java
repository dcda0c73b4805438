package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.syntax.BaseType;
import io.millrace.thrift.generator.syntax.Definition;
import java.util.Locale;

/** A type without typedefs. Structs and enums stand in it by name, so that types are finite where structs are not. */
public sealed interface ThriftType {

    /** A type of the language. */
    record Base(BaseType type) implements ThriftType {
        @Override
        public String toString() {
            return type.word();
        }
    }

    /** A number with a name, if the reader knows it; an {@code i32} on the wire. */
    record EnumOf(TypeName name) implements ThriftType {
        @Override
        public String toString() {
            return "enum " + name.name();
        }
    }

    /** A struct, union or exception. */
    record StructOf(TypeName name, Definition.Struct.Kind kind) implements ThriftType {
        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + ' ' + name.name();
        }
    }

    /** Elements in order. */
    record ListOf(ThriftType element) implements ThriftType {
        @Override
        public String toString() {
            return "list<" + element + '>';
        }
    }

    /** Elements, none twice. */
    record SetOf(ThriftType element) implements ThriftType {
        @Override
        public String toString() {
            return "set<" + element + '>';
        }
    }

    /** Values by their keys. */
    record MapOf(ThriftType key, ThriftType value) implements ThriftType {
        @Override
        public String toString() {
            return "map<" + key + ", " + value + '>';
        }
    }
}
