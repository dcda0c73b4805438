package io.millrace.newsql.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the parser lets pass and MySQL does not, told from the tokens alone. */
final class SyntaxChecks {

    /** Reserved words with something behind them. */
    private static final Set<String> UNFINISHED = Set.of(
            "AS",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "FROM",
            "WHERE",
            "SELECT",
            "AND",
            "OR",
            "XOR",
            "NOT",
            "BY",
            "HAVING",
            "INTO",
            "ON",
            "DISTINCT",
            "IN",
            "LIKE",
            "BETWEEN",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "JOIN",
            "INTERVAL",
            "LIMIT",
            "ORDER",
            "GROUP");

    /** Reserved words that cannot begin an item of a list. */
    private static final Set<String> NO_ITEM =
            Set.of("FROM", "WHERE", "UNION", "GROUP", "ORDER", "HAVING", "LIMIT", "AS", "AND", "OR", "ON", "INTO");

    private SyntaxChecks() {}

    static void check(StatementText statement) {
        List<Token> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (isWrong(tokens, i)) {
                throw statement.syntaxErrorAt(i + 1);
            }
        }
        if (tokens.get(0).is("DELETE") && tokens.stream().noneMatch(token -> token.is("FROM"))) {
            throw statement.syntaxErrorAt(tokens.size());
        }
    }

    /** Whether the token cannot have behind it what follows. */
    private static boolean isWrong(List<Token> tokens, int index) {
        Token token = tokens.get(index);
        Token next = index + 1 < tokens.size() ? tokens.get(index + 1) : null;
        if (token.kind() == Token.Kind.VARIABLE) {
            return token.text().equals("@") || token.text().equals("@@");
        }
        if (token.kind() != Token.Kind.WORD
                || index > 0 && tokens.get(index - 1).isSymbol(".")) {
            return false;
        }
        String word = token.text().toUpperCase(Locale.ROOT);
        if (next == null || next.isSymbol(")")) {
            return UNFINISHED.contains(word) && !(next == null && isName(tokens, index));
        }
        boolean listBegins = word.equals("SELECT") || word.equals("BY") && !isName(tokens, index);
        if (listBegins && next.kind() == Token.Kind.WORD) {
            return NO_ITEM.contains(next.text().toUpperCase(Locale.ROOT));
        }
        return word.equals("IN")
                && next.isSymbol("(")
                && index + 2 < tokens.size()
                && tokens.get(index + 2).isSymbol(")");
    }

    /** {@code SAVEPOINT limit} is an error too, but not this one's to tell. */
    private static boolean isName(List<Token> tokens, int index) {
        return index > 0 && tokens.get(0).is("SAVEPOINT");
    }
}
