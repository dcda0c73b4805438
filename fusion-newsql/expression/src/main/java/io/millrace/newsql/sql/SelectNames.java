package io.millrace.newsql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What MySQL names the columns of a SELECT whose items have no alias: the item's text as the client wrote it. */
public final class SelectNames {

    private static final Set<String> OPTIONS = Set.of(
            "ALL",
            "DISTINCT",
            "DISTINCTROW",
            "HIGH_PRIORITY",
            "STRAIGHT_JOIN",
            "SQL_SMALL_RESULT",
            "SQL_BIG_RESULT",
            "SQL_BUFFER_RESULT",
            "SQL_NO_CACHE",
            "SQL_CACHE",
            "SQL_CALC_FOUND_ROWS");
    private static final Set<String> ENDS = Set.of(
            "FROM",
            "INTO",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "FOR",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "WINDOW",
            "LOCK");

    private static final Pattern COMMENT_MARK = Pattern.compile("/\\*|\\*/|#|--");

    /** Whole ones first: a mark alone is that of a comment whose content counts. */
    private static final Pattern COMMENTS = Pattern.compile("(?s)/\\*.*?\\*/|/\\*!\\d*|\\*/|(?:#|--)[^\n]*(?:\n|$)");

    private SelectNames() {}

    /** The texts of the items of the statement's first SELECT; empty if it has none. */
    public static List<String> of(StatementText statement) {
        List<Token> tokens = statement.tokens();
        int at = first(tokens);
        at++;
        while (at < tokens.size() && OPTIONS.contains(tokens.get(at).text().toUpperCase(Locale.ROOT))) {
            at++;
        }
        List<String> names = new ArrayList<>();
        int start = at;
        int depth = 0;
        for (; at <= tokens.size(); at++) {
            Token token = at < tokens.size() ? tokens.get(at) : null;
            boolean isEnd = token == null
                    || depth == 0 && token.isSymbol(")")
                    || depth == 0
                            && token.kind() == Token.Kind.WORD
                            && ENDS.contains(token.text().toUpperCase(Locale.ROOT));
            if (isEnd || depth == 0 && token != null && token.isSymbol(",")) {
                if (at > start) {
                    names.add(text(statement, start, at));
                }
                start = at + 1;
            }
            if (isEnd) {
                break;
            }
            depth += token != null && token.isSymbol("(") ? 1 : token != null && token.isSymbol(")") ? -1 : 0;
        }
        return names;
    }

    /** Whether a statement that begins with SELECT has a word of its own, as {@code SQL_CALC_FOUND_ROWS}, before its list. @param option in upper case */
    public static boolean hasOption(StatementText statement, String option) {
        List<Token> tokens = statement.tokens();
        for (int at = 1; at < tokens.size(); at++) {
            Token token = tokens.get(at);
            if (token.is(option)) {
                return true;
            }
            if (!OPTIONS.contains(token.text().toUpperCase(Locale.ROOT))) {
                return false;
            }
        }
        return false;
    }

    /** The first SELECT; behind WITH the first one outside of its queries. */
    private static int first(List<Token> tokens) {
        boolean with = tokens.get(0).is("WITH");
        int depth = 0;
        int at = 0;
        while (at < tokens.size() && (!tokens.get(at).is("SELECT") || with && depth > 0)) {
            depth += tokens.get(at).isSymbol("(") ? 1 : tokens.get(at).isSymbol(")") ? -1 : 0;
            at++;
        }
        return at;
    }

    /** Whether there is nothing but a literal in parentheses or behind a plus: it bears the literal's name. */
    private static boolean isWrapped(List<Token> tokens, int from, int to) {
        int inner = from;
        while (inner < to
                && (tokens.get(inner).isSymbol("(") || tokens.get(inner).isSymbol("+"))) {
            inner++;
        }
        boolean literal = inner > from
                && inner < to
                && (tokens.get(inner).kind() == Token.Kind.NUMBER
                        || tokens.get(inner).kind() == Token.Kind.STRING);
        return literal && tokens.subList(inner + 1, to).stream().allMatch(token -> token.isSymbol(")"));
    }

    private static String text(StatementText statement, int first, int last) {
        List<Token> tokens = statement.tokens();
        int from = first;
        int to = last;
        while (isWrapped(tokens, from, to)) {
            to -= tokens.get(from).isSymbol("(") ? 1 : 0;
            from++;
        }
        boolean marked = tokens.get(from).kind() == Token.Kind.WORD
                && (tokens.get(from).text().startsWith("_") || tokens.get(from).is("N"));
        int strings = marked ? from + 1 : from;
        if (strings < to && tokens.subList(strings, to).stream().allMatch(token -> token.kind() == Token.Kind.STRING)) {
            return tokens.subList(strings, to).stream()
                    .map(token -> Literal.unquote(token.text()))
                    .collect(Collectors.joining());
        }
        if (to == from + 1
                && (tokens.get(from).is("TRUE")
                        || tokens.get(from).is("FALSE")
                        || tokens.get(from).is("NULL"))) {
            return tokens.get(from).text().toUpperCase(Locale.ROOT);
        }
        String text = statement
                .source()
                .substring(tokens.get(from).start(), tokens.get(to - 1).end());
        return COMMENT_MARK.matcher(text).find() ? withoutComments(statement, tokens.subList(from, to)) : text;
    }

    /** What lies between tokens is kept but for comments, and for the marks of those that count. */
    private static String withoutComments(StatementText statement, List<Token> tokens) {
        StringBuilder text = new StringBuilder();
        int end = tokens.get(0).start();
        for (Token token : tokens) {
            text.append(COMMENTS.matcher(statement.source().substring(end, token.start()))
                            .replaceAll(""))
                    .append(statement.source(), token.start(), token.end());
            end = token.end();
        }
        return text.toString();
    }
}
