package io.millrace.newsql.session;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.QualifiedName;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;

/** Procedures, functions, triggers and events: there are none, which is told as MySQL tells of one that it does not know. */
final class RoutineStatements {

    private static final int NO_ROUTINE = 1305;
    private static final String NO_ROUTINE_STATE = "42000";

    private RoutineStatements() {}

    /** CALL, and DROP of a routine. @param at index of its name */
    static SqlException unknown(ClientSession session, StatementText statement, int at, String kind) {
        QualifiedName name = new StatementReader(statement, at).qualifiedName();
        String schema = name.schema() == null ? session.schemaOrFail() : name.schema();
        return SqlErrors.of(NO_ROUTINE, NO_ROUTINE_STATE, kind + " " + schema + "." + name.name() + " does not exist");
    }

    /** @throws SqlException 1235 for a statement that would make one */
    static void refuseCreation(StatementText statement) {
        StatementReader in = new StatementReader(statement, 1);
        if (in.take("DEFINER") && in.takeSymbol("=")) {
            in.nameOrString();
            if (!in.isAtEnd() && in.peek().text().startsWith("@")) {
                in.next();
            }
        }
        if (in.seesOneOf("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "SERVER", "TABLESPACE", "LOGFILE")) {
            throw SqlErrors.unsupported("CREATE " + in.word());
        }
    }

    static boolean isDrop(StatementText statement) {
        StatementReader in = new StatementReader(statement, 1);
        return in.seesOneOf("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT");
    }

    /** @throws SqlException 1305, 1360 or 1539 without IF EXISTS */
    static void drop(ClientSession session, StatementText statement) {
        StatementReader in = new StatementReader(statement, 1);
        String kind = in.word();
        in.next();
        boolean ifExists = in.take("IF", "EXISTS");
        SqlException unknown =
                switch (kind) {
                    case "TRIGGER" -> SqlErrors.of(1360, "HY000", "Trigger does not exist");
                    case "EVENT" -> SqlErrors.of(
                            1539,
                            "HY000",
                            "Unknown event '"
                                    + new StatementReader(statement, in.at())
                                            .qualifiedName()
                                            .name() + "'");
                    default -> unknown(session, statement, in.at(), kind);
                };
        if (!ifExists) {
            throw unknown;
        }
        session.diagnostics().note(unknown.code(), unknown.text());
    }
}
