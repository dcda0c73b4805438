package io.millrace.newsql.session;

import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** PREPARE, EXECUTE and DEALLOCATE PREPARE in SQL: a session's statements by name. One thread. */
final class SqlPrepared {

    private static final int PREPARED_MAX = 1_000;

    /** What cannot be prepared: itself, and what reads the client's stream. */
    private static final Set<String> UNPREPARABLE =
            Set.of("PREPARE", "EXECUTE", "DEALLOCATE", "LOAD", "LOCK", "UNLOCK");

    private final ClientSession session;
    private final Statements statements;
    private final Map<String, PreparedText> prepared = new HashMap<>();

    SqlPrepared(ClientSession session, Statements statements) {
        this.session = session;
        this.statements = statements;
    }

    /** PREPARE, DEALLOCATE PREPARE or DROP PREPARE. */
    void run(StatementText statement) {
        StatementReader in = new StatementReader(statement);
        if (!in.take("PREPARE")) {
            in.next();
            in.expect("PREPARE");
            String name = in.name().toLowerCase(Locale.ROOT);
            in.expectEnd();
            if (prepared.remove(name) == null) {
                throw unknown(name, "DEALLOCATE PREPARE");
            }
            return;
        }
        String name = in.name().toLowerCase(Locale.ROOT);
        in.expect("FROM");
        String text = text(in);
        in.expectEnd();
        prepared.remove(name);
        if (prepared.size() >= PREPARED_MAX) {
            throw SqlErrors.of(
                    1461,
                    "42000",
                    "Can't create more than max_prepared_stmt_count statements (current value: " + PREPARED_MAX + ")");
        }
        PreparedText made = (PreparedText) statements.prepare(text);
        Token first = made.statement().text().tokens().get(0);
        if (UNPREPARABLE.contains(first.text().toUpperCase(Locale.ROOT))) {
            throw SqlErrors.of(1295, "HY000", "This command is not supported in the prepared statement protocol yet");
        }
        prepared.put(name, made);
    }

    private String text(StatementReader in) {
        if (in.seesString()) {
            return in.string();
        }
        Literal value = session.values().userVariable(variable(in));
        return value.value() == null ? "NULL" : Casts.toText(value.value(), value.type());
    }

    private static String variable(StatementReader in) {
        Token token = in.next();
        if (token.kind() != Token.Kind.VARIABLE || token.text().startsWith("@@")) {
            in.moveTo(in.at() - 1);
            throw in.error();
        }
        return token.text().substring(1).replace("`", "").replace("'", "").replace("\"", "");
    }

    void execute(StatementText statement, ResultSink out) {
        StatementReader in = new StatementReader(statement, 1);
        String name = in.name().toLowerCase(Locale.ROOT);
        List<Literal> parameters = new ArrayList<>();
        if (in.take("USING")) {
            do {
                parameters.add(session.values().userVariable(variable(in)));
            } while (in.takeSymbol(","));
        }
        in.expectEnd();
        PreparedText found = prepared.get(name);
        if (found == null) {
            throw unknown(name, "EXECUTE");
        }
        if (found.parameterCount() != parameters.size()) {
            throw SqlErrors.of(1210, "HY000", "Incorrect arguments to EXECUTE");
        }
        statements.run(found.statement(), parameters, out);
    }

    private static SqlException unknown(String name, String by) {
        return SqlErrors.of(1243, "HY000", "Unknown prepared statement handler (" + name + ") given to " + by);
    }

    void clear() {
        prepared.clear();
    }
}
