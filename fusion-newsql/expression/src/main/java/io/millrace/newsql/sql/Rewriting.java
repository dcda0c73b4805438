package io.millrace.newsql.sql;

import io.millrace.newsql.sql.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Says in other words what the parser does not know: {@code TABLE t}, an alias of the inserted row, {@code LONG VARCHAR}, a window that extends another, the defaults that a window
 * function may spell out.
 */
final class Rewriting {

    private final List<Token> tokens;
    private final List<Token> out;

    private Rewriting(List<Token> tokens) {
        this.tokens = tokens;
        this.out = new ArrayList<>(tokens.size() + 8);
    }

    /** The tokens themselves if nothing is to be said otherwise. */
    static List<Token> of(List<Token> tokens) {
        return LockClauses.of(withoutLocks(tokens));
    }

    private static List<Token> withoutLocks(List<Token> tokens) {
        Token first = tokens.get(0);
        if (first.is("TABLE") && tokens.size() > 1) {
            return new Rewriting(tokens).table();
        }
        if (first.is("INSERT")) {
            int alias = rowAlias(tokens);
            return alias < 0 ? tokens : new Rewriting(tokens).rowAliasAt(alias);
        }
        if (tokens.size() > 2 && (first.is("CREATE") || first.is("ALTER")) && isSchema(tokens.get(1))) {
            return new Rewriting(tokens).withoutEncryption();
        }
        if (first.is("CREATE") || first.is("ALTER")) {
            return new Rewriting(tokens).longTypes();
        }
        boolean windows = false;
        for (int i = 2; i < tokens.size() && !windows; i++) {
            windows = tokens.get(i).is("OVER");
        }
        return windows ? new Rewriting(tokens).windows() : tokens;
    }

    private void write(Kind kind, String text, int at) {
        out.add(new Token(kind, text, at, at));
    }

    // ---- CREATE DATABASE … [DEFAULT] ENCRYPTION [=] 'N' ----

    private static boolean isSchema(Token token) {
        return token.is("DATABASE") || token.is("SCHEMA");
    }

    /** No encryption is what there is: it needs no word. */
    private List<Token> withoutEncryption() {
        for (int i = 0; i < tokens.size(); i++) {
            int option = tokens.get(i).is("DEFAULT") ? i + 1 : i;
            if (i < 2 || option >= tokens.size() || !tokens.get(option).is("ENCRYPTION")) {
                out.add(tokens.get(i));
                continue;
            }
            i = option + 1 < tokens.size() && tokens.get(option + 1).isSymbol("=") ? option + 2 : option + 1;
            if (i >= tokens.size()
                    || !tokens.get(i).text().toUpperCase(Locale.ROOT).matches("'N'|\"N\"")) {
                throw io.millrace.newsql.type.SqlErrors.unsupported("ENCRYPTION other than 'N'");
            }
        }
        return out;
    }

    // ---- TABLE t ----

    private List<Token> table() {
        int at = tokens.get(0).start();
        write(Kind.WORD, "SELECT", at);
        write(Kind.SYMBOL, "*", at);
        write(Kind.WORD, "FROM", at);
        out.addAll(tokens.subList(1, tokens.size()));
        return out;
    }

    // ---- LONG VARCHAR, LONG VARBINARY ----

