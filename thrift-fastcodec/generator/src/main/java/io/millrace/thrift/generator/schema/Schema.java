package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Files with all that they include, resolved. Immutable. */
public final class Schema {
    private final List<SchemaFile> files;
    private final List<IdlProblem> warnings;
    private final Map<TypeName, StructSchema> structs = new HashMap<>();
    private final Map<TypeName, EnumSchema> enums = new HashMap<>();
    private final Map<TypeName, ServiceSchema> services = new HashMap<>();

    Schema(List<SchemaFile> files, List<IdlProblem> warnings) {
        this.files = List.copyOf(files);
        this.warnings = warnings;
        for (SchemaFile file : files) {
            file.structs().forEach(struct -> structs.put(struct.name(), struct));
            file.enums().forEach(item -> enums.put(item.name(), item));
            file.services().forEach(service -> services.put(service.name(), service));
        }
    }

    /** All files, each after those that it includes. */
    public List<SchemaFile> files() {
        return files;
    }

    /** What can be meant and seldom is, at most a hundred. */
    public List<IdlProblem> warnings() {
        return warnings;
    }

    /**
     * The struct of a name.
     *
     * @throws IllegalArgumentException if there is none: the name is not of this schema
     */
    public StructSchema struct(TypeName name) {
        return known(structs.get(name), name);
    }

    /**
     * The enum of a name.
     *
     * @throws IllegalArgumentException if there is none: the name is not of this schema
     */
    public EnumSchema enumeration(TypeName name) {
        return known(enums.get(name), name);
    }

    /**
     * The service of a name.
     *
     * @throws IllegalArgumentException if there is none: the name is not of this schema
     */
    public ServiceSchema service(TypeName name) {
        return known(services.get(name), name);
    }

    private static <T> T known(@Nullable T found, TypeName name) {
        if (found == null) {
            throw new IllegalArgumentException("unknown name: " + name);
        }
        return found;
    }
}
