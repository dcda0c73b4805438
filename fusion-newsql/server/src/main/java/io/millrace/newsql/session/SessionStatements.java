package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLAssignItem;
import com.alibaba.druid.sql.ast.statement.SQLSetStatement;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.expression.Frame;
import io.millrace.newsql.expression.QueryParts;
import io.millrace.newsql.expression.Scope;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.TextOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Statements that are about the session itself, read from their tokens: the parser behind them does not know all of their forms. One thread. */
final class SessionStatements {

    private static final Set<String> OWN = Set.of(
            "BEGIN",
            "START",
            "COMMIT",
            "ROLLBACK",
            "SAVEPOINT",
            "RELEASE",
            "SET",
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
            "LOCK",
            "UNLOCK");

    private final EngineState engine;
    private final ClientSession session;

    SessionStatements(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
    }

    static boolean isOwn(StatementText statement) {
        return OWN.contains(statement.tokens().get(0).text().toUpperCase(Locale.ROOT));
    }

    /** @return false if it is none of these statements */
    boolean run(StatementText statement, List<Literal> parameters, ResultSink out) {
        List<Token> tokens = statement.tokens();
        switch (tokens.get(0).text().toUpperCase(Locale.ROOT)) {
            case "BEGIN" -> session.transactions().begin(false, false);
            case "START" -> start(statement);
            case "COMMIT" -> endTransaction(statement, true);
            case "ROLLBACK" -> rollback(statement);
            case "SAVEPOINT" -> session.transactions().current().savepoint(name(statement, 1));
            case "RELEASE" -> {
                expect(statement, 1, "SAVEPOINT");
                session.transactions().current().release(name(statement, 2));
            }
            case "SET" -> set(statement, parameters);
            case "USE" -> session.useSchema(name(statement, 1));
            case "KILL" -> kill(statement);
            case "DO" -> evaluate(statement);
            case "SHOW", "DESCRIBE", "DESC", "EXPLAIN" -> {
                new ShowStatements(engine, session).run(statement, parameters, out);
                return true;
            }
            case "UNLOCK" -> session.transactions().commit();
            case "FLUSH", "LOCK", "ANALYZE", "OPTIMIZE", "CHECK" -> throw SqlErrors.unsupported(
                    tokens.get(0).text().toUpperCase(Locale.ROOT));
            default -> {
                return false;
            }
        }
        out.ok(0, 0, session.diagnostics().count(), "");
        return true;
    }

    private static String name(StatementText statement, int index) {
        if (index >= statement.tokens().size() || !statement.tokens().get(index).isName()) {
            throw statement.syntaxErrorAt(index);
        }
        return statement.tokens().get(index).text();
    }

    private static void expect(StatementText statement, int index, String word) {
        if (!is(statement, index, word)) {
            throw statement.syntaxErrorAt(index);
        }
    }

    private static boolean is(StatementText statement, int index, String word) {
        return index < statement.tokens().size()
                && statement.tokens().get(index).is(word);
    }

    // ---- transactions ----

    private void start(StatementText statement) {
        expect(statement, 1, "TRANSACTION");
        boolean readOnly = false;
        boolean snapshot = false;
        int at = 2;
        while (at < statement.tokens().size()) {
            if (is(statement, at, "WITH") && is(statement, at + 1, "CONSISTENT") && is(statement, at + 2, "SNAPSHOT")) {
                snapshot = true;
                at += 3;
            } else if (is(statement, at, "READ") && (is(statement, at + 1, "ONLY") || is(statement, at + 1, "WRITE"))) {
                readOnly = is(statement, at + 1, "ONLY");
                at += 2;
            } else if (at > 2 && statement.tokens().get(at).isSymbol(",")) {
                at++;
            } else {
                throw statement.syntaxErrorAt(at);
            }
        }
        session.transactions().begin(readOnly, snapshot);
    }

    private void endTransaction(StatementText statement, boolean commit) {
        if (commit) {
            session.transactions().commit();
        } else {
            session.transactions().rollback();
        }
        int at = is(statement, 1, "WORK") ? 2 : 1;
        if (is(statement, at, "AND") && is(statement, at + 1, "CHAIN")) {
            session.transactions().begin(false, false);
        }
    }

    private void rollback(StatementText statement) {
        int at = is(statement, 1, "WORK") ? 2 : 1;
        if (is(statement, at, "TO")) {
            int name = is(statement, at + 1, "SAVEPOINT") ? at + 2 : at + 1;
            session.transactions().current().rollbackTo(name(statement, name));
        } else {
            endTransaction(statement, false);
        }
    }

