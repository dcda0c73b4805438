package io.millrace.newsql.session;

import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.session.SetStatement.Target;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.variable.SystemVariable;
import io.millrace.newsql.variable.SystemVariables;
import io.millrace.newsql.variable.VariableScope;
import io.millrace.newsql.variable.VariableType;
import io.millrace.newsql.variable.Variables;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks assignments to system variables, and makes what carries them out. One thread. */
final class VariableAssignments {

    private static final Set<String> CHARSETS = Set.of("utf8mb4", "utf8", "utf8mb3", "binary", "latin1", "ascii");
    private static final SystemVariable CLIENT = SystemVariables.get("character_set_client");
    private static final SystemVariable CONNECTION = SystemVariables.get("character_set_connection");
    private static final SystemVariable RESULTS = SystemVariables.get("character_set_results");
    private static final SystemVariable COLLATION = SystemVariables.get("collation_connection");

    private final EngineState engine;
    private final ClientSession session;

    VariableAssignments(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
    }

    /** @param given null for DEFAULT. @throws SqlException 1227, 1228, 1229, 1231, 1232, 1238, 1621 */
    Runnable of(SystemVariable variable, Target target, @Nullable Literal given) {
        checkScope(variable, target);
        boolean global = target != Target.SESSION;
        if (global) {
            session.access().require(Privilege.SYSTEM_VARIABLES_ADMIN, Privilege.SUPER);
        }
        Literal fallback = global || !variable.isGlobal()
                ? variable.initial()
                : engine.globals().get(variable);
        Literal value = given == null
                ? fallback
                : variable.type().check(variable.name(), plain(variable, given), session.diagnostics());
        checkMeaning(variable, value);
        return () -> apply(variable, target, value);
    }

    /** A word such as ON that a query gave, or a text in place of an identifier. */
    private static Literal plain(SystemVariable variable, Literal given) {
        boolean texts = variable.type() instanceof VariableType.Text || variable.type() instanceof VariableType.Choice;
        return texts && given.value() instanceof byte[] bytes ? Literal.of(Casts.toText(bytes, given.type())) : given;
    }

    private static void checkScope(SystemVariable variable, Target target) {
        String name = variable.name();
        if (variable.readOnly()) {
            throw SqlErrors.of(1238, "HY000", "Variable '" + name + "' is a read only variable");
        }
        if (target == Target.SESSION && variable.scope() == VariableScope.GLOBAL) {
            throw SqlErrors.of(
                    1229, "HY000", "Variable '" + name + "' is a GLOBAL variable and should be set with SET GLOBAL");
        }
        if (target == Target.SESSION && variable.scope() == VariableScope.SESSION_FIXED) {
            throw SqlErrors.of(
                    1621, "HY000", "SESSION variable '" + name + "' is read-only. Use SET GLOBAL to assign the value");
        }
        if (target != Target.SESSION && variable.scope() == VariableScope.SESSION) {
            throw SqlErrors.of(
                    1228, "HY000", "Variable '" + name + "' is a SESSION variable and can't be used with SET GLOBAL");
        }
    }

    /** What only this server can tell: zones, charsets, collations, levels, and what is not there. */
    private void checkMeaning(SystemVariable variable, Literal value) {
        String text = String.valueOf(value.value());
        switch (variable.name()) {
            case "time_zone" -> Variables.zone(text);
            case "insert_id", "pseudo_thread_id", "rand_seed1", "rand_seed2" -> throw SqlErrors.unsupported(
                    "SET " + variable.name());
            case "character_set_client",
                    "character_set_connection",
                    "character_set_results",
                    "character_set_server",
                    "character_set_database",
                    "character_set_filesystem" -> {
                if (value.value() != null && !CHARSETS.contains(text.toLowerCase(Locale.ROOT))) {
                    throw unknownCharset(text);
                }
            }
            case "collation_connection", "collation_server", "collation_database" -> {
                if (!TextOrder.exists(text)) {
                    throw SqlErrors.of(1273, "HY000", "Unknown collation: '" + text + "'");
                }
            }
            default -> {}
        }
    }

    private void apply(SystemVariable variable, Target target, Literal value) {
        if (target == Target.PERSIST || target == Target.PERSIST_ONLY) {
            engine.globals().persist(variable, value);
        }
        if (target == Target.GLOBAL || target == Target.PERSIST) {
            engine.globals().set(variable, value);
        }
        if (target != Target.SESSION) {
            return;
        }
        Literal before = session.variables().get(variable);
        session.variables().set(variable, value);
        switch (variable.name()) {
            case "autocommit" -> session.transactions().autocommitChanged(before);
            case "last_insert_id" -> session.values().lastInsertId(value.value() instanceof Long id ? id : 0);
            case "timestamp" -> session.values().fixTime(value.value() instanceof Double seconds ? seconds : 0);
            default -> {}
        }
        session.changes().variable(variable);
    }

    // ---- SET NAMES, SET CHARACTER SET ----

    void names(StatementReader in, List<Runnable> actions) {
        String charset = charset(in);
        String collation = collation(charset);
        if (in.take("COLLATE")) {
            collation = in.nameOrString();
            if (!TextOrder.exists(collation)) {
                throw SqlErrors.of(1273, "HY000", "Unknown collation: '" + collation + "'");
            }
            if (!collation.startsWith(charset.equals("utf8") ? "utf8" : charset)) {
                throw SqlErrors.of(
                        1253,
                        "42000",
                        "COLLATION '" + collation + "' is not valid for CHARACTER SET '" + charset + "'");
            }
        }
        String connection = collation;
        actions.add(() -> {
            set(CLIENT, charset);
            set(CONNECTION, charset);
            set(RESULTS, charset);
            set(COLLATION, connection);
        });
    }

    /** The connection's charset becomes that of the schema. */
    void charset(StatementReader in, List<Runnable> actions) {
        String charset = charset(in);
        actions.add(() -> {
            set(CLIENT, charset);
            set(RESULTS, charset);
            set(CONNECTION, "utf8mb4");
            set(
                    COLLATION,
                    String.valueOf(session.scope()
                            .systemVariable("collation_database", false)
                            .value()));
        });
    }

    private static String charset(StatementReader in) {
        if (in.take("DEFAULT")) {
            return "utf8mb4";
        }
        String charset = in.nameOrString().toLowerCase(Locale.ROOT);
        if (!CHARSETS.contains(charset)) {
            throw unknownCharset(charset);
        }
        return charset;
    }

    private static String collation(String charset) {
        return charset.equals("binary") ? "binary" : "utf8mb4_0900_ai_ci";
    }

    private void set(SystemVariable variable, String value) {
        session.variables().set(variable, Literal.of(value));
        session.changes().variable(variable);
    }

    private static SqlException unknownCharset(String charset) {
        return SqlErrors.of(1115, "42000", "Unknown character set: '" + charset + "'");
    }
}
