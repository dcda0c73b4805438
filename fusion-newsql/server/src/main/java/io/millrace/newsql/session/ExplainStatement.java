package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import io.millrace.newsql.account.StatementNeeds;
import io.millrace.newsql.information.Answers;
import io.millrace.newsql.information.ShowStatements;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of a statement: how it would be answered. One use. */
final class ExplainStatement {

    private final ClientSession session;
    private final StatementText statement;
    private final List<Literal> parameters;

    ExplainStatement(ClientSession session, StatementText statement, List<Literal> parameters) {
        this.session = session;
        this.statement = statement;
        this.parameters = parameters;
    }

    /** Whether it explains a statement; else it describes a table. */
    static boolean isMeant(StatementText statement) {
        StatementReader in = new StatementReader(statement);
        if (!in.take("EXPLAIN") && !in.take("DESCRIBE") && !in.take("DESC")) {
            return false;
        }
        return in.seesSymbol("(")
                || in.seesOneOf(
                        "SELECT",
                        "WITH",
                        "TABLE",
                        "VALUES",
                        "INSERT",
                        "UPDATE",
                        "DELETE",
                        "REPLACE",
                        "FORMAT",
                        "ANALYZE",
                        "EXTENDED",
                        "FOR");
    }

    ShowStatements.Answer answer() {
        StatementReader in = new StatementReader(statement, 1);
        boolean analyze = in.take("ANALYZE");
        String format = "TRADITIONAL";
        if (in.take("FORMAT")) {
            in.expectSymbol("=");
            format = in.name().toUpperCase(Locale.ROOT);
        }
        if (in.sees("FOR")) {
            throw SqlErrors.unsupported("EXPLAIN FOR CONNECTION");
        }
        if (analyze) {
            throw SqlErrors.unsupported("EXPLAIN ANALYZE");
        }
        if (!format.equals("TRADITIONAL")) {
            throw SqlErrors.unsupported("EXPLAIN FORMAT=" + format);
        }
        in.take("EXTENDED");
        return Answers.explanation(session.server(), rows(plan(in)));
    }

    private SelectPlan plan(StatementReader in) {
        StatementText inner = StatementText.split(statement.textFrom(in.at())).get(0);
        SQLStatement parsed = SqlParser.parse(inner, inner.whole());
        StatementNeeds.check(
                StatementNeeds.of(parsed, session.schema()), session.access(), (schema, table, column) -> true);
        Planner planner = new Planner(session::table, parameters, session.scope());
        if (parsed instanceof SQLSelectStatement select) {
            return planner.select(select.getSelect(), List.of());
        }
        if (parsed instanceof SQLUpdateStatement update
                && new WritePlanner(planner).update(update) instanceof WritePlan.Update plan) {
            return plan.found();
        }
        if (parsed instanceof SQLDeleteStatement delete
                && new WritePlanner(planner).delete(delete) instanceof WritePlan.Delete plan) {
            return plan.found();
        }
        throw SqlErrors.unsupported("EXPLAIN " + inner.tokens().get(0).text().toUpperCase(Locale.ROOT));
    }

    private static List<@Nullable Object[]> rows(SelectPlan plan) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableLevel level : plan.levels()) {
            boolean first = rows.isEmpty();
            List<String> extra = new ArrayList<>();
            if (level.where() != null || level.on() != null) {
                extra.add("Using where");
            }
            if (first && plan.grouped() && !plan.groupBy().isEmpty()) {
                extra.add("Using temporary");
            }
            if (first && !plan.sort().isEmpty()) {
                extra.add("Using filesort");
            }
            boolean keyed =
                    level.path().keys() != null && !level.path().accessType().equals("ALL");
            String key = keyed && level.path().keys() != null
                    ? level.path().keys().index().name()
                    : null;
            rows.add(new @Nullable Object[] {
                1L,
                "SIMPLE",
                level.alias(),
                null,
                level.path().accessType(),
                key,
                key,
                null,
                null,
                level.path().isPoint() ? (Object) 1L : null,
                100.0,
                extra.isEmpty() ? null : String.join("; ", extra)
            });
        }
        return rows;
    }
}
