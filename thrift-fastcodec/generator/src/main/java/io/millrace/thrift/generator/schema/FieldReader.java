package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.Field;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives fields their ids and types, and later their defaults. */
final class FieldReader {
    private final TypeResolver types;
    private final ConstantEvaluator constants;
    private final Problems problems;

    FieldReader(TypeResolver types, ConstantEvaluator constants, Problems problems) {
        this.types = types;
        this.constants = constants;
        this.problems = problems;
    }

    /** What the fields belong to. */
    enum Place {
        STRUCT,
        UNION,
        ARGUMENTS
    }

    /** Fields whose type is known; the others have been reported. */
    List<FieldDraft> drafts(List<Field> fields, Place place) {
        List<FieldDraft> drafts = new ArrayList<>();
        Map<Long, String> ids = new HashMap<>();
        Set<String> names = new HashSet<>();
        long nextImplicit = -1;
        for (Field field : fields) {
            long id = field.id().orElse(nextImplicit);
            if (id <= 0) {
                id = nextImplicit--;
                warnOfImplicit(field, id);
            }
            checkId(field, id, ids.putIfAbsent(id, field.label().name()));
            if (!names.add(field.label().name())) {
                report(field, "duplicate field: " + field.label().name());
            }
            ThriftType type = types.type(field.type());
            if (type != null) {
                drafts.add(new FieldDraft(field, (short) id, type, requiredness(field, place)));
            }
        }
        return List.copyOf(drafts);
    }

    /** Zero and below are not for users to give: Apache's compiler counts down from -1 instead, and so does the wire. */
    private void warnOfImplicit(Field field, long id) {
        String written = field.id().isPresent() ? "field id " + field.id().getAsLong() + " not used" : "no field id";
        problems.warn(
                Kind.NAME,
                field.label().position(),
                written + ": " + field.label().name() + " gets " + id);
    }

    private void checkId(Field field, long id, @Nullable String other) {
        if (id != (short) id) {
            report(field, "field id out of range: " + id + " (expected: <= " + Short.MAX_VALUE + ')');
        } else if (other != null) {
            report(
                    field,
                    "duplicate field id: " + id + " of " + other + " and "
                            + field.label().name());
        }
    }

    private void report(Field field, String message) {
        problems.report(Kind.NAME, field.label().position(), message);
    }

    private static Field.Requiredness requiredness(Field field, Place place) {
        return switch (place) {
            case UNION -> Field.Requiredness.OPTIONAL;
            case STRUCT -> field.requiredness();
            case ARGUMENTS -> field.requiredness() == Field.Requiredness.OPTIONAL
                    ? Field.Requiredness.DEFAULT
                    : field.requiredness();
        };
    }

    List<FieldSchema> finish(List<FieldDraft> drafts) {
        List<FieldSchema> fields = new ArrayList<>();
        for (FieldDraft draft : drafts) {
            Optional<ConstantValue> value = draft.field()
                    .defaultValue()
                    .flatMap(expression -> Optional.ofNullable(constants.evaluate(expression, draft.type())))
                    .map(SizedConstant::value);
            fields.add(draft.finished(value));
        }
        return List.copyOf(fields);
    }
}
