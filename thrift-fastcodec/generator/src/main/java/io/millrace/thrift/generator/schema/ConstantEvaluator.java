package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.ConstExpression;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives expressions of one file the values of their types. The stack is bounded by the parser's limit on nesting. */
final class ConstantEvaluator {
    private final Scope scope;
    private final Scopes scopes;
    private final ConstantNames names;
    private final Problems problems;

    /** Constants whose own fault is known: naming them is no further one. */
    private final Set<String> failed = new HashSet<>();

    private long valuesLeft = SchemaLimits.VALUES;

    ConstantEvaluator(Scope scope, Scopes scopes, Problems problems) {
        this.scope = scope;
        this.scopes = scopes;
        this.names = new ConstantNames(scope, scopes);
        this.problems = problems;
    }

    /** Lets a constant be named; one that could not be evaluated is named in vain. */
    void define(String name, @Nullable SizedConstant constant) {
        if (constant == null) {
            failed.add(name);
        } else {
            scope.constants.put(name, constant);
        }
    }

    /** The value, or null after a report. */
    @Nullable
    SizedConstant evaluate(ConstExpression expression, ThriftType type) {
        SizedConstant value = part(expression, type);
        valuesLeft -= value == null ? 0 : value.values();
        return value;
    }

    /** A value that is small enough to be walked, and so to be hashed and compared. */
    private @Nullable SizedConstant part(ConstExpression expression, ThriftType type) {
        SizedConstant value = value(expression, type);
        if (value != null && (value.depth() > SchemaLimits.DEPTH || value.values() > valuesLeft)) {
            problems.report(
                    Kind.LIMIT,
                    expression.position(),
                    "value too large without its names (expected: <= " + SchemaLimits.DEPTH + " levels, "
                            + SchemaLimits.VALUES + " values in a file)");
            return null;
        }
        return value;
    }

    private @Nullable SizedConstant value(ConstExpression expression, ThriftType type) {
        if (expression instanceof ConstExpression.Name name) {
            return named(name, type);
        } else if (type instanceof ThriftType.Base base) {
            ConstantValue value = Literals.value(expression, base.type());
            return value == null ? misfit(expression, type) : new SizedConstant(type, value, 1, 1);
        } else if (type instanceof ThriftType.EnumOf enumOf) {
            return numbered(expression, enumOf);
        } else if (type instanceof ThriftType.ListOf list) {
            return items(expression, type, list.element(), false);
        } else if (type instanceof ThriftType.SetOf set) {
            return items(expression, type, set.element(), true);
        } else if (type instanceof ThriftType.MapOf map) {
            return entries(expression, map);
        }
        return fields(expression, (ThriftType.StructOf) type);
    }

    private @Nullable SizedConstant named(ConstExpression.Name name, ThriftType type) {
        if (type instanceof ThriftType.EnumOf enumOf) {
            SizedConstant item = names.item(enumOf, lastPart(name.name()));
            if (item != null) {
                return item;
            }
        }
        SizedConstant constant = names.find(name.name(), name.position());
        if (constant == null) {
            if (!failed.contains(name.name())) {
                problems.report(Kind.NAME, name.position(), "unknown constant or enum value: " + name.name());
            }
            return null;
        }
        if (constant.type().equals(type)) {
            return constant;
        }
        ConstExpression literal = type instanceof ThriftType.Base ? Literals.literal(name, constant.value()) : null;
        return literal == null
                ? misfit(name, type, "constant " + name.name() + " of " + constant.type())
                : value(literal, type);
    }

    /** Where an enum is expected what stands before its value's name says nothing, to Apache's compiler and so to its users. */
    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private @Nullable SizedConstant numbered(ConstExpression expression, ThriftType.EnumOf type) {
        SizedConstant item = expression instanceof ConstExpression.Whole whole ? names.item(type, whole.value()) : null;
        return item == null ? misfit(expression, type) : item;
    }

