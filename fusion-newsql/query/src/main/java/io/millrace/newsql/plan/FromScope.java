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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a FROM, as names of columns find them, and the blocks around it. It remembers which columns were asked for. */
final class FromScope implements Scope {

    /** What names that the planner itself makes begin with. */
    static final String OWN = "\0";

    /** A column of an entry. */
    record Column(String name, SqlType type, boolean nullable) {}

    /** One table or derived table, with its columns in the slots from {@code offset} on. */
    static final class Entry {
        final int place;
        final @Nullable TableRef table;
        final String schema;
        final String alias;
        final int offset;
        final List<Column> columns;
        final boolean[] wanted;

        /** Whether its row may be one of NULLs. */
        boolean outer;

        /** The view that it is; null for any other. */
        @Nullable
        ViewText view;

        /** How its rows are locked; null if they are not. */
        @Nullable
        RowLock lock;

        Entry(int place, @Nullable TableRef table, String schema, String alias, int offset, List<Column> columns) {
            this.place = place;
            this.table = table;
            this.schema = schema;
            this.alias = alias;
            this.offset = offset;
            this.columns = columns;
            this.wanted = new boolean[columns.size()];
        }

        int ordinalOf(String column) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name().equalsIgnoreCase(column)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** A column that was found. */
    record Found(Entry entry, int ordinal) {
        Column column() {
            return entry.columns.get(ordinal);
        }
    }

    final List<Entry> entries = new ArrayList<>();
    private final @Nullable Scope outer;
    private final int depth;
    private final Map<String, Expression> own = new HashMap<>();
    private List<Found> visible = new ArrayList<>();
    private BitSet touched = new BitSet();
    private boolean touchedOuter;
    private boolean usesOuter;
    private int slots;

    /** @param outer the block around it; null for none */
    FromScope(@Nullable Scope outer) {
        this.outer = outer;
        this.depth = outer instanceof FromScope block ? block.depth + 1 : outer == null ? 0 : 1;
    }

    @Nullable
    Scope outer() {
        return outer;
    }

    /** How many blocks are around it. */
    int depth() {
        return depth;
    }

    /** Whether something was found in a block around it. */
    boolean usesOuter() {
        return usesOuter;
    }

    void markOuter() {
        usesOuter = true;
    }

    Entry add(TableRef table, String alias) {
        List<Column> columns = new ArrayList<>(table.info().columns().size());
        for (ColumnInfo column : table.info().columns()) {
            columns.add(new Column(column.name(), column.type().withoutZeros(), column.nullable()));
        }
        return add(table, table.info().schema(), alias, columns);
    }

    Entry add(@Nullable TableRef table, String schema, String alias, List<Column> columns) {
        for (Entry entry : entries) {
            if (entry.alias.equals(alias) && entry.schema.equals(schema)) {
                throw SqlErrors.of(1066, "42000", "Not unique table/alias: '" + alias + "'");
            }
        }
        Entry entry = new Entry(entries.size(), table, schema, alias, slots, columns);
        entries.add(entry);
        slots += columns.size();
        return entry;
    }

    int slots() {
        return slots;
    }

    /** Columns that have a name without their table's, in the order of {@code *}. */
    List<Found> visible() {
        return visible;
    }

    void show(List<Found> columns) {
        visible = columns;
    }

    /** Gives a name of the planner's own to an expression. */
    void define(String name, Expression expression) {
        own.put(name, expression);
    }

    /** Forgets which tables were touched. */
    void startTracking() {
        touched = new BitSet();
        touchedOuter = false;
    }

    /** Tables were touched by what is used once more. */
    void touch(BitSet tables) {
        touched.or(tables);
    }

    /** Tables that were touched since. */
    BitSet touched() {
        return (BitSet) touched.clone();
    }

    /** Whether something of a block around it was touched since. */
    boolean touchedOuter() {
        return touchedOuter;
    }

    @Override
    public Expression resolve(@Nullable String schema, @Nullable String table, String column, String clause) {
        if (column.startsWith(OWN)) {
            Expression found = own.get(column);
            if (found != null) {
                return found;
            }
        }
        boolean ofDefaults = DEFAULTS.equals(table);
        boolean ofValues = VALUES.equals(table);
        Found found = ofDefaults || ofValues ? findVisible(column, clause) : find(schema, table, column, clause);
        if (found != null) {
            // There is no row to be inserted here: VALUES(column) is NULL.
            return ofDefaults
                    ? fallback(found)
                    : ofValues ? Expression.constant(found.column().type(), null) : expression(found);
        }
        if (outer == null) {
            throw SqlErrors.unknownColumn(name(ofDefaults || ofValues ? null : table, column), clause);
        }
        Expression around = outer.resolve(schema, table, column, clause);
        usesOuter = true;
        touchedOuter = true;
        return new Expression(around.type(), around.nullable(), false, frame -> {
            QueryFrame block = QueryFrame.of(frame).outer();
            if (block == null) {
                throw new IllegalStateException("no row around the subquery: column=" + column);
            }
            return around.eval(block);
        });
    }

    /** {@code DEFAULT(column)}: a query's column has none. */
    private static Expression fallback(Found found) {
        TableRef table = found.entry().table;
        if (table == null) {
            throw SqlErrors.noDefault(found.column().name());
        }
        return ColumnDefault.of(table.info().columns().get(found.ordinal()));
    }

    Expression expression(Found found) {
        touched.set(found.entry().place);
        found.entry().wanted[found.ordinal()] = true;
        Column column = found.column();
        int slot = found.entry().offset + found.ordinal();
        boolean nullable = column.nullable() || found.entry().outer;
        return found.entry().table == null
                ? Expression.slot(column.type(), nullable, slot)
                : column(column.type(), nullable, slot);
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

    /** The column of this block; null if it has none of the name. @throws io.millrace.newsql.mysql.SqlException 1052 */
    @Nullable
    Found find(@Nullable String schema, @Nullable String table, String column, String clause) {
        return table == null ? findVisible(column, clause) : findOf(schema, table, column);
    }

    private @Nullable Found findVisible(String column, String clause) {
        Found found = null;
        for (Found each : visible) {
            if (each.column().name().equalsIgnoreCase(column)) {
                if (found != null) {
                    throw SqlErrors.ambiguousColumn(column, clause);
                }
                found = each;
            }
        }
        return found;
    }

    private @Nullable Found findOf(@Nullable String schema, String table, String column) {
        for (Entry entry : entries) {
            if (entry.alias.equals(table) && (schema == null || entry.schema.equals(schema)) && isVisible(entry)) {
                int ordinal = entry.ordinalOf(column);
                if (ordinal >= 0) {
                    return new Found(entry, ordinal);
                }
            }
        }
        return null;
    }

    /** A condition of a join sees only what is joined by it. */
    private boolean isVisible(Entry entry) {
        if (visible.isEmpty()) {
            return false;
        }
        int first = Integer.MAX_VALUE;
        for (Found each : visible) {
            first = Math.min(first, each.entry().place);
        }
        return entry.place >= first;
    }

    private static String name(@Nullable String table, String column) {
        return table == null ? column : table + "." + column;
    }
}
