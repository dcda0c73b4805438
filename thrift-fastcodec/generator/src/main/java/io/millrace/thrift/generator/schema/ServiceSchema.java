package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.syntax.Annotation;
import java.util.List;
import java.util.Optional;

/**
 * Functions that one server answers.
 *
 * @param parent whose functions it has, too
 * @param functions its own
 */
public record ServiceSchema(
        IdlPosition position,
        TypeName name,
        Optional<TypeName> parent,
        List<Function> functions,
        String doc,
        List<Annotation> annotations) {

    /**
     * One of them.
     *
     * @param oneway whether nothing is answered, not even an exception
     * @param result empty for {@code void}
     */
    public record Function(
            IdlPosition position,
            String name,
            boolean oneway,
            Optional<ThriftType> result,
            List<FieldSchema> arguments,
            List<FieldSchema> exceptions,
            String doc,
            List<Annotation> annotations) {}
}
