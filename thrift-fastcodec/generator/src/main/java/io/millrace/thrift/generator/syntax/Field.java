package io.millrace.thrift.generator.syntax;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A field of a struct, an argument or an exception of a function.
 *
 * @param id as written, unchecked; empty if none is written
 * @param reference whether an {@code &} stands before the name; of no meaning for Java
 * @param xsd what the generator of XML schemas is told; of no meaning here
 */
public record Field(
        Definition.Label label,
        OptionalLong id,
        Requiredness requiredness,
        TypeExpression type,
        boolean reference,
        Optional<ConstExpression> defaultValue,
        Xsd xsd) {

    /** Whether a field is always there. */
    public enum Requiredness {
        /** Written if set, asked for by nobody: what is meant if nothing is said. */
        DEFAULT,
        /** A message without it is malformed. */
        REQUIRED,
        /** May be absent. */
        OPTIONAL
    }

    /**
     * Words for XML schemas.
     *
     * @param attributes the fields within {@code xsd_attrs { }}
     */
    public record Xsd(boolean optional, boolean nillable, List<Field> attributes) {
        static final Xsd NONE = new Xsd(false, false, List.of());
    }
}
