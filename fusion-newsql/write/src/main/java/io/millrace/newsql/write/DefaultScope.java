package io.millrace.newsql.write;

import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.plan.ColumnDefault;
import org.jspecify.annotations.Nullable;

/** The columns of a scope, and {@code DEFAULT(column)} of one table. */
record DefaultScope(TableInfo table, Scope columns) implements Scope {

    @Override
    public Expression resolve(@Nullable String schema, @Nullable String owner, String column, String clause) {
        return DEFAULTS.equals(owner)
                ? ColumnDefault.of(table, column, clause)
                : columns.resolve(schema, owner, column, clause);
    }
}