    private void kill(StatementText statement) {
        boolean query = is(statement, 1, "QUERY");
        int at = query || is(statement, 1, "CONNECTION") ? 2 : 1;
        if (at >= statement.tokens().size()
                || !statement.tokens().get(at).text().matches("[0-9]{1,18}")) {
            throw statement.syntaxErrorAt(at);
        }
        long id = Long.parseLong(statement.tokens().get(at).text());
        if (query) {
            session.killQuery(id);
        } else {
            session.kill(id);
        }
    }

    /** DO: for what its expressions do on the side. */
    private void evaluate(StatementText statement) {
        StatementText select =
                StatementText.split("SELECT " + statement.textFrom(1)).get(0);
        com.alibaba.druid.sql.ast.statement.SQLSelectStatement parsed =
                (com.alibaba.druid.sql.ast.statement.SQLSelectStatement) SqlParser.parse(select, select.whole());
        parsed.getSelect().getQueryBlock().getSelectList().forEach(item -> value(item.getExpr(), List.of()));
    }

    // ---- SET ----

    private void set(StatementText statement, List<Literal> parameters) {
        int at = is(statement, 1, "SESSION") || is(statement, 1, "GLOBAL") || is(statement, 1, "LOCAL") ? 2 : 1;
        if (is(statement, at, "TRANSACTION")) {
            setTransaction(statement, at + 1, is(statement, 1, "GLOBAL"));
            return;
        }
        for (List<Token> item : items(statement)) {
            setItem(statement, item, parameters);
        }
    }

    /** The assignments, at the commas outside of parentheses. */
    private static List<List<Token>> items(StatementText statement) {
        List<List<Token>> items = new ArrayList<>();
        List<Token> tokens = statement.tokens();
        int from = 1;
        int depth = 0;
        for (int i = 1; i <= tokens.size(); i++) {
            if (i == tokens.size() || depth == 0 && tokens.get(i).isSymbol(",")) {
                if (i == from) {
                    throw statement.syntaxErrorAt(i);
                }
                items.add(tokens.subList(from, i));
                from = i + 1;
            } else {
                depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
            }
        }
        return items;
    }

    private void setItem(StatementText statement, List<Token> item, List<Literal> parameters) {
        Token first = item.get(0);
        if (first.is("NAMES") || first.is("CHARSET") || first.is("CHARACTER")) {
            setNames(statement, item);
            return;
        }
        if (first.is("PASSWORD")
                || first.is("ROLE")
                || first.is("DEFAULT")
                || first.is("RESOURCE")
                || first.is("STATEMENT")) {
            throw SqlErrors.unsupported("SET " + first.text().toUpperCase(Locale.ROOT));
        }
        String text = statement
                .source()
                .substring(first.start(), item.get(item.size() - 1).end());
        StatementText one = StatementText.split("SET " + text.replaceFirst("(?i)^persist ", "global "))
                .get(0);
        if (!(SqlParser.parse(one, one.whole()) instanceof SQLSetStatement set)) {
            throw SqlErrors.unsupported("SET " + text);
        }
        set.getItems().forEach(each -> assign(set, each, parameters));
    }

    private void setNames(StatementText statement, List<Token> item) {
        int at = item.get(0).is("CHARACTER") ? 2 : 1;
        if (at >= item.size()) {
            throw statement.syntaxErrorAt(statement.tokens().size());
        }
        String charset = value(item.get(at)).toLowerCase(Locale.ROOT);
        boolean known = Set.of("utf8mb4", "utf8", "utf8mb3", "binary", "latin1", "ascii", "default")
                .contains(charset);
        if (!known) {
            throw SqlErrors.of(1115, "42000", "Unknown character set: '" + charset + "'");
        }
        String collation =
                at + 2 < item.size() && item.get(at + 1).is("COLLATE") ? value(item.get(at + 2)) : "utf8mb4_0900_ai_ci";
        if (!TextOrder.exists(collation)) {
            throw SqlErrors.of(1273, "HY000", "Unknown collation: '" + collation + "'");
        }
        String shown = charset.equals("default") ? "utf8mb4" : charset;
        for (String name : List.of("character_set_client", "character_set_connection", "character_set_results")) {
            session.variables().set(name, Literal.of(shown), false);
        }
        session.variables().set("collation_connection", Literal.of(collation), false);
    }

