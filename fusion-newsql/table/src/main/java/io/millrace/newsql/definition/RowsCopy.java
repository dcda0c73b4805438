package io.millrace.newsql.definition;

import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.change.EventWriter;
import io.millrace.newsql.constraint.RowRules;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a table anew, as another definition has them, under another number, with all their index entries, while nobody else may write the table. Until the new
 * definition is in the catalog what was written is marked as garbage, so that a crash leaves none behind.
 */
final class RowsCopy {

    private static final int BATCH = 1000;
    private static final int BATCH_BYTES = 4 << 20;
    private static final int TOO_LONG = 1406;

    private final SharedTables shared;
    private final DefinitionSession session;
    private final TableLayout from;
    private final TableInfo to;
    private final TableLayout layout;
    private final RowRules rules;
    private final int[] sources;
    private final Frame frame;
    private final TreeSet<byte[]> batchKeys = new TreeSet<>(Arrays::compareUnsigned);
    private final boolean told;
    private StoreBatch batch = new StoreBatch();
    private EventWriter event;
    private long batchBytes;
    private long rows;

    RowsCopy(SharedTables shared, DefinitionSession session, TableInfo from, TableInfo to) {
        this.shared = shared;
        this.session = session;
        this.from = new TableLayout(from);
        this.to = to;
        this.told = !to.isTemporary();
        this.event = newEvent();
        this.layout = new TableLayout(to);
        this.rules = layout.rules();
        this.sources = new int[to.columns().size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = from.ordinalOfId(to.columns().get(i).id());
        }
        this.frame = new Frame(session.scope(), List.of(), sources.length);
    }

    /**
     * Copies all rows.
     *
     * @param last to be done with the copy, which is given up if it fails
     * @return how many
     * @throws SqlException 1062, 1138, 1264, 1265, 1292, 1366, 1406, 3819 … for a row that the new definition refuses; nothing is left then
     */
    long run(Runnable last) {
        List<Catalog.Garbage> marks = new ArrayList<>();
        marks.add(new Catalog.Garbage(true, to.id()));
        to.indexes().forEach(index -> marks.add(new Catalog.Garbage(false, index.id())));
        marks.forEach(mark -> shared.kept().add(mark.id()));
        shared.catalog().addGarbage(marks);
        boolean done = false;
        try (StoreSnapshot snapshot = shared.store().snapshot();
                StoreCursor cursor =
                        snapshot.scan(KeySpace.ROWS, from.prefix(), IndexKeys.behind(from.prefix()), false)) {
            @Nullable Object[] old = new @Nullable Object[from.table().columns().size()];
            while (cursor.next()) {
                if ((rows & 0xFF) == 0 && session.scope().isCancelled()) {
                    throw SqlErrors.interrupted();
                }
                rows++;
                from.rows().decode(cursor.value(), old, 0, null);
                write(converted(old));
            }
            flush();
            last.run();
            done = true;
        } finally {
            if (!done) {
                forget();
            }
        }
        return rows;
    }

    /** The definition is in the catalog, or is given up: what was written is no more garbage than that says. */
    void forget() {
        shared.kept().remove(to.id());
        to.indexes().forEach(index -> shared.kept().remove(index.id()));
        Garbage.collect(shared);
    }

    private @Nullable Object[] converted(@Nullable Object[] old) {
        @Nullable Object[] row = new @Nullable Object[sources.length];
        frame.replaceSlots(row);
        for (int i = 0; i < row.length; i++) {
            ColumnInfo column = to.columns().get(i);
            if (!column.isGenerated()) {
                row[i] = sources[i] < 0 ? added(i, column) : kept(old[sources[i]], sources[i], column);
            }
        }
        rules.generate(row, frame, this::target);
        SqlException violation = rules.violation(frame);
        if (violation != null) {
            throw violation;
        }
        return row;
    }

