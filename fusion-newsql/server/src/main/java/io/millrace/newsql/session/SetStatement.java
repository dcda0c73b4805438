package io.millrace.newsql.session;

import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** SET of variables, of the user's and the system's. All values are computed and checked before the first is set. One thread. */
final class SetStatement {

    /** Where a value goes. */
    enum Target {
        SESSION,
        GLOBAL,
        PERSIST,
        PERSIST_ONLY
    }

    private final ClientSession session;
    private final Evaluation evaluation;
    private final TransactionStatements transactions;
    private final VariableAssignments assignments;

    SetStatement(EngineState engine, ClientSession session, Evaluation evaluation, TransactionStatements transactions) {
        this.session = session;
        this.evaluation = evaluation;
        this.transactions = transactions;
        this.assignments = new VariableAssignments(engine, session);
    }

    void run(StatementText statement, List<Literal> parameters) {
        StatementReader in = new StatementReader(statement, 1);
        if (isTransaction(in)) {
            boolean global = in.take("GLOBAL");
            boolean ofSession = in.take("SESSION") || in.take("LOCAL");
            in.expect("TRANSACTION");
            if (global) {
                session.access().require(Privilege.SYSTEM_VARIABLES_ADMIN, Privilege.SUPER);
            }
            transactions.setTransaction(in, global, ofSession);
            return;
        }
        if (in.seesOneOf("RESOURCE", "STATEMENT")) {
            throw SqlErrors.unsupported("SET " + in.word());
        }
        List<Runnable> actions = new ArrayList<>();
        do {
            item(in, parameters, actions);
        } while (in.takeSymbol(","));
        in.expectEnd();
        actions.forEach(Runnable::run);
    }

    private static boolean isTransaction(StatementReader in) {
        return in.sees("TRANSACTION")
                || in.sees("SESSION", "TRANSACTION")
                || in.sees("LOCAL", "TRANSACTION")
                || in.sees("GLOBAL", "TRANSACTION");
    }

    private void item(StatementReader in, List<Literal> parameters, List<Runnable> actions) {
        if (in.take("NAMES")) {
            assignments.names(in, actions);
            return;
        }
        if (in.take("CHARSET") || in.take("CHARACTER", "SET")) {
            assignments.charset(in, actions);
            return;
        }
        Token first = in.peek();
        if (first.kind() == Token.Kind.VARIABLE && !first.text().startsWith("@@")) {
            userVariable(in, parameters, actions);
            return;
        }
        Target target = scope(in);
        String name = name(in);
        if (name.startsWith("@@")) {
            String text = name.substring(2).toLowerCase(Locale.ROOT);
            int point = text.indexOf('.');
            target = point < 0 ? Target.SESSION : target(in, text.substring(0, point));
            name = point < 0 ? text : text.substring(point + 1);
        }
        assign(in);
        SystemVariable variable = SystemVariables.get(name);
        actions.add(assignments.of(variable, target, systemValue(in, parameters)));
    }

    private static Target scope(StatementReader in) {
        if (in.take("GLOBAL")) {
            return Target.GLOBAL;
        }
        if (in.take("PERSIST")) {
            return Target.PERSIST;
        }
        if (in.take("PERSIST_ONLY")) {
            return Target.PERSIST_ONLY;
        }
        if (!in.take("SESSION")) {
            in.take("LOCAL");
        }
        return Target.SESSION;
    }

    private static Target target(StatementReader in, String scope) {
        return switch (scope) {
            case "global" -> Target.GLOBAL;
            case "session", "local" -> Target.SESSION;
            case "persist" -> Target.PERSIST;
            case "persist_only" -> Target.PERSIST_ONLY;
            default -> throw in.error();
        };
    }

    /** A word, or a variable with its {@code @@}; names of components have a point. */
    private static String name(StatementReader in) {
        Token token = in.next();
        if (token.kind() == Token.Kind.VARIABLE) {
            return token.text().replace("`", "");
        }
        if (!token.isName()) {
            in.moveTo(in.at() - 1);
            throw in.error();
        }
        return in.takeSymbol(".") ? token.text() + "." + in.name() : token.text();
    }

    private static void assign(StatementReader in) {
        if (!in.takeSymbol("=")) {
            in.expectSymbol(":=");
        }
    }

    private void userVariable(StatementReader in, List<Literal> parameters, List<Runnable> actions) {
        String name =
                in.next().text().substring(1).replace("`", "").replace("'", "").replace("\"", "");
        assign(in);
        Literal value = value(in, parameters);
        actions.add(() -> session.values().setUserVariable(name, value));
    }

    /** @return null for DEFAULT */
    private @Nullable Literal systemValue(StatementReader in, List<Literal> parameters) {
        int from = in.at();
        if (in.isAtEnd()) {
            throw in.error();
        }
        Token only = in.next();
        boolean alone = in.isAtEnd() || in.seesSymbol(",");
        if (alone && only.is("DEFAULT")) {
            return null;
        }
        if (alone && only.isName() && !only.is("NULL") && !only.is("TRUE") && !only.is("FALSE")) {
            return Literal.of(only.text());
        }
        in.moveTo(from);
        return value(in, parameters);
    }

    private Literal value(StatementReader in, List<Literal> parameters) {
        int from = in.at();
        in.skipExpression();
        if (in.at() == from) {
            throw in.error();
        }
        List<Token> tokens = in.statement().tokens();
        long before = tokens.subList(0, from).stream()
                .filter(token -> token.kind() == Token.Kind.PARAMETER)
                .count();
        long inside = tokens.subList(from, in.at()).stream()
                .filter(token -> token.kind() == Token.Kind.PARAMETER)
                .count();
        return evaluation.value(in.text(from, in.at()), parameters.subList((int) before, (int) (before + inside)));
    }
}
