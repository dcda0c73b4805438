package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import java.util.List;

/**
 * A type as it is written.
 *
 * <p>The {@code cppType} of containers is what stands behind {@code cpp_type}, or empty; of no meaning here.
 */
public sealed interface TypeExpression {

    /** Where it starts. */
    IdlPosition position();

    /** What stands in parentheses behind it. */
    List<Annotation> annotations();

    /** A type of the language. */
    record Base(IdlPosition position, BaseType type, List<Annotation> annotations) implements TypeExpression {}

    /**
     * A type of this file or an included one.
     *
     * @param name as written: with the included file's name and a dot before it, or without
     */
    record Named(IdlPosition position, String name, List<Annotation> annotations) implements TypeExpression {}

    /** Elements in order. */
    record ListOf(IdlPosition position, TypeExpression element, String cppType, List<Annotation> annotations)
            implements TypeExpression {}

    /** Elements, none twice. */
    record SetOf(IdlPosition position, TypeExpression element, String cppType, List<Annotation> annotations)
            implements TypeExpression {}

    /** Values by their keys. */
    record MapOf(
            IdlPosition position,
            TypeExpression key,
            TypeExpression value,
            String cppType,
            List<Annotation> annotations)
            implements TypeExpression {}
}