    private @Nullable SizedConstant items(
            ConstExpression expression, ThriftType type, ThriftType element, boolean distinct) {
        if (expression instanceof ConstExpression.Pairs pairs && pairs.pairs().isEmpty()) {
            return new SizedConstant(type, new ConstantValue.Items(List.of()), 1, 1);
        }
        if (!(expression instanceof ConstExpression.Items list)) {
            return misfit(expression, type);
        }
        Collected collected = new Collected(valuesLeft);
        Set<ConstantValue> seen = new HashSet<>();
        List<ConstantValue> values = new ArrayList<>();
        for (ConstExpression part : list.values()) {
            if (collected.isFull()) {
                break;
            }
            SizedConstant value = collected.add(part(part, element));
            if (value != null && distinct && !seen.add(value.value())) {
                problems.warn(Kind.TYPE, part.position(), "twice in a set: " + Wording.of(part));
            } else if (value != null) {
                values.add(value.value());
            }
        }
        return collected.sized(type, new ConstantValue.Items(List.copyOf(values)));
    }

    private @Nullable SizedConstant entries(ConstExpression expression, ThriftType.MapOf type) {
        if (expression instanceof ConstExpression.Items items && items.values().isEmpty()) {
            return new SizedConstant(type, new ConstantValue.Entries(List.of()), 1, 1);
        }
        if (!(expression instanceof ConstExpression.Pairs map)) {
            return misfit(expression, type);
        }
        Collected collected = new Collected(valuesLeft);
        Set<ConstantValue> keys = new HashSet<>();
        List<ConstantValue.Entries.Entry> entries = new ArrayList<>();
        for (ConstExpression.Pairs.Pair pair : map.pairs()) {
            if (collected.isFull()) {
                break;
            }
            SizedConstant key = collected.add(part(pair.key(), type.key()));
            SizedConstant value = collected.add(part(pair.value(), type.value()));
            if (key != null && !keys.add(key.value())) {
                problems.report(Kind.TYPE, pair.key().position(), "twice a key in a map: " + Wording.of(pair.key()));
            } else if (key != null && value != null) {
                entries.add(new ConstantValue.Entries.Entry(key.value(), value.value()));
            }
        }
        return collected.sized(type, new ConstantValue.Entries(List.copyOf(entries)));
    }

    private @Nullable SizedConstant fields(ConstExpression expression, ThriftType.StructOf type) {
        if (!(expression instanceof ConstExpression.Pairs map)) {
            return misfit(expression, type);
        }
        StructShape shape = scopes.shape(type.name());
        Collected collected = new Collected(valuesLeft);
        Set<String> seen = new HashSet<>();
        List<ConstantValue.Fields.Setting> settings = new ArrayList<>();
        for (ConstExpression.Pairs.Pair pair : map.pairs()) {
            if (!(pair.key() instanceof ConstExpression.Text field)) {
                misfit(pair.key(), type, Wording.of(pair.key()) + " as a field's name");
                continue;
            }
            ThriftType fieldType = shape.fields().get(field.value());
            if (fieldType == null) {
                problems.report(Kind.NAME, field.position(), "unknown field: " + field.value() + " of " + type);
            } else if (!seen.add(field.value())) {
                problems.report(Kind.NAME, field.position(), "twice a field: " + field.value() + " of " + type);
            } else {
                SizedConstant value = collected.add(part(pair.value(), fieldType));
                if (value != null) {
                    settings.add(new ConstantValue.Fields.Setting(field.value(), value.value()));
                }
            }
        }
        if (type.kind() == Definition.Struct.Kind.UNION && seen.size() > 1) {
            return misfit(expression, type, seen.size() + " fields of it");
        }
        return collected.sized(type, new ConstantValue.Fields(type.name(), List.copyOf(settings)));
    }

    private @Nullable SizedConstant misfit(ConstExpression expression, ThriftType type) {
        return misfit(expression, type, Wording.of(expression));
    }

    private @Nullable SizedConstant misfit(ConstExpression expression, ThriftType type, String found) {
        problems.report(Kind.TYPE, expression.position(), "expected a value of " + type + ", found " + found);
        return null;
    }
}
