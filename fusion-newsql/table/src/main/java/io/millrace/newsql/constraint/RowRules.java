package io.millrace.newsql.constraint;

import io.millrace.newsql.catalog.CheckInfo;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ColumnInfo.Fallback;
import io.millrace.newsql.catalog.Generation;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The compiled rules of one version of a table. Their columns are the slots from 0 on of the frame that they are asked with. <b>Threads.</b> Safe. */
public final class RowRules {

    private record Computed(int ordinal, Expression expression) {}

    private record Check(CheckInfo info, Expression expression) {}

    private final TableInfo table;
    private final List<Computed> generated = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final @Nullable Expression[] fallbacks;

    /** Compiles them. */
    public RowRules(TableInfo table) {
        this.table = table;
        List<ColumnInfo> columns = table.columns();
        fallbacks = new @Nullable Expression[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            Generation generation = columns.get(i).generation();
            if (generation != null) {
                generated.add(new Computed(
                        i, StoredExpressions.compile(generation.expression(), columns, "generated column function")));
            }
            Fallback fallback = columns.get(i).fallback();
            if (fallback != null && fallback.kind() == ColumnInfo.Kind.EXPRESSION) {
                fallbacks[i] = StoredExpressions.compile(fallback.text(), columns, "default value expression");
            }
        }
        for (CheckInfo check : table.checks()) {
            if (check.enforced()) {
                checks.add(
                        new Check(check, StoredExpressions.compile(check.expression(), columns, "check constraint")));
            }
        }
    }

    /** Whether a row is right as soon as its columns have their values. */
    public boolean isEmpty() {
        return generated.isEmpty() && checks.isEmpty();
    }

    public boolean hasGenerated() {
        return !generated.isEmpty();
    }

    /** The expression of a column's DEFAULT; null if it has none, or a literal. */
    public @Nullable Expression fallback(int ordinal) {
        return fallbacks[ordinal];
    }

    /** Computes the generated columns of a row, in their order, into the row and the frame's slots, which hold its other columns. */
    public void generate(@Nullable Object[] row, Frame frame, Function<ColumnInfo, ColumnValues.Target> targets) {
        for (Computed each : generated) {
            ColumnInfo column = table.columns().get(each.ordinal());
            Object value = each.expression().eval(frame);
            if (value == null && !column.nullable()) {
                throw SqlErrors.notNull(column.name());
            }
            Object assigned = value == null
                    ? null
                    : ColumnValues.assign(value, each.expression().type(), column.type(), targets.apply(column));
            row[each.ordinal()] = assigned;
            frame.slots()[each.ordinal()] = assigned;
        }
    }

    /** The error of the first CHECK that is false for the row in the frame's slots; null if none is. */
    public @Nullable SqlException violation(Frame frame) {
        for (Check each : checks) {
            Boolean truth = each.expression().truth(frame);
            if (truth != null && !truth) {
                return SqlErrors.of(
                        3819, "HY000", "Check constraint '" + each.info().name() + "' is violated.");
            }
        }
        return null;
    }
}
