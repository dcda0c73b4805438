package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Something that a file gives a name to. */
public sealed interface Definition {

    /** Its name, comment, annotations and place. */
    Label label();

    /**
     * What everything with a name has.
     *
     * @param position of the name
     * @param doc the text of the {@code /**} comment before it without its stars, or empty
     */
    record Label(IdlPosition position, String name, String doc, List<Annotation> annotations) {}

    /** Another name of a type. */
    record Typedef(Label label, TypeExpression type) implements Definition {}

    /** A value with a name. */
    record Const(Label label, TypeExpression type, ConstExpression value) implements Definition {}

    /** Numbers with names. */
    record Enumeration(Label label, List<Item> items) implements Definition {

        /**
         * One of them.
         *
         * @param value the number if one is given; else it is one more than the number before, or 0
         */
        public record Item(Label label, OptionalLong value) {}
    }

    /** Strings that a value is one of; on the wire and in code a string. */
    record Senum(Label label, List<String> values) implements Definition {}

    /** A struct, union or exception. */
    record Struct(Label label, Kind kind, boolean xsdAll, List<Field> fields) implements Definition {

        /** Which of the three. */
        public enum Kind {
            /** All of its fields. */
            STRUCT,
            /** One of its fields. */
            UNION,
            /** A struct that a function can throw. */
            EXCEPTION
        }
    }

    /**
     * Functions that one server answers.
     *
     * @param parent the service that it extends, as written
     */
    record Service(Label label, Optional<Parent> parent, List<Function> functions) implements Definition {

        /** The name of the service that is extended. */
        public record Parent(IdlPosition position, String name) {}
    }

    /**
     * One function of a service.
     *
     * @param result empty for {@code void}
     */
    record Function(
            Label label,
            boolean oneway,
            Optional<TypeExpression> result,
            List<Field> arguments,
            List<Field> exceptions) {}
}
