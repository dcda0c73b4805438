package io.millrace.newsql.plan;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import java.time.ZoneOffset;

/** {@code DEFAULT(column)}. */
public final class ColumnDefault {

    private ColumnDefault() {}

    /** What a column is if nobody says. @throws io.millrace.newsql.mysql.SqlException 1054, 1364, 3773 */
    public static Expression of(TableInfo table, String name, String clause) {
        int ordinal = table.ordinalOf(name);
        if (ordinal < 0) {
            throw SqlErrors.unknownColumn(name, clause);
        }
        return of(table.columns().get(ordinal));
    }

    static Expression of(ColumnInfo column) {
        ColumnInfo.Fallback fallback = column.fallback();
        if (fallback == null && !column.nullable() || column.isGenerated()) {
            throw SqlErrors.noDefault(column.name());
        }
        if (fallback == null || fallback.kind() == ColumnInfo.Kind.NULL) {
            return Expression.constant(column.type(), null);
        }
        if (fallback.kind() != ColumnInfo.Kind.LITERAL) {
            throw SqlErrors.of(3773, "HY000", "DEFAULT function cannot be used with default value expressions");
        }
        ColumnValues.Target target =
                new ColumnValues.Target(column.name(), false, 1, ZoneOffset.UTC, 0, WarningSink.NONE);
        Object value = ColumnValues.assign(
                fallback.text(), SqlType.text(fallback.text().length()), column.type(), target);
        return Expression.constant(column.type(), value);
    }
}
