package io.millrace.newsql.constraint;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The columns of one table, in the slots from 0 on. It remembers which were asked for. One thread. */
public final class ColumnScope implements Scope {

    private final List<ColumnInfo> columns;
    private final Set<Integer> used = new TreeSet<>();

    public ColumnScope(List<ColumnInfo> columns) {
        this.columns = columns;
    }

    /** Ordinals of the columns that were asked for. */
    public Set<Integer> used() {
        return used;
    }

    @Override
    public Expression resolve(@Nullable String schema, @Nullable String table, String column, String clause) {
        for (int i = 0; i < columns.size(); i++) {
            ColumnInfo each = columns.get(i);
            if (each.name().equalsIgnoreCase(column)) {
                used.add(i);
                return column(each.type(), each.nullable() || each.isGenerated(), i);
            }
        }
        throw SqlErrors.unknownColumn(column, clause);
    }

    /** A column's value as expressions hold it: a TIMESTAMP in the session's zone. */
    static Expression column(SqlType type, boolean nullable, int slot) {
        if (type.id() != TypeId.TIMESTAMP) {
            return Expression.slot(type, nullable, slot);
        }
        return new Expression(type, nullable, false, frame -> {
            Object micros = frame.slots()[slot];
            return micros == null
                    ? null
                    : (Object) Temporals.fromEpochMicros(
                            (Long) micros, frame.session().zone());
        });
    }
}
