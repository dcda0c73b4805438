package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import io.millrace.newsql.account.StatementNeeds;
import io.millrace.newsql.information.Answers;
import io.millrace.newsql.information.ShowStatements;
import io.millrace.newsql.plan.Explanation;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import java.util.List;
import java.util.Locale;

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
        boolean table = format.equals("TRADITIONAL");
        if (!table && !format.equals("TREE")) {
            throw SqlErrors.unsupported("EXPLAIN FORMAT=" + format);
        }
        in.take("EXTENDED");
        SelectPlan plan = plan(in, analyze);
        if (analyze) {
            return Answers.text(session.server(), analyzed(plan).rows());
        }
        return table
                ? Answers.explanation(session.server(), Explanation.table(plan).rows())
                : Answers.text(session.server(), Explanation.tree(plan).rows());
    }

    /** Runs the query, whose rows nobody gets. */
    private Explanation analyzed(SelectPlan plan) {
        return session.statements().planned().analyze(plan, parameters);
    }

    private SelectPlan plan(StatementReader in, boolean runs) {
        StatementText inner = session.split(statement.textFrom(in.at())).get(0);
        SQLStatement parsed = SqlParser.parse(inner, inner.whole());
        StatementNeeds.check(
                StatementNeeds.of(parsed, session.schema()), session.access(), (schema, table, column) -> true);
        Planner planner = new Planner(session.tables(), parameters, session.scope());
        if (parsed instanceof SQLSelectStatement select) {
            return planner.select(select.getSelect(), List.of());
        }
        if (!runs
                && parsed instanceof SQLUpdateStatement update
                && new WritePlanner(planner).update(update) instanceof WritePlan.Update plan) {
            return plan.found();
        }
        if (!runs
                && parsed instanceof SQLDeleteStatement delete
                && new WritePlanner(planner).delete(delete) instanceof WritePlan.Delete plan) {
            return plan.found();
        }
        throw SqlErrors.unsupported("EXPLAIN " + inner.tokens().get(0).text().toUpperCase(Locale.ROOT));
    }
}
