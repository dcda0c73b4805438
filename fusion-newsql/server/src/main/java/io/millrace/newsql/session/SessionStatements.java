package io.millrace.newsql.session;

import io.millrace.newsql.account.AccountStatements;
import io.millrace.newsql.information.ShowStatements;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Statements that are about the session, the accounts and the server, read from their tokens: finds the part that knows them. One thread.
 */
final class SessionStatements {

    private static final Set<String> OWN = Set.of(
            "BEGIN",
            "START",
            "COMMIT",
            "ROLLBACK",
            "SAVEPOINT",
            "RELEASE",
            "SET",
            "RESET",
            "USE",
            "SHOW",
            "KILL",
            "DESCRIBE",
            "DESC",
            "EXPLAIN",
            "DO",
            "FLUSH",
            "ANALYZE",
            "OPTIMIZE",
            "CHECK",
            "CHECKSUM",
            "REPAIR",
            "LOCK",
            "UNLOCK",
            "GRANT",
            "REVOKE",
            "PREPARE",
            "EXECUTE",
            "DEALLOCATE",
            "HANDLER",
            "HELP",
            "CALL",
            "CLONE",
            "LOAD");

    private final ClientSession session;
    private final Statements statements;
    private final Evaluation evaluation;
    private final TransactionStatements transactions;
    private final SetStatement set;
    private final AccountStatements accounts;
    private final SqlPrepared prepared;
    private final AdminStatements admin;
    private final SelectInto into;

    SessionStatements(EngineState engine, ClientSession session, Statements statements) {
        this.session = session;
        this.statements = statements;
        this.evaluation = new Evaluation(session, statements);
        this.transactions = new TransactionStatements(session);
        this.set = new SetStatement(engine, session, evaluation, transactions);
        this.accounts = new AccountStatements(engine.accounts(), session.access(), new AccountView(engine, session));
        this.prepared = new SqlPrepared(session, statements);
        this.admin = new AdminStatements(engine, session, evaluation);
        this.into = new SelectInto(session, statements);
    }

    static boolean isOwn(StatementText statement) {
        return OWN.contains(word(statement)) || isAboutAccounts(statement) || SelectInto.isMeant(statement);
    }

    private static String word(StatementText statement) {
        return statement.tokens().get(0).text().toUpperCase(Locale.ROOT);
    }

    private static boolean isAboutAccounts(StatementText statement) {
        StatementReader in = new StatementReader(statement, 1);
        return switch (word(statement)) {
            case "CREATE", "ALTER", "DROP", "RENAME" -> in.sees("USER") || in.sees("ROLE");
            case "GRANT", "REVOKE" -> true;
            case "SET" -> in.sees("PASSWORD") || in.sees("ROLE") || in.sees("DEFAULT", "ROLE");
            default -> false;
        };
    }

    void close() {
        prepared.clear();
    }

    /** @return false if it is none of these statements */
    boolean run(StatementText statement, List<Literal> parameters, ResultSink out) {
        if (isAboutAccounts(statement)) {
            if (!accounts.run(statement)) {
                throw statement.syntaxErrorAt(1);
            }
            ok(out);
            return true;
        }
        switch (word(statement)) {
            case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE" -> transactions.run(statement);
            case "SET" -> set.run(statement, parameters);
            case "USE" -> {
                StatementReader in = new StatementReader(statement, 1);
                String name = in.name();
                in.expectEnd();
                session.useSchema(name);
            }
            case "PREPARE", "DEALLOCATE" -> prepared.run(statement);
            case "CALL" -> throw RoutineStatements.unknown(session, statement, 1, "PROCEDURE");
            case "CREATE" -> {
                RoutineStatements.refuseCreation(statement);
                return false;
            }
            case "DROP" -> {
                if (RoutineStatements.isDrop(statement)) {
                    RoutineStatements.drop(session, statement);
                } else if (statement.startsWith("DROP", "PREPARE")) {
                    prepared.run(statement);
                } else {
                    return false;
                }
            }
            case "EXECUTE" -> {
                prepared.execute(statement, out);
                return true;
            }
            case "SHOW", "DESCRIBE", "DESC", "EXPLAIN" -> {
                show(statement, parameters, out);
                return true;
            }
            case "ANALYZE", "OPTIMIZE", "CHECK", "CHECKSUM", "REPAIR", "HELP" -> {
                answer(admin.table(statement), parameters, out);
                out.end(session.diagnostics().count());
                return true;
            }
            case "LOAD" -> {
                new LoadStatement(session, statements, statement).run(out);
                return true;
            }
            case "DO", "KILL", "FLUSH", "RESET", "LOCK", "UNLOCK", "HANDLER", "CLONE" -> admin.run(statement);
            default -> {
                return SelectInto.isMeant(statement) && into.run(statement, parameters, out);
            }
        }
        ok(out);
        return true;
    }

    private void ok(ResultSink out) {
        session.values().rowCount(0);
        out.ok(0, 0, session.diagnostics().count(), "");
    }

    private void show(StatementText statement, List<Literal> parameters, ResultSink out) {
        if (ExplainStatement.isMeant(statement)) {
            answer(new ExplainStatement(session, statement, parameters).answer(), List.of(), out);
            out.end(session.diagnostics().count());
            return;
        }
        ShowStatements show = new ShowStatements(
                session.server(),
                (schema, name) -> session.table(schema, name).info(),
                session.diagnostics(),
                statement);
        answer(statement.startsWith("SHOW") ? show.show() : show.describe(), parameters, out);
        // The warnings that SHOW WARNINGS shows are another statement's.
        out.end(
                Statements.isAboutWarnings(statement)
                        ? 0
                        : session.diagnostics().count());
    }

    /** Runs a query on a table that was made for it, without the end of the result. */
    private void answer(ShowStatements.Answer answer, List<Literal> parameters, ResultSink out) {
        StatementText text =
                StatementText.split("SELECT * FROM shown " + answer.where()).get(0);
        if (!(SqlParser.parse(text, text.whole())
                instanceof com.alibaba.druid.sql.ast.statement.SQLSelectStatement parsed)) {
            throw SqlErrors.unsupported("SHOW … " + answer.where());
        }
        Planner planner = new Planner((schema, name) -> answer.table(), parameters, session.scope());
        SelectPlan plan = planner.select(parsed.getSelect(), List.of());
        List<ColumnDefinition> told = answer.ofTable() ? plan.columns() : ofNoTable(plan.columns());
        try {
            statements.planned().query(plan, told, parameters, out);
        } finally {
            session.transactions().endStatement();
        }
    }

    private static List<ColumnDefinition> ofNoTable(List<ColumnDefinition> columns) {
        return columns.stream()
                .map(each -> ColumnDefinition.of(
                        each.name(), each.type(), each.collation(), each.length(), each.flags(), each.decimals()))
                .toList();
    }
}
