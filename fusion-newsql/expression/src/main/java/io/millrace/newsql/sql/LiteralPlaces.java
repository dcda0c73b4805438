package io.millrace.newsql.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Decides, token by token, where a literal may become a parameter of the template. */
final class LiteralPlaces {

    private static final Set<String> SYMBOLS =
            Set.of("=", "<", ">", "<=", ">=", "<>", "!=", "<=>", "(", ",", "+", "-", "*", "/", "%");
    private static final Set<String> WORDS = Set.of(
            "BETWEEN", "AND", "OR", "NOT", "LIKE", "IN", "LIMIT", "OFFSET", "WHERE", "WHEN", "THEN", "ELSE", "DIV",
            "MOD", "REGEXP", "RLIKE", "XOR", "ON", "HAVING");
    private static final Set<String> OPENING =
            Set.of("FROM", "WHERE", "SET", "VALUES", "VALUE", "ON", "HAVING", "LIMIT");
    private static final Set<String> CLOSING = Set.of("SELECT", "ORDER", "GROUP");
    private static final Set<String> NO_FUNCTIONS = Set.of(
            "IN", "VALUES", "VALUE", "AND", "OR", "NOT", "WHERE", "ON", "HAVING", "BETWEEN", "XOR", "WHEN", "THEN",
            "ELSE");

    private final List<Token> tokens;
    private final Deque<Boolean> outer = new ArrayDeque<>();
    private boolean open;

    LiteralPlaces(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Must be asked for each token, in order. */
    boolean isOpenAt(int index) {
        Token token = tokens.get(index);
        Token before = index == 0 ? null : tokens.get(index - 1);
        if (token.isSymbol("(")) {
            outer.push(open);
            open = open && !(before != null && isCallable(before));
        } else if (token.isSymbol(")") && !outer.isEmpty()) {
            open = outer.pop();
        } else if (token.kind() == Token.Kind.WORD) {
            String word = token.text().toUpperCase(Locale.ROOT);
            open = OPENING.contains(word) || open && !CLOSING.contains(word);
        }
        return open && before != null && mayFollow(before) && !isBeforeString(index);
    }

    private boolean isCallable(Token before) {
        return before.isName()
                && !NO_FUNCTIONS.contains(before.text().toUpperCase(Locale.ROOT))
                && !isInsertTarget(before);
    }

    /** The name in {@code INSERT INTO t (a, b)} is no function, but there are no literals in its parentheses either. */
    private static boolean isInsertTarget(Token before) {
        return before.kind() == Token.Kind.NAME;
    }

    /** Whether behind it an operand begins, so that a plus or minus is its sign. */
    static boolean beginsOperand(Token before) {
        return mayFollow(before) || before.is("SELECT") || before.is("DISTINCT") || before.is("BY");
    }

    private static boolean mayFollow(Token before) {
        return before.kind() == Token.Kind.SYMBOL && SYMBOLS.contains(before.text())
                || before.kind() == Token.Kind.WORD
                        && WORDS.contains(before.text().toUpperCase(Locale.ROOT));
    }

    /** Adjacent strings are one string: the parser joins them. */
    private boolean isBeforeString(int index) {
        return tokens.get(index).kind() == Token.Kind.STRING
                && index + 1 < tokens.size()
                && tokens.get(index + 1).kind() == Token.Kind.STRING;
    }
}
