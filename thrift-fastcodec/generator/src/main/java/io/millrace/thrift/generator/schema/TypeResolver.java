package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.BaseType;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Problems;
import io.millrace.thrift.generator.syntax.TypeExpression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives type expressions of one file their types. */
final class TypeResolver {

    /** A string under an old name; only where nothing else has that name. */
    private static final String SLIST = "slist";

    /** For a typedef that is wrong: its uses shall not be reported as well. */
    private static final ThriftType STAND_IN = new ThriftType.Base(BaseType.BINARY);

    private final Scope scope;
    private final Problems problems;

    TypeResolver(Scope scope, Problems problems) {
        this.scope = scope;
        this.problems = problems;
    }

    /** Puts what the file's typedefs come to into its scope. */
    void flatten(List<Definition.Typedef> typedefs) {
        Map<String, Definition.Typedef> byName = new LinkedHashMap<>();
        typedefs.forEach(typedef -> byName.put(typedef.label().name(), typedef));
        List<Definition.Typedef> order = DependencyOrder.of(
                byName.values(),
                typedef -> {
                    List<Definition.Typedef> needed = new ArrayList<>();
                    collect(typedef.type(), byName, needed);
                    return needed;
                },
                this::reportCycle);
        for (Definition.Typedef typedef : order) {
            String name = typedef.label().name();
            if (!scope.types.containsKey(name)) {
                ThriftType type = type(typedef.type());
                scope.types.put(name, type == null ? STAND_IN : type);
            }
        }
    }

    private void reportCycle(List<Definition.Typedef> circle) {
        List<String> names =
                circle.stream().map(typedef -> typedef.label().name()).toList();
        problems.report(Kind.CYCLE, circle.get(0).label().position(), "typedef cycle: " + Circle.of(names));
        names.forEach(name -> scope.types.put(name, STAND_IN));
    }

    private static void collect(
            TypeExpression type, Map<String, Definition.Typedef> typedefs, List<Definition.Typedef> needed) {
        if (type instanceof TypeExpression.Named named) {
            Definition.Typedef typedef = typedefs.get(named.name());
            if (typedef != null) {
                needed.add(typedef);
            }
        } else if (type instanceof TypeExpression.ListOf list) {
            collect(list.element(), typedefs, needed);
        } else if (type instanceof TypeExpression.SetOf set) {
            collect(set.element(), typedefs, needed);
        } else if (type instanceof TypeExpression.MapOf map) {
            collect(map.key(), typedefs, needed);
            collect(map.value(), typedefs, needed);
        }
    }

    /** The type, or null after a report. */
    @Nullable
    ThriftType type(TypeExpression expression) {
        ThriftType type = resolve(expression);
        if (type != null && (parts(type) > SchemaLimits.TYPE_PARTS || depth(type) > SchemaLimits.DEPTH)) {
            problems.report(
                    Kind.LIMIT,
                    expression.position(),
                    "type too large without its typedefs (expected: <= " + SchemaLimits.TYPE_PARTS + " parts, "
                            + SchemaLimits.DEPTH + " levels)");
            return null;
        }
        return type;
    }

    private @Nullable ThriftType resolve(TypeExpression expression) {
        if (expression instanceof TypeExpression.Base base) {
            return new ThriftType.Base(base.type());
        } else if (expression instanceof TypeExpression.Named named) {
            return named(named.name(), named.position());
        } else if (expression instanceof TypeExpression.ListOf list) {
            ThriftType element = resolve(list.element());
            return element == null ? null : new ThriftType.ListOf(element);
        } else if (expression instanceof TypeExpression.SetOf set) {
            ThriftType element = resolve(set.element());
            return element == null ? null : new ThriftType.SetOf(element);
        }
        TypeExpression.MapOf map = (TypeExpression.MapOf) expression;
        ThriftType key = resolve(map.key());
        ThriftType value = resolve(map.value());
        return key == null || value == null ? null : new ThriftType.MapOf(key, value);
    }

    private @Nullable ThriftType named(String name, IdlPosition position) {
        ThriftType type = scope.find(name, position, (where, own) -> where.types.get(own));
        if (type != null) {
            return type;
        }
        if (name.equals(SLIST)) {
            return new ThriftType.Base(BaseType.STRING);
        }
        boolean service = scope.find(name, position, (where, own) -> where.services.get(own)) != null;
        problems.report(
                service ? Kind.TYPE : Kind.NAME,
                position,
                service ? "a service is no type: " + name : "unknown type: " + name);
        return null;
    }

    /** Bounded, as typedefs are checked when they are declared and expressions by the parser. */
    private static int parts(ThriftType type) {
        if (type instanceof ThriftType.ListOf list) {
            return 1 + parts(list.element());
        } else if (type instanceof ThriftType.SetOf set) {
            return 1 + parts(set.element());
        } else if (type instanceof ThriftType.MapOf map) {
            return 1 + parts(map.key()) + parts(map.value());
        }
        return 1;
    }

    private static int depth(ThriftType type) {
        if (type instanceof ThriftType.ListOf list) {
            return 1 + depth(list.element());
        } else if (type instanceof ThriftType.SetOf set) {
            return 1 + depth(set.element());
        } else if (type instanceof ThriftType.MapOf map) {
            return 1 + Math.max(depth(map.key()), depth(map.value()));
        }
        return 1;
    }
}
