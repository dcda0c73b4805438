package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.CheckInfo;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.Generation;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.constraint.ColumnScope;
import io.millrace.newsql.constraint.StoredExpressions;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.Set;

/** What the expressions of a definition may refer to. */
final class ExpressionRules {

    private ExpressionRules() {}

    /** @throws io.millrace.newsql.mysql.SqlException 1054, 3107, 3109 for columns, 3818, 3820 for checks */
    static void check(TableInfo table) {
        List<ColumnInfo> columns = table.columns();
        for (int i = 0; i < columns.size(); i++) {
            ColumnInfo column = columns.get(i);
            Generation generation = column.generation();
            if (generation != null) {
                checkGenerated(columns, i, used(generation.expression(), columns, "generated column function"));
            }
            ColumnInfo.Fallback fallback = column.fallback();
            if (fallback != null && fallback.kind() == ColumnInfo.Kind.EXPRESSION) {
                used(fallback.text(), columns, "default value expression");
            }
        }
        table.checks().forEach(check -> check(check, columns));
    }

    /** Ordinals of the columns that an expression names. */
    static Set<Integer> used(String expression, List<ColumnInfo> columns, String clause) {
        ColumnScope scope = new ColumnScope(columns);
        StoredExpressions.compile(StoredExpressions.parse(expression), scope, clause);
        return scope.used();
    }

    private static void checkGenerated(List<ColumnInfo> columns, int ordinal, Set<Integer> used) {
        for (int each : used) {
            if (columns.get(each).autoIncrement()) {
                throw SqlErrors.of(
                        3109,
                        "HY000",
                        "Generated column '" + columns.get(ordinal).name()
                                + "' cannot refer to auto-increment column.");
            }
            if (each >= ordinal && columns.get(each).isGenerated()) {
                throw SqlErrors.of(
                        3107, "HY000", "Generated column can refer only to generated columns defined prior to it.");
            }
        }
    }

    private static void check(CheckInfo check, List<ColumnInfo> columns) {
        Set<Integer> used;
        try {
            used = used(check.expression(), columns, "check constraint");
        } catch (SqlException e) {
            if (e.code() == 1054) {
                throw SqlErrors.of(
                        3820,
                        "HY000",
                        "Check constraint '" + check.name() + "' refers to non-existing column: " + e.getMessage());
            }
            throw e;
        }
        if (used.stream().anyMatch(each -> columns.get(each).autoIncrement())) {
            throw SqlErrors.of(
                    3818, "HY000", "Check constraint '" + check.name() + "' cannot refer to an auto-increment column.");
        }
    }

    /** Refuses to lose or rename a column that an expression names. */
    static void checkUnused(TableDraft draft, int ordinal) {
        ColumnInfo column = draft.columns.get(ordinal);
        for (ColumnInfo other : draft.columns) {
            Generation generation = other.generation();
            if (generation != null
                    && other != column
                    && used(generation.expression(), draft.columns, "generated column function")
                            .contains(ordinal)) {
                throw SqlErrors.of(3108, "HY000", "Column '" + column.name() + "' has a generated column dependency.");
            }
        }
        for (CheckInfo check : draft.checks) {
            if (used(check.expression(), draft.columns, "check constraint").contains(ordinal)) {
                throw SqlErrors.of(
                        3959,
                        "HY000",
                        "Check constraint '" + check.name() + "' uses column '" + column.name()
                                + "', hence column cannot be dropped or renamed.");
            }
        }
    }
}
