package io.millrace.newsql.execute;

import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.SessionScopes;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EmbeddedStorage;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.transaction.Transactions;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Tables of three numbers (id, k, v) on a real store, without a server. */
final class StoredTables implements AutoCloseable {

    private static final long BYTES_MAX = 64L << 20;
    private static final long LOCK_NANOS = 1_000_000_000L;

    private final NodeStore store;
    private final Transactions transactions;
    private MemoryBudget budget = MemoryBudget.ofStatement(BYTES_MAX);
    private final Map<String, TableRef> tables = new HashMap<>();

    StoredTables(Path directory) {
        store = NodeStore.open(directory, StoreConfig.defaults());
        transactions = new Transactions(new EmbeddedStorage(store), BYTES_MAX);
    }

    /** Makes a table, with an index over k or without. */
    void create(String name, boolean indexed, List<@Nullable Object[]> rows) {
        long id = 10L * (tables.size() + 1);
        IndexInfo primary = new IndexInfo(0, IndexInfo.PRIMARY, true, List.of(new IndexInfo.Part(0, 0, false)), "");
        IndexInfo byK = new IndexInfo(id + 1, "k", false, List.of(new IndexInfo.Part(1, 0, false)), "");
        List<ColumnInfo> columns = List.of(column(0, "id", false), column(1, "k", true), column(2, "v", true));
        TableInfo info = new TableInfo(
                id, 1, "s", name, columns, primary, indexed ? List.of(byK) : List.of(), 3, "binary", "", 0);
        TableLayout layout = new TableLayout(info);
        Transaction transaction = begin();
        for (@Nullable Object[] row : rows) {
            byte[] key = layout.rowKey(row, 0);
            put(transaction, Area.ROWS, id, key, layout.rows().encode(row, 1));
            for (IndexKeys index : layout.indexes()) {
                put(
                        transaction,
                        Area.ENTRIES,
                        index.index().id(),
                        index.entryKey(row, key),
                        index.entryValue(row, key));
            }
        }
        transaction.commit();
        tables.put(name, new TableRef(info, layout, null));
    }

    private static ColumnInfo column(int id, String name, boolean nullable) {
        return new ColumnInfo(id, name, SqlType.BIGINT, nullable, null, null, 1, false, false, "");
    }

    private static void put(Transaction transaction, Area area, long owner, byte[] key, byte[] value) {
        transaction.lock(area, key, LockWait.WAIT);
        transaction.write(area, owner, 1, key, value);
    }

    SelectPlan plan(String sql) {
        StatementText text = StatementText.split(sql).get(0);
        SQLSelectStatement parsed = (SQLSelectStatement) SqlParser.parse(text, text.whole());
        return new Planner(this::find, List.of(), SessionScopes.NONE).select(parsed.getSelect(), List.of());
    }

    private TableRef find(@Nullable String schema, String name) {
        TableRef table = tables.get(name);
        if (table == null) {
            throw SqlErrors.unknownTable("s", name);
        }
        return table;
    }

    Transaction begin() {
        return transactions.begin(Isolation.REPEATABLE_READ, LOCK_NANOS);
    }

    /** What queries may hold from now on. */
    void limit(MemoryBudget to) {
        budget = to;
    }

    /** The rows that a query gives, each as text. */
    List<String> query(String sql) {
        Transaction transaction = begin();
        try {
            return query(sql, transaction);
        } finally {
            transaction.rollback();
        }
    }

    /** The rows that a query gives within a transaction. */
    List<String> query(String sql, Transaction transaction) {
        SelectPlan plan = plan(sql);
        View view = plan.lock() == null ? transaction.consistentView() : transaction.currentView();
        List<String> rows = new ArrayList<>();
        try (Execution execution = new Execution(SessionScopes.NONE, List.of(), transaction, view, null, budget)) {
            SelectRun.run(plan, execution, values -> rows.add(text(values)));
        }
        return rows;
    }

    /** Runs something of one statement. */
    long run(ToLongFunction<Execution> run) {
        Transaction transaction = begin();
        try {
            return run.applyAsLong(new Execution(
                    SessionScopes.NONE, List.of(), transaction, transaction.consistentView(), null, BYTES_MAX));
        } finally {
            transaction.rollback();
        }
    }

    static String text(@Nullable Object[] values) {
        StringBuilder out = new StringBuilder();
        for (Object value : values) {
            out.append(out.isEmpty() ? "" : ",").append(Objects.requireNonNullElse(value, "NULL"));
        }
        return out.toString();
    }

    @Override
    public void close() {
        store.close();
    }
}