    private @Nullable Object kept(@Nullable Object value, int source, ColumnInfo column) {
        SqlType type = from.table().columns().get(source).type();
        if (value == null) {
            return column.nullable() ? null : refuseNull(column, type.equals(column.type()));
        }
        if (type.equals(column.type())) {
            return value;
        }
        Object held = type.id() == TypeId.TIMESTAMP
                ? io.millrace.newsql.type.Temporals.fromEpochMicros(
                        (Long) value, session.scope().zone())
                : value;
        try {
            return ColumnValues.assign(held, type, column.type(), target(column));
        } catch (SqlException e) {
            throw e.code() == TOO_LONG ? SqlErrors.truncated(column.name(), rows) : e;
        }
    }

    private @Nullable Object refuseNull(ColumnInfo column, boolean sameType) {
        if (column.autoIncrement()) {
            return shared.counters().take(to.id(), 1);
        }
        SqlException error = sameType
                ? SqlErrors.of(1138, "22004", "Invalid use of NULL value")
                : SqlErrors.truncated(column.name(), rows);
        if (session.strict()) {
            throw error;
        }
        session.scope().warnings().warn(error.code(), String.valueOf(error.getMessage()));
        return ColumnValues.assign("", SqlType.text(0), column.type(), lenient(column));
    }

    private @Nullable Object added(int ordinal, ColumnInfo column) {
        if (column.autoIncrement()) {
            return shared.counters().take(to.id(), 1);
        }
        Expression expression = rules.fallback(ordinal);
        if (expression != null) {
            Object value = expression.eval(frame);
            return value == null ? null : ColumnValues.assign(value, expression.type(), column.type(), target(column));
        }
        Object origin = layout.origin(ordinal);
        if (origin != null || column.nullable()) {
            return origin;
        }
        String zero = column.type().id() == TypeId.DATE ? "0000-00-00" : "0000-00-00 00:00:00";
        return ColumnValues.assign(
                column.type().isTemporal() ? zero : "", SqlType.text(zero.length()), column.type(), target(column));
    }

    private ColumnValues.Target target(ColumnInfo column) {
        return new ColumnValues.Target(
                column.name(),
                session.strict(),
                rows,
                session.scope().zone(),
                frame.today(),
                session.scope().warnings());
    }

    private ColumnValues.Target lenient(ColumnInfo column) {
        return new ColumnValues.Target(
                column.name(),
                false,
                rows,
                session.scope().zone(),
                frame.today(),
                io.millrace.newsql.type.WarningSink.NONE);
    }

    // ---- writing ----

    private void write(@Nullable Object[] row) {
        byte[] rowKey =
                layout.rowKey(row, layout.primary() == null ? shared.counters().takeRow(to.id()) : 0);
        byte[] encoded = layout.rows().encode(row, 1);
        put(KeySpace.ROWS, rowKey, encoded, layout.primary(), row);
        if (told) {
            event.row(to.id(), to.version(), rowKey, null, encoded);
        }
        for (IndexKeys index : layout.indexes()) {
            put(
                    KeySpace.INDEXES,
                    index.entryKey(row, rowKey),
                    index.entryValue(row, rowKey),
                    index.isClaim(row) ? index : null,
                    row);
        }
        batchBytes += encoded.length;
        if (batch.writes().size() >= BATCH || batchBytes >= BATCH_BYTES) {
            flush();
        }
    }

    /** @param unique index of which it must be the only one; null for none */
    private void put(KeySpace space, byte[] key, byte[] value, @Nullable IndexKeys unique, @Nullable Object[] row) {
        if (unique != null && (!batchKeys.add(key) || shared.store().get(space, key) != null)) {
            throw SqlErrors.duplicate(
                    unique.describe(row), to.name() + "." + unique.index().name());
        }
        batch.put(space, key, value);
    }

    private void flush() {
        if (!batch.writes().isEmpty()) {
            if (told) {
                batch.event(event.toBytes());
                event = newEvent();
            }
            shared.store().commit(batch).toCompletableFuture().join();
            batch = new StoreBatch();
            batchKeys.clear();
            batchBytes = 0;
        }
    }

    /** Followers cannot convert rows as a session would: they are told of each, as of an insert into the new number. */
    private EventWriter newEvent() {
        long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        return EventWriter.ofRows(shared.transactions().nextNumber(), micros);
    }
}
