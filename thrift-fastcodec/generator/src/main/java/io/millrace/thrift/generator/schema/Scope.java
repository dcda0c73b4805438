package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of one file, with what they have come to mean so far, and the way to those of the files that it includes. */
final class Scope {
    private final String file;
    private final Problems problems;
    private final Map<String, List<Scope>> included = new HashMap<>();
    private final Map<String, IdlPosition> typeNames = new HashMap<>();
    private final Map<String, IdlPosition> constantNames = new HashMap<>();

    /** Types without typedefs, by the name of a typedef, enum or struct. */
    final Map<String, ThriftType> types = new HashMap<>();

    final Map<String, EnumIndex> enums = new HashMap<>();
    final Map<String, StructShape> shapes = new HashMap<>();
    final Map<String, StructSize> sizes = new HashMap<>();
    final Map<String, SizedConstant> constants = new HashMap<>();
    final Map<String, TypeName> services = new HashMap<>();

    Scope(String file, Problems problems) {
        this.file = file;
        this.problems = problems;
    }

    /** What a scope has by a name that is its own. */
    interface Lookup<T> {
        @Nullable
        T in(Scope scope, String name);
    }

    String file() {
        return file;
    }

    TypeName typeName(String name) {
        return new TypeName(file, name);
    }

    void include(String program, Scope scope) {
        List<Scope> known = included.computeIfAbsent(program, name -> new ArrayList<>());
        if (!known.contains(scope)) {
            known.add(scope);
        }
    }

    /** Types and services share their names, constants have their own. Gives whether the name was free. */
    boolean declare(Definition definition) {
        Definition.Label label = definition.label();
        IdlPosition first = (definition instanceof Definition.Const ? constantNames : typeNames)
                .putIfAbsent(label.name(), label.position());
        if (first != null) {
            problems.report(
                    Kind.NAME, label.position(), "duplicate name: " + label.name() + " (first at " + first + ')');
        }
        return first == null;
    }

    /** What this file has by a name, or else a file that it includes: each dot may be the one behind that file's name. */
    <T> @Nullable T find(String name, IdlPosition position, Lookup<T> lookup) {
        T own = lookup.in(this, name);
        if (own != null) {
            return own;
        }
        T found = null;
        for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
            for (Scope scope : included.getOrDefault(name.substring(0, dot), List.of())) {
                T candidate = lookup.in(scope, name.substring(dot + 1));
                if (candidate != null && found != null) {
                    problems.report(Kind.NAME, position, "ambiguous name: " + name + " (two included files have it)");
                    return found;
                }
                found = candidate == null ? found : candidate;
            }
        }
        return found;
    }
}
