package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.definition.CheckProgress;
import io.millrace.newsql.definition.DefinitionSession;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.definition.QueryColumn;
import io.millrace.newsql.definition.SharedTables;
import io.millrace.newsql.definition.TableCheck;
import io.millrace.newsql.definition.TableReport;
import io.millrace.newsql.execute.Execution;
import io.millrace.newsql.execute.SelectRun;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.expression.SessionScopes;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.StoreConfig;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.Tables;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.row.TableLayout;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.type.WarningSink;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A schema {@code s} on a real store, whose tables are defined, written and read by statements, without a server. One thread. */
final class WrittenTables implements AutoCloseable {

    private static final long BYTES_MAX = 64L << 20;

    private final NodeStore store;
    private final SharedTables shared;
    private final List<Integer> warnings = new ArrayList<>();
    private final SessionScope session = session();
    private WriteRun.Mode mode = new WriteRun.Mode(true, false, false, true);

    WrittenTables(Path directory) {
        store = NodeStore.open(directory, StoreConfig.defaults());
        shared = new SharedTables(store);
        shared.catalog().createSchema("s", "utf8mb4_0900_ai_ci");
    }

    /** How the statements to come write. */
    void mode(WriteRun.Mode newMode) {
        mode = newMode;
    }

    /** A session that is none but for its warnings. */
    private SessionScope session() {
        WarningSink sink = (code, message) -> warnings.add(code);
        return (SessionScope) Proxy.newProxyInstance(
                SessionScope.class.getClassLoader(),
                new Class<?>[] {SessionScope.class},
                (proxy, method, arguments) ->
                        method.getName().equals("warnings") ? sink : method.invoke(SessionScopes.NONE, arguments));
    }

    void define(String... statements) {
        for (String sql : statements) {
            new DefinitionStatements(shared, new Defining()).run(parse(sql));
        }
    }

    private static SQLStatement parse(String sql) {
        StatementText text = StatementText.split(sql).get(0);
        return SqlParser.parse(text, text.whole());
    }

    private Planner planner() {
        return new Planner(new Found(), List.of(), session);
    }

    /** Runs a change in a transaction of its own. */
    WriteRun.Result write(String sql) {
        Transaction transaction = begin();
        try {
            WriteRun.Result result = write(sql, transaction);
            transaction.commit();
            return result;
        } finally {
            transaction.rollback();
        }
    }

    WriteRun.Result write(String sql, Transaction transaction) {
        warnings.clear();
        Execution execution =
                new Execution(session, List.of(), transaction, transaction.currentView(), null, BYTES_MAX);
        try {
            return new WriteRun(execution, shared.counters(), mode).run(plan(parse(sql)));
        } finally {
            transaction.endStatement();
        }
    }

    private WritePlan plan(SQLStatement parsed) {
        WritePlanner planner = new WritePlanner(planner());
        if (parsed instanceof MySqlInsertStatement insert) {
            return planner.insert(insert);
        }
        if (parsed instanceof SQLReplaceStatement replace) {
            return planner.replace(replace);
        }
        return parsed instanceof SQLUpdateStatement update
                ? planner.update(update)
                : planner.delete((SQLDeleteStatement) parsed);
    }

    Transaction begin() {
        return shared.transactions().begin(Isolation.REPEATABLE_READ, TimeUnit.SECONDS.toNanos(10));
    }

    /** The code of the error that a change fails with; 0 if it does not fail. */
    int code(String sql) {
        try {
            write(sql);
            return 0;
        } catch (SqlException e) {
            return e.code();
        }
    }

    /** Codes of the warnings of the last change. */
    List<Integer> warnings() {
        return List.copyOf(warnings);
    }

    /** The rows that a query gives, each as text. */
    List<String> query(String sql) {
        Transaction transaction = begin();
        try {
            Execution execution =
                    new Execution(session, List.of(), transaction, transaction.consistentView(), null, BYTES_MAX);
            SelectPlan plan = planner().select(((SQLSelectStatement) parse(sql)).getSelect(), List.of());
            List<String> rows = new ArrayList<>();
            SelectRun.run(
                    plan,
                    execution,
                    values -> rows.add(Stream.of(values).map(String::valueOf).collect(Collectors.joining(","))));
            return rows;
        } finally {
            transaction.rollback();
        }
    }

    TableReport check() {
        return TableCheck.check(store, CheckProgress.NONE);
    }

    @Override
    public void close() {
        store.close();
    }

    private final class Found implements Tables {

        @Override
        public TableRef find(@Nullable String schema, String name) {
            TableInfo table = shared.catalog().picture().table("s", name);
            return new TableRef(table, new TableLayout(table), null);
        }

        @Override
        public @Nullable ViewText findView(@Nullable String schema, String name) {
            ViewInfo view = shared.catalog().picture().findView("s", name);
            return view == null
                    ? null
                    : new ViewText("s", name, view.text(), view.columns(), view.algorithm(), view.checkOption());
        }
    }

    private final class Defining implements DefinitionSession {

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
        public long lockWaitSeconds() {
            return 10;
        }

        @Override
        public List<QueryColumn> columnsOf(SQLSelect query) {
            SelectPlan plan = planner().select(query, List.of());
            List<QueryColumn> columns = new ArrayList<>();
            for (int i = 0; i < plan.columns().size(); i++) {
                columns.add(new QueryColumn(
                        plan.columns().get(i).name(),
                        plan.output().get(i).type(),
                        plan.output().get(i).nullable()));
            }
            return columns;
        }
    }
}
