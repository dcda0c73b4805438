package io.millrace.newsql.sql;

import io.millrace.newsql.mysql.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
    private final TextModes modes;

    private StatementText(String source, List<Token> tokens, TextModes modes) {
        this.source = source;
        this.tokens = tokens;
        this.modes = modes;
    }

    /** The statements of a text, without empty ones. @throws SqlException 1064 for a quote or comment without an end */
    public static List<StatementText> split(String sql) {
        return split(sql, Set.of());
    }

    /** @param modes of {@code sql_mode}, in upper case; those that {@link TextModes} does not name change nothing here */
    public static List<StatementText> split(String sql, Set<String> modes) {
        TextModes known = TextModes.of(modes);
        List<StatementText> statements = new ArrayList<>(1);
        List<Token> all = Scanner.scan(sql, known);
        int from = 0;
        for (int i = 0; i <= all.size(); i++) {
            if (i == all.size() || all.get(i).isSymbol(";")) {
                if (i > from) {
                    statements.add(new StatementText(sql, all.subList(from, i), known));
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

    TextModes modes() {
        return modes;
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
                || startsWith("REPLACE")
                || startsWith("TABLE"));
    }

    /** With every literal in its place. */
    public Template whole() {
        return build(false);
    }

    private Template build(boolean takesLiterals) {
        return new TemplateBuilder(source, Rewriting.of(tokens), modes, takesLiterals).build();
    }
}
