package io.millrace.newsql.syntax;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import java.util.List;
import java.util.Locale;

/**
 * Goes over the tokens of one statement, from the first to the last.
 *
 * <p><b>Errors</b>: what must be there and is not is 1064 with the place. <b>Threads</b>: one.
 */
public final class StatementReader {

    private final StatementText statement;
    private final List<Token> tokens;
    private int at;

    public StatementReader(StatementText statement) {
        this(statement, 0);
    }

    /** @param from index of the token that is read first */
    public StatementReader(StatementText statement, int from) {
        this.statement = statement;
        this.tokens = statement.tokens();
        this.at = from;
    }

    public StatementText statement() {
        return statement;
    }

    /** Index of the token that is read next; their count at the end. */
    public int at() {
        return at;
    }

    public void moveTo(int token) {
        at = token;
    }

    public boolean isAtEnd() {
        return at >= tokens.size();
    }

    /** Whether the next tokens are these keywords. */
    public boolean sees(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (at + i >= tokens.size() || !tokens.get(at + i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    public boolean seesSymbol(String symbol) {
        return !isAtEnd() && tokens.get(at).isSymbol(symbol);
    }

    /** Whether the next token is one of these keywords. */
    public boolean seesOneOf(String... words) {
        for (String word : words) {
            if (sees(word)) {
                return true;
            }
        }
        return false;
    }

    /** Reads these keywords if they come next. */
    public boolean take(String... words) {
        if (!sees(words)) {
            return false;
        }
        at += words.length;
        return true;
    }

    public boolean takeSymbol(String symbol) {
        if (!seesSymbol(symbol)) {
            return false;
        }
        at++;
        return true;
    }

    public void expect(String... words) {
        if (!take(words)) {
            throw error();
        }
    }

    public void expectSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw error();
        }
    }

    /** Nothing may be left. */
    public void expectEnd() {
        if (!isAtEnd()) {
            throw error();
        }
    }

    /** The next token, which must be there; it is read. */
    public Token next() {
        if (isAtEnd()) {
            throw error();
        }
        return tokens.get(at++);
    }

    /** The next token, which must be there; it stays. */
    public Token peek() {
        if (isAtEnd()) {
            throw error();
        }
        return tokens.get(at);
    }

    /** The next word or quoted name. */
    public String name() {
        if (isAtEnd() || !tokens.get(at).isName()) {
            throw error();
        }
        return tokens.get(at++).text();
    }

    /** The next word in upper case; empty at the end or if none comes. It stays. */
    public String word() {
        return isAtEnd() || tokens.get(at).kind() != Token.Kind.WORD
                ? ""
                : tokens.get(at).text().toUpperCase(Locale.ROOT);
    }

    /** The next name or quoted string. */
    public String nameOrString() {
        return seesString() ? string() : name();
    }

    public boolean seesString() {
        return !isAtEnd() && tokens.get(at).kind() == Token.Kind.STRING;
    }

    /** What the next quoted string says. */
    public String string() {
        if (!seesString()) {
            throw error();
        }
        return unquote(tokens.get(at++).text());
    }

    /** The next number without a sign. @return at most {@link Long#MAX_VALUE} */
    public long number() {
        if (isAtEnd()
                || tokens.get(at).kind() != Token.Kind.NUMBER
                || !tokens.get(at).text().matches("[0-9]+")) {
            throw error();
        }
        String digits = tokens.get(at++).text();
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    /** The names of a table, {@code schema.table} or {@code table}. */
    public QualifiedName qualifiedName() {
        String first = name();
        return takeSymbol(".") ? new QualifiedName(first, name()) : new QualifiedName(null, first);
    }

    /** The source between two tokens. @param to index of the first token that is not part of it */
    public String text(int from, int to) {
        return from >= to
                ? ""
                : statement
                        .source()
                        .substring(tokens.get(from).start(), tokens.get(to - 1).end());
    }

    /** Moves behind an expression: to the next comma outside of parentheses, or one of the words there, or the end. */
    public void skipExpression(String... endings) {
        int depth = 0;
        while (!isAtEnd()) {
            Token token = tokens.get(at);
            if (depth == 0 && (token.isSymbol(",") || token.isSymbol(")") || seesOneOf(endings))) {
                return;
            }
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            at++;
        }
    }

    /** The error of the token that comes next. */
    public SqlException error() {
        return statement.syntaxErrorAt(at);
    }

    /** What a quoted string says, with its escapes undone. */
    public static String unquote(String quoted) {
        char quote = quoted.charAt(0);
        StringBuilder out = new StringBuilder(quoted.length());
        for (int i = 1; i < quoted.length() - 1; i++) {
            char next = quoted.charAt(i);
            if (next == '\\' && i + 2 < quoted.length()) {
                out.append(escaped(quoted.charAt(++i)));
            } else {
                out.append(next);
                i += next == quote ? 1 : 0;
            }
        }
        return out.toString();
    }

    private static String escaped(char escaped) {
        return switch (escaped) {
            case '0' -> "\0";
            case 'b' -> "\b";
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case 'Z' -> "\u001A";
            case '%', '_' -> "\\" + escaped;
            default -> String.valueOf(escaped);
        };
    }
}