    private static String value(Token token) {
        String text = token.text();
        return token.kind() == Token.Kind.STRING ? text.substring(1, text.length() - 1) : text;
    }

    private void assign(SQLSetStatement set, SQLAssignItem item, List<Literal> parameters) {
        SQLExpr target = item.getTarget();
        String name = target instanceof SQLVariantRefExpr variable
                ? variable.getName()
                : target instanceof SQLPropertyExpr qualified
                        ? qualified.getOwner() + "." + qualified.getName()
                        : target.toString();
        if (name.startsWith("@") && !name.startsWith("@@")) {
            session.scope()
                    .setUserVariable(
                            name.substring(1).replace("`", "").replace("'", ""), value(item.getValue(), parameters));
            return;
        }
        String plain = name.replaceFirst("^@@", "").replace("`", "").toLowerCase(Locale.ROOT);
        boolean global = plain.startsWith("global.")
                || target instanceof SQLVariantRefExpr variable && variable.isGlobal()
                || set.getOption() == SQLSetStatement.Option.GLOBAL;
        String key = plain.replaceFirst("^(global|session|local|persist)\\.", "");
        SQLExpr value = item.getValue();
        if (value instanceof com.alibaba.druid.sql.ast.expr.SQLDefaultExpr
                || value.toString().equalsIgnoreCase("DEFAULT")) {
            session.variables().setDefault(key);
            return;
        }
        Literal literal = value instanceof SQLIdentifierExpr word
                ? Literal.of(ExpressionCompiler.unquote(word.getName()))
                : value(value, parameters);
        setVariable(key, literal, global);
    }

    private void setVariable(String name, Literal value, boolean global) {
        switch (name) {
            case "autocommit" -> {
                boolean before = session.variables().isOn("autocommit");
                session.variables().set(name, value, global);
                if (!before && session.variables().isOn("autocommit")) {
                    session.transactions().commit();
                }
            }
            case "last_insert_id", "identity" -> session.scope()
                    .setLastInsertId(value.value() instanceof Long id ? id : 0);
            case "transaction_isolation", "tx_isolation" -> setIsolation(
                    String.valueOf(value.value()).toUpperCase(Locale.ROOT).replace(' ', '-'), global);
            case "transaction_read_only", "tx_read_only" -> session.variables()
                    .set("transaction_read_only", value, global);
            case "timestamp", "pseudo_thread_id", "insert_id" -> throw SqlErrors.unsupported("SET " + name);
            default -> session.variables().set(name, value, global);
        }
    }

    private void setTransaction(StatementText statement, int from, boolean global) {
        StringBuilder level = new StringBuilder();
        for (int i = from; i < statement.tokens().size(); i++) {
            if (is(statement, i, "ISOLATION")) {
                expect(statement, i + 1, "LEVEL");
                i += 2;
                level.append(name(statement, i));
                if (is(statement, i, "READ") || is(statement, i, "REPEATABLE")) {
                    level.append('-').append(name(statement, ++i));
                }
                setIsolation(level.toString().toUpperCase(Locale.ROOT), global);
            } else if (is(statement, i, "READ")) {
                session.variables()
                        .set("transaction_read_only", Literal.of(is(statement, ++i, "ONLY") ? 1 : 0), global);
            } else if (!statement.tokens().get(i).isSymbol(",")) {
                throw statement.syntaxErrorAt(i);
            }
        }
    }

    private void setIsolation(String level, boolean global) {
        switch (level) {
            case "READ-COMMITTED", "REPEATABLE-READ" -> {}
            case "READ-UNCOMMITTED" -> session.diagnostics()
                    .warn(1105, "READ UNCOMMITTED reads what is committed: it works as READ COMMITTED");
            case "SERIALIZABLE" -> throw SqlErrors.unsupported(
                    "SERIALIZABLE; use REPEATABLE READ with SELECT … FOR UPDATE");
            default -> throw SqlErrors.of(
                    1231, "42000", "Variable 'transaction_isolation' can't be set to the value of '" + level + "'");
        }
        session.variables().set("transaction_isolation", Literal.of(level), global);
        session.variables().set("tx_isolation", Literal.of(level), global);
    }

    private Literal value(SQLExpr expr, List<Literal> parameters) {
        Expression compiled = new ExpressionCompiler(Scope.EMPTY, parameters, session.scope(), QueryParts.NONE)
                .compile(expr, "field list");
        return new Literal(compiled.type(), compiled.eval(new Frame(session.scope(), parameters, 0)));
    }
}
