package io.millrace.newsql.plan;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tables of a FROM, as names of columns find them. It remembers which columns were asked for. */
final class FromScope implements Scope {

    /** One table, with its columns in the slots from {@code offset} on. */
    static final class Entry {
        final TableRef table;
        final String alias;
        final int offset;
        final boolean[] wanted;
        final boolean outer;

        /** Columns that a USING has merged into those of an earlier table. */
        final Set<String> merged = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

        Entry(TableRef table, String alias, int offset, boolean outer) {
            this.table = table;
            this.alias = alias;
            this.offset = offset;
            this.outer = outer;
            this.wanted = new boolean[table.info().columns().size()];
        }
    }

    /** A column that was found. */
    record Found(Entry entry, int ordinal) {
        ColumnInfo column() {
            return entry.table.info().columns().get(ordinal);
        }
    }

    final List<Entry> entries = new ArrayList<>();
    private BitSet touched = new BitSet();
    private int slots;

    Entry add(TableRef table, String alias, boolean outer) {
        for (Entry entry : entries) {
            if (entry.alias.equals(alias)
                    && entry.table.info().schema().equals(table.info().schema())) {
                throw SqlErrors.of(1066, "42000", "Not unique table/alias: '" + alias + "'");
            }
        }
        Entry entry = new Entry(table, alias, slots, outer);
        entries.add(entry);
        slots += table.info().columns().size();
        return entry;
    }

    int slots() {
        return slots;
    }

    /** Forgets which tables were touched. */
    void startTracking() {
        touched = new BitSet();
    }

    /** Tables that were touched since. */
    BitSet touched() {
        return (BitSet) touched.clone();
    }

    @Override
    public Expression resolve(@Nullable String schema, @Nullable String table, String column, String clause) {
        return expression(find(schema, table, column, clause));
    }

    Expression expression(Found found) {
        int index = entries.indexOf(found.entry());
        touched.set(index);
        found.entry().wanted[found.ordinal()] = true;
        ColumnInfo column = found.column();
        int slot = found.entry().offset + found.ordinal();
        boolean nullable = column.nullable() || found.entry().outer;
        return column(column.type(), nullable, slot);
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

    Found find(@Nullable String schema, @Nullable String table, String column, String clause) {
        Found found = null;
        for (Entry entry : entries) {
            boolean named = (table == null || entry.alias.equals(table))
                    && (schema == null || entry.table.info().schema().equals(schema));
            int ordinal = named ? entry.table.info().ordinalOf(column) : -1;
            if (ordinal < 0 || table == null && entry.merged.contains(column)) {
                continue;
            }
            if (found != null) {
                throw SqlErrors.ambiguousColumn(name(table, column), clause);
            }
            found = new Found(entry, ordinal);
        }
        if (found == null) {
            throw SqlErrors.unknownColumn(name(table, column), clause);
        }
        return found;
    }

    private static String name(@Nullable String table, String column) {
        return table == null ? column : table + "." + column;
    }
}
