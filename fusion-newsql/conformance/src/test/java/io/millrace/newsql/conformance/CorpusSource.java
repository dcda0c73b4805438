package io.millrace.newsql.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * What an author of the corpus writes: statements that end with a semicolon at the end of a line.
 *
 * <p>Lines that begin with {@code #} are comments. {@code {{x ;; y ;; z}}} stands for each of its parts in turn, so that one
 * text gives several statements; two of them in one text give each pair. A text that begins with {@code b: } is sent by the
 * connection of that letter, others by {@code a}.
 */
final class CorpusSource {

    /** More of one text is more likely a slip than a wish. */
    private static final int EXPANSION_MAX = 400;

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private CorpusSource() {}

    /**
     * The statements of a source, numbered from 1.
     *
     * @throws IllegalArgumentException if a text does not end, or stands for too many
     */
    static List<CorpusStatement> parse(String source) {
        List<CorpusStatement> statements = new ArrayList<>();
        for (String text : texts(source)) {
            boolean named = text.length() > 3 && Character.isLowerCase(text.charAt(0)) && text.startsWith(": ", 1);
            String session = named ? text.substring(0, 1) : "a";
            for (String sql : expand(named ? text.substring(3) : text)) {
                statements.add(new CorpusStatement(statements.size() + 1, session, sql));
            }
        }
        return List.copyOf(statements);
    }

    private static List<String> texts(String source) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (String line : source.split("\n")) {
            if (text.isEmpty() && (line.isBlank() || line.startsWith("#"))) {
                continue;
            }
            text.append(text.isEmpty() ? "" : "\n").append(line.stripTrailing());
            if (text.charAt(text.length() - 1) == ';') {
                text.setLength(text.length() - 1);
                texts.add(text.toString());
                text.setLength(0);
            }
        }
        if (!text.isEmpty()) {
            throw new IllegalArgumentException("statement without an end: " + text);
        }
        return texts;
    }

    private static List<String> expand(String text) {
        List<String> expanded = new ArrayList<>(List.of(text));
        for (int i = 0; i < expanded.size(); ) {
            String next = expanded.get(i);
            int from = next.indexOf(OPEN);
            if (from < 0) {
                i++;
                continue;
            }
            int to = next.indexOf(CLOSE, from);
            if (to < 0) {
                throw new IllegalArgumentException("alternatives without an end: " + text);
            }
            expanded.remove(i);
            String[] parts = next.substring(from + OPEN.length(), to).split(";;", -1);
            for (int p = 0; p < parts.length; p++) {
                expanded.add(i + p, next.substring(0, from) + parts[p].strip() + next.substring(to + CLOSE.length()));
            }
            if (expanded.size() > EXPANSION_MAX) {
                throw new IllegalArgumentException(
                        "too many statements of one text (expected: <= " + EXPANSION_MAX + "): " + text);
            }
        }
        return expanded;
    }
}
