package io.millrace.newsql.sql;

import io.millrace.newsql.mysql.SqlException;
import java.util.ArrayList;
import java.util.List;

/**
 * One statement of a client, cut into tokens.
 *
 * <p>Its {@link Template} is the text with single blanks, without comments, and with {@code ?} in place of literals where a literal decides nothing of the plan: not in
 * the select list (it names columns), behind ORDER BY and GROUP BY (places), and in the arguments of functions and types.
 */
public final class StatementText {

    /** The text for the parser. @param literals of its {@code ?}, in order */
    public record Template(String text, List<Literal> literals, int[] starts, int[] sources) {

        /** The error of a place in the template, told by the place in the source. */
        SqlException syntaxError(String source, int index) {
            int found = source.length();
            for (int i = 0; i < starts.length && starts[i] <= index; i++) {
                found = sources[i];
            }
            return Scanner.syntaxError(source, index >= text.length() ? source.length() : found);
        }
    }

    private final String source;
    private final List<Token> tokens;

    private StatementText(String source, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    /** The statements of a text, without empty ones. @throws SqlException 1064 for a quote or comment without an end */
    public static List<StatementText> split(String sql) {
        List<StatementText> statements = new ArrayList<>(1);
        List<Token> all = Scanner.scan(sql);
        int from = 0;
        for (int i = 0; i <= all.size(); i++) {
            if (i == all.size() || all.get(i).isSymbol(";")) {
                if (i > from) {
                    statements.add(new StatementText(sql, all.subList(from, i)));
                }
                from = i + 1;
            }
        }
        return statements;
    }

    public String source() {
        return source;
    }

    public List<Token> tokens() {
        return tokens;
    }

    /** The source from a token on, to the end of the statement. */
    public String textFrom(int token) {
        return source.substring(
                tokens.get(token).start(), tokens.get(tokens.size() - 1).end());
    }

    /** Whether the statement begins with these keywords. */
    public boolean startsWith(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (i >= tokens.size() || !tokens.get(i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    public int parameterCount() {
        return (int) tokens.stream()
                .filter(token -> token.kind() == Token.Kind.PARAMETER)
                .count();
    }

    public SqlException syntaxErrorAt(int token) {
        return Scanner.syntaxError(
                source, token < tokens.size() ? tokens.get(token).start() : source.length());
    }

    /** With literals taken out, if it is a statement that is planned. */
    public Template template() {
        return build(startsWith("SELECT")
                || startsWith("INSERT")
                || startsWith("UPDATE")
                || startsWith("DELETE")
                || startsWith("REPLACE"));
    }

    /** With every literal in its place. */
    public Template whole() {
        return build(false);
    }

    private Template build(boolean takesLiterals) {
        StringBuilder out = new StringBuilder(
                tokens.get(tokens.size() - 1).end() - tokens.get(0).start());
        List<Literal> literals = new ArrayList<>();
        LiteralPlaces places = new LiteralPlaces(tokens);
        int[] starts = new int[tokens.size()];
        int[] sources = new int[tokens.size()];
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (i > 0 && tokens.get(i - 1).end() < token.start()) {
                out.append(' ');
            }
            starts[i] = out.length();
            sources[i] = token.start();
            boolean open = places.isOpenAt(i);
            if (takesLiterals && open && isLiteral(token)) {
                literals.add(literal(token));
                out.append('?');
            } else {
                out.append(source, token.start(), token.end());
            }
        }
        return new Template(out.toString(), literals, starts, sources);
    }

    private static boolean isLiteral(Token token) {
        return token.kind() == Token.Kind.NUMBER || token.kind() == Token.Kind.STRING;
    }

    private static Literal literal(Token token) {
        return token.kind() == Token.Kind.NUMBER
                ? Literal.number(token.text())
                : Literal.of(Literal.unquote(token.text()));
    }
}
