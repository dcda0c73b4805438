package io.millrace.newsql.conformance;

import java.util.regex.Pattern;

/**
 * A statement of the corpus.
 *
 * @param id its number within the area, from 1; stable only until the next recording
 * @param session the connection that sends it, of one letter; most areas only know {@code a}
 * @param sql the text, without a semicolon at its end
 */
record CorpusStatement(int id, String session, String sql) {

    private static final Pattern LITERAL = Pattern.compile(
            "'(?:[^'\\\\]|''|\\\\.)*'|\"(?:[^\"\\\\]|\"\"|\\\\.)*\""
                    + "|\\b0x[0-9a-fA-F]+\\b|(?<![\\w@.])(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?\\b|\\b(?:NULL|TRUE|FALSE)\\b");
    private static final Pattern QUOTED =
            Pattern.compile("'(?:[^'\\\\]|''|\\\\.)*'|\"(?:[^\"\\\\]|\"\"|\\\\.)*\"|`[^`]*`");
    private static final Pattern INNERMOST = Pattern.compile("\\([^()]*\\)");
    private static final Pattern ORDER_BY = Pattern.compile("(?is).*\\bORDER\\s+BY\\b.*");

    /** The statement with its literals, their signs and the white space between words taken out: two of one template differ only in those. */
    String template() {
        String bare = LITERAL.matcher(sql).replaceAll("?").replaceAll("\\s*([^\\w?\\s])\\s*", "$1");
        return bare.replaceAll("(?<=[(,=<>])[-+]\\?", "?")
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** Whether the statement itself, not only a part in brackets, says in which order its rows come. */
    boolean isOrdered() {
        String bare = QUOTED.matcher(sql).replaceAll("''");
        for (String before = ""; !before.equals(bare); ) {
            before = bare;
            bare = INNERMOST.matcher(bare).replaceAll(" ");
        }
        return ORDER_BY.matcher(bare).matches();
    }
}
