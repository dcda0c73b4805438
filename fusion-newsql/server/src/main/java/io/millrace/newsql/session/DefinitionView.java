package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionSession;
import io.millrace.newsql.definition.QueryColumn;
import io.millrace.newsql.definition.TemporaryTables;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.variable.Variables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as changes of definitions see it. One thread. */
final class DefinitionView implements DefinitionSession {

    private final ClientSession session;

    DefinitionView(ClientSession session) {
        this.session = session;
    }

    @Override
    public void commit() {
        session.transactions().commit();
    }

    @Override
    public @Nullable String schema() {
        return session.schema();
    }

    @Override
    public String schemaOrFail() {
        return session.schemaOrFail();
    }

    @Override
    public void leaveSchema() {
        session.leaveSchema();
    }

    @Override
    public void note(int code, String text) {
        session.diagnostics().note(code, text);
    }

    @Override
    public long lockWaitSeconds() {
        return session.variables().number(Variables.LOCK_WAIT);
    }

    @Override
    public SessionScope scope() {
        return session.scope();
    }

    @Override
    public boolean strict() {
        return session.variables().hasMode("STRICT_TRANS_TABLES")
                || session.variables().hasMode("STRICT_ALL_TABLES");
    }

    @Override
    public boolean foreignKeyChecks() {
        return session.variables().isOn(Variables.FOREIGN_KEYS);
    }

    @Override
    public TemporaryTables temporaryTables() {
        return session.temporaryTables();
    }

    @Override
    public List<QueryColumn> columnsOf(SQLSelect query) {
        SelectPlan plan = new Planner(session.tables(), List.of(), session.scope()).select(query, List.of());
        List<QueryColumn> columns = new ArrayList<>();
        for (int i = 0; i < plan.columns().size(); i++) {
            Expression output = plan.output().get(i);
            columns.add(new QueryColumn(plan.columns().get(i).name(), output.type(), output.nullable()));
        }
        return columns;
    }

    @Override
    public long fill(TableInfo table, List<String> columns, SQLSelect query) {
        return session.statements().planned().fill(table, columns, query);
    }
}
