package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The columns of a scope, and {@code DEFAULT(column)} of one table. */
record DefaultScope(TableInfo table, Scope columns) implements Scope {

    @Override
    public Expression resolve(@Nullable String schema, @Nullable String owner, String column, String clause) {
        return DEFAULTS.equals(owner) ? value(table, column, clause) : columns.resolve(schema, owner, column, clause);
    }

    /** What a column is if nobody says. @throws io.millrace.newsql.mysql.SqlException 1054, 1364 */
    static Expression value(TableInfo table, String name, String clause) {
        int ordinal = table.ordinalOf(name);
        if (ordinal < 0) {
            throw SqlErrors.unknownColumn(name, clause);
        }
        ColumnInfo column = table.columns().get(ordinal);
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
        ColumnValues.Target target = new ColumnValues.Target(name, false, 1, ZoneOffset.UTC, 0, WarningSink.NONE);
        Object value = ColumnValues.assign(
                fallback.text(), SqlType.text(fallback.text().length()), column.type(), target);
        return Expression.constant(column.type(), value);
    }
}
