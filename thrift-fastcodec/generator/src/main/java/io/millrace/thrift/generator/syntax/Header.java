package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import java.util.List;

/** A line before the definitions. */
public sealed interface Header {

    /** Where it starts. */
    IdlPosition position();

    /**
     * Another IDL file, whose definitions are named with its name and a dot.
     *
     * @param path as it is written
     */
    record Include(IdlPosition position, String path) implements Header {}

    /**
     * A header of C++; of no meaning here.
     *
     * @param path as it is written
     */
    record CppInclude(IdlPosition position, String path) implements Header {}

    /**
     * Where a language keeps what is generated.
     *
     * @param scope the language, or {@code *} for all; any word is one
     */
    record Namespace(IdlPosition position, String scope, String name, List<Annotation> annotations) implements Header {}
}