    private List<Token> longTypes() {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            Token next = i + 1 < tokens.size() ? tokens.get(i + 1) : token;
            boolean isText = next.is("VARCHAR");
            if (token.is("LONG") && (isText || next.is("VARBINARY"))) {
                write(Kind.WORD, isText ? "MEDIUMTEXT" : "MEDIUMBLOB", token.start());
                i++;
            } else {
                out.add(token);
            }
        }
        return out;
    }

    // ---- INSERT … VALUES (…) AS row [(a, b)] ON DUPLICATE KEY UPDATE ----

    /** Where the AS stands; -1 if the row has no alias. */
    private static int rowAlias(List<Token> tokens) {
        boolean rows = false;
        int depth = 0;
        for (int i = 1; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            if (depth == 0 && token.kind() == Kind.WORD) {
                rows |= token.is("VALUES") || token.is("SET");
                if (token.is("SELECT") || token.is("DUPLICATE")) {
                    return -1;
                }
                if (rows
                        && token.is("AS")
                        && i + 1 < tokens.size()
                        && tokens.get(i + 1).isName()) {
                    return i;
                }
            }
        }
        return -1;
    }

    private List<Token> rowAliasAt(int as) {
        String alias = tokens.get(as + 1).text();
        int at = as + 2;
        Map<String, Token> renamed = new HashMap<>();
        if (at < tokens.size() && tokens.get(at).isSymbol("(")) {
            int end = closing(at);
            List<Token> columns = insertColumns();
            for (int i = at + 1, n = 0; i < end; i += 2, n++) {
                if (n < columns.size()) {
                    renamed.put(tokens.get(i).text().toLowerCase(Locale.ROOT), columns.get(n));
                }
            }
            at = end + 1;
        }
        out.addAll(tokens.subList(0, as));
        for (; at < tokens.size(); at++) {
            boolean qualified = at + 2 < tokens.size()
                    && tokens.get(at).isName()
                    && tokens.get(at).text().equalsIgnoreCase(alias)
                    && tokens.get(at + 1).isSymbol(".");
            Token column =
                    renamed.get(tokens.get(qualified ? at + 2 : at).text().toLowerCase(Locale.ROOT));
            if (qualified) {
                inserted(
                        column == null ? tokens.get(at + 2) : column,
                        tokens.get(at).start());
                at += 2;
            } else if (column != null
                    && tokens.get(at).isName()
                    && !tokens.get(at - 1).isSymbol(".")) {
                inserted(column, tokens.get(at).start());
            } else {
                out.add(tokens.get(at));
            }
        }
        return out;
    }

    private void inserted(Token column, int at) {
        write(Kind.WORD, "VALUES", at);
        write(Kind.SYMBOL, "(", at);
        write(Kind.NAME, "`" + column.text().replace("`", "``") + "`", at);
        write(Kind.SYMBOL, ")", at);
    }

    /** The names in {@code INSERT INTO t (a, b)}. */
    private List<Token> insertColumns() {
        int at = 1;
        while (at < tokens.size()
                && !tokens.get(at).isSymbol("(")
                && !tokens.get(at).is("VALUES")) {
            at++;
        }
        return at < tokens.size() && tokens.get(at).isSymbol("(")
                ? tokens.subList(at + 1, closing(at)).stream()
                        .filter(Token::isName)
                        .toList()
                : List.of();
    }

    // ---- windows ----

    private List<Token> windows() {
        Map<String, List<Token>> named = namedWindows();
        for (int i = 0; i < tokens.size(); i++) {
            if (isDefaultOfWindow(i)) {
                i++;
                continue;
            }
            out.add(tokens.get(i));
            boolean defines = i > 0
                    && tokens.get(i).isSymbol("(")
                    && (tokens.get(i - 1).is("OVER")
                            || i > 2 && tokens.get(i - 1).is("AS") && isWindowName(i - 2));
            if (defines && i + 1 < tokens.size() && isReference(i + 1)) {
                expand(named, tokens.get(i + 1), 0);
                i++;
            }
        }
        return out;
    }

    /** {@code RESPECT NULLS} and {@code FROM FIRST}, which are what MySQL does anyway. */
    private boolean isDefaultOfWindow(int index) {
        if (index == 0 || index + 2 >= tokens.size()) {
            return false;
        }
        Token token = tokens.get(index);
        Token next = tokens.get(index + 1);
        Token then = tokens.get(index + 2);
        return token.is("RESPECT") && next.is("NULLS") && then.is("OVER")
                || token.is("FROM") && next.is("FIRST") && (then.is("OVER") || then.is("RESPECT"));
    }

    private boolean isWindowName(int index) {
        return tokens.get(index).isName()
                && (tokens.get(index - 1).is("WINDOW") || tokens.get(index - 1).isSymbol(","));
    }

    private boolean isReference(int index) {
        Token token = tokens.get(index);
        return token.isName()
                && !token.is("PARTITION")
                && !token.is("ORDER")
                && !token.is("ROWS")
                && !token.is("RANGE")
                && !token.is("GROUPS");
    }

    /** The tokens between the parentheses of each window of a WINDOW clause. */
    private Map<String, List<Token>> namedWindows() {
        Map<String, List<Token>> named = new HashMap<>();
        boolean inClause = false;
        for (int i = 1; i + 2 < tokens.size(); i++) {
            inClause |= tokens.get(i).is("WINDOW");
            if (inClause
                    && isWindowName(i)
                    && tokens.get(i + 1).is("AS")
                    && tokens.get(i + 2).isSymbol("(")) {
                int end = closing(i + 2);
                named.put(tokens.get(i).text().toLowerCase(Locale.ROOT), tokens.subList(i + 3, end));
                i = end;
            }
        }
        return named;
    }

    private void expand(Map<String, List<Token>> named, Token reference, int depth) {
        List<Token> window = named.get(reference.text().toLowerCase(Locale.ROOT));
        if (window == null) {
            throw io.millrace.newsql.type.SqlErrors.of(
                    3579, "HY000", "Window name '" + reference.text() + "' is not defined.");
        }
        if (depth > named.size()) {
            throw io.millrace.newsql.type.SqlErrors.of(
                    3580, "HY000", "There is a circularity in the window dependency graph.");
        }
        for (Token token : window) {
            boolean first = token == window.get(0);
            if (first && tokens.indexOf(token) >= 0 && isReference(tokens.indexOf(token))) {
                expand(named, token, depth + 1);
            } else {
                out.add(token);
            }
        }
    }

    private int closing(int opening) {
        int depth = 0;
        for (int i = opening; i < tokens.size(); i++) {
            depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size() - 1;
    }
}
