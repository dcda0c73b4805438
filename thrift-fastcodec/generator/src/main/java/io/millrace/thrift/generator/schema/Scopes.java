package io.millrace.thrift.generator.schema;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The scopes of all files read so far: where a name that has been resolved leads to. */
final class Scopes {
    private final Map<String, Scope> byFile = new HashMap<>();

    void add(Scope scope) {
        byFile.put(scope.file(), scope);
    }

    Scope of(String file) {
        return Objects.requireNonNull(byFile.get(file), file);
    }

    StructShape shape(TypeName name) {
        return Objects.requireNonNull(of(name.file()).shapes.get(name.name()), name.name());
    }

    EnumIndex enumeration(TypeName name) {
        return Objects.requireNonNull(of(name.file()).enums.get(name.name()), name.name());
    }
}
