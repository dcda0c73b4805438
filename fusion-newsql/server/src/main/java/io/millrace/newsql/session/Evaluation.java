package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions that stand outside of queries, as SELECT would: they may read tables. One thread. */
final class Evaluation {

    private final ClientSession session;
    private final Statements statements;

    Evaluation(ClientSession session, Statements statements) {
        this.session = session;
        this.statements = statements;
    }

    /** The one value of an expression. @throws SqlException 1242 for several rows */
    Literal value(String expression, List<Literal> parameters) {
        List<Literal> values = values(expression, parameters);
        if (values.size() != 1) {
            throw SqlErrors.of(1241, "21000", "Operand should contain 1 column(s)");
        }
        return values.get(0);
    }

    /** The values of expressions with commas between. */
    List<Literal> values(String expressions, List<Literal> parameters) {
        StatementText text = session.split("SELECT " + expressions).get(0);
        if (!(SqlParser.parse(text, text.whole()) instanceof SQLSelectStatement parsed)) {
            throw text.syntaxErrorAt(1);
        }
        Planner planner = new Planner(session.tables(), parameters, session.scope());
        SelectPlan plan = planner.select(parsed.getSelect(), List.of());
        List<Literal> values = new ArrayList<>();
        SqlException failure = null;
        boolean done = false;
        try {
            statements.planned().each(plan, parameters, row -> take(plan, row, values));
            session.transactions().endStatement();
            done = true;
        } catch (SqlException e) {
            failure = e;
            throw e;
        } finally {
            if (!done) {
                session.transactions().failStatement(failure, null);
            }
        }
        return values;
    }

    private static void take(SelectPlan plan, @Nullable Object[] row, List<Literal> values) {
        if (!values.isEmpty()) {
            throw SqlErrors.of(1242, "21000", "Subquery returns more than 1 row");
        }
        for (int i = 0; i < row.length; i++) {
            values.add(new Literal(plan.output().get(i).type(), row[i]));
        }
    }
}
