package io.millrace.newsql.definition;

import com.alibaba.druid.sql.dialect.mysql.parser.MySqlStatementParser;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.storage.StorageSnapshot;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A store with a schema {@code s}, whose definitions are changed by statements and whose rows are written without a plan. One thread. */
final class DefinitionFixture implements AutoCloseable {

    private final Path directory;
    private OrderedStore store;
    private SharedTables shared;
    private boolean foreignKeyChecks = true;

    DefinitionFixture(Path directory) {
        this.directory = directory;
        this.store = NodeStore.open(directory, StoreConfig.defaults());
        this.shared = new SharedTables(store);
        if (!shared.catalog().picture().schemas().containsKey("s")) {
            shared.catalog().createSchema("s", "utf8mb4_0900_ai_ci");
        }
    }

    void withoutForeignKeyChecks() {
        foreignKeyChecks = false;
    }

    /** As after a restart of the server. */
    void reopen() {
        store.close();
        store = NodeStore.open(directory, StoreConfig.defaults());
        shared = new SharedTables(store);
    }

    SharedTables shared() {
        return shared;
    }

    OrderedStore store() {
        return store;
    }

    long run(String sql) {
        return new DefinitionStatements(shared, new Session()).run(new MySqlStatementParser(sql).parseStatement());
    }

    TableInfo table(String name) {
        return shared.catalog().picture().table("s", name);
    }

    /** Inserts a row as a statement would, with entries in all indexes that take them. */
    void insert(String name, @Nullable Object... values) {
        TableLayout layout = new TableLayout(table(name));
        Transaction transaction = begin();
        byte[] rowKey = layout.rowKey(
                values,
                layout.primary() == null
                        ? shared.counters().takeRow(layout.table().id())
                        : 0);
        transaction.lock(Area.ROWS, rowKey, LockWait.WAIT);
        transaction.write(
                Area.ROWS,
                layout.table().id(),
                layout.table().version(),
                rowKey,
                layout.rows().encode(values, 1));
        layout.maintained().stream()
                .filter(TableLayout.Maintained::takesEntries)
                .forEach(index -> {
                    byte[] key = index.keys().entryKey(values, rowKey);
                    transaction.lock(Area.ENTRIES, key, LockWait.WAIT);
                    transaction.write(
                            Area.ENTRIES,
                            index.keys().index().id(),
                            layout.table().version(),
                            key,
                            index.keys().entryValue(values, rowKey));
                });
        transaction.commit();
    }

    Transaction begin() {
        return shared.transactions().begin(Isolation.REPEATABLE_READ, TimeUnit.SECONDS.toNanos(10));
    }

    /** All rows of a table, in the order of their keys. */
    List<List<@Nullable Object>> rows(String name) {
        TableLayout layout = new TableLayout(table(name));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (StorageSnapshot snapshot = shared.storage().snapshot();
                EntryCursor cursor =
                        snapshot.scan(Area.ROWS, layout.prefix(), IndexKeys.behind(layout.prefix()), false)) {
            while (cursor.next()) {
                @Nullable
                Object[] row = new @Nullable Object[layout.table().columns().size()];
                layout.rows().decode(cursor.value(), row, 0, null);
                rows.add(Arrays.asList(row));
            }
        }
        return rows;
    }

    TableReport check() {
        return TableCheck.check(store, CheckProgress.NONE);
    }

    @Override
    public void close() {
        store.close();
    }

    private final class Session implements DefinitionSession {

        @Override
        public void commit() {
            // Nothing is open.
        }

        @Override
        public String schema() {
            return "s";
        }

        @Override
        public String schemaOrFail() {
            return "s";
        }

        @Override
        public void leaveSchema() {
            throw new AssertionError("not dropped here");
        }

        @Override
        public void note(int code, String text) {
            throw new AssertionError(code + " " + text);
        }

        @Override
        public boolean foreignKeyChecks() {
            return foreignKeyChecks;
        }

        @Override
        public long lockWaitSeconds() {
            return 10;
        }
    }
}
