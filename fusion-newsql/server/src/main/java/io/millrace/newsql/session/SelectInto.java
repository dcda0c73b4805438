package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SelectNames;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SELECT … INTO @variables: the query without that clause gives one row, whose values they become. One thread. */
final class SelectInto {

    private final ClientSession session;
    private final Statements statements;

    SelectInto(ClientSession session, Statements statements) {
        this.session = session;
        this.statements = statements;
    }

    /** Whether it is a query with INTO. */
    static boolean isMeant(StatementText statement) {
        return (statement.startsWith("SELECT") || statement.startsWith("WITH")) && intoAt(statement) >= 0;
    }

    /** Index of INTO outside of parentheses; -1 if there is none. */
    private static int intoAt(StatementText statement) {
        int depth = 0;
        List<Token> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
            if (depth == 0 && tokens.get(i).is("INTO")) {
                return i;
            }
        }
        return -1;
    }

    boolean run(StatementText statement, List<Literal> parameters, ResultSink out) {
        int at = intoAt(statement);
        StatementReader in = new StatementReader(statement, at + 1);
        if (in.seesOneOf("OUTFILE", "DUMPFILE")) {
            session.access().require(Privilege.FILE);
            throw SqlErrors.of(
                    1290,
                    "HY000",
                    "The MySQL server is running with the --secure-file-priv option so it cannot execute this statement");
        }
        List<String> names = new ArrayList<>();
        do {
            Token token = in.next();
            if (token.kind() != Token.Kind.VARIABLE || token.text().startsWith("@@")) {
                throw statement.syntaxErrorAt(in.at() - 1);
            }
            names.add(token.text().substring(1).replace("`", "").replace("'", ""));
        } while (in.takeSymbol(","));
        String rest = in.isAtEnd() ? "" : " " + statement.textFrom(in.at());
        StatementText query = session.split(in.text(0, at) + rest).get(0);
        long rows = assign(query, names, parameters);
        if (rows == 0) {
            session.diagnostics().warn(1329, "No data - zero rows fetched, selected, or processed");
        }
        session.values().rowCount(rows);
        out.ok(rows, 0, session.diagnostics().count(), "");
        return true;
    }

    private long assign(StatementText query, List<String> names, List<Literal> parameters) {
        if (!(SqlParser.parse(query, query.whole()) instanceof SQLSelectStatement parsed)) {
            throw query.syntaxErrorAt(0);
        }
        statements.planned().plans().checkNeeds(parsed);
        Planner planner = new Planner(session.tables(), parameters, session.scope());
        SelectPlan plan = planner.select(parsed.getSelect(), SelectNames.of(query));
        if (plan.columns().size() != names.size()) {
            throw SqlErrors.of(1222, "21000", "The used SELECT statements have a different number of columns");
        }
        boolean[] taken = new boolean[1];
        SqlException failure = null;
        boolean done = false;
        try {
            long rows = statements.planned().each(plan, parameters, row -> take(plan, row, names, taken));
            session.transactions().endStatement();
            done = true;
            return rows;
        } catch (SqlException e) {
            failure = e;
            throw e;
        } finally {
            if (!done) {
                session.transactions().failStatement(failure, null);
            }
        }
    }

    /** The first row counts even if the statement fails for a second one, as in MySQL. */
    private void take(SelectPlan plan, @Nullable Object[] row, List<String> names, boolean[] taken) {
        if (taken[0]) {
            throw SqlErrors.of(1172, "42000", "Result consisted of more than one row");
        }
        taken[0] = true;
        for (int i = 0; i < row.length; i++) {
            session.values()
                    .setUserVariable(
                            names.get(i), new Literal(plan.output().get(i).type(), row[i]));
        }
    }
}
