package io.millrace.newsql.sql;

import io.millrace.newsql.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the locking clauses of queries as the parser can take them. It knows neither {@code OF}, nor more than {@code FOR SHARE}, nor two clauses; but it takes any
 * expression behind {@code FOR UPDATE WAIT}, so that is where they go, each as a call: {@code FOR UPDATE OF a SKIP LOCKED} becomes
 * {@code FOR UPDATE WAIT `lock rows`(`update`(`skip locked`, a))}.
 */
public final class LockClauses {

    /** The call that holds the clauses. */
    public static final String ALL = "lock rows";

    public static final String UPDATE = "update";
    public static final String SHARE = "share";

    public static final String WAIT = "wait";
    public static final String NOWAIT = "nowait";
    public static final String SKIP_LOCKED = "skip locked";

    private final List<Token> tokens;
    private final List<Token> out;
    private int at;

    private LockClauses(List<Token> tokens) {
        this.tokens = tokens;
        this.out = new ArrayList<>(tokens.size() + 16);
    }

    /** The tokens themselves if all is plain. */
    static List<Token> of(List<Token> tokens) {
        boolean any = false;
        for (int i = 1; i < tokens.size() && !any; i++) {
            any = begins(tokens, i);
        }
        return any ? new LockClauses(tokens).write() : tokens;
    }

    private static boolean begins(List<Token> tokens, int index) {
        return tokens.get(index).is("FOR")
                && index + 1 < tokens.size()
                && (tokens.get(index + 1).is("UPDATE") || tokens.get(index + 1).is("SHARE"));
    }

    private List<Token> write() {
        while (at < tokens.size()) {
            if (begins(tokens, at)) {
                clauses();
            } else {
                out.add(tokens.get(at++));
            }
        }
        return out;
    }

    private void clauses() {
        int start = tokens.get(at).start();
        word("FOR UPDATE WAIT", start);
        call(ALL, start);
        boolean first = true;
        while (at < tokens.size() && begins(tokens, at)) {
            if (!first) {
                symbol(",", start);
            }
            first = false;
            clause();
        }
        symbol(")", start);
    }

    private void clause() {
        int start = tokens.get(at).start();
        call(tokens.get(at + 1).is("SHARE") ? SHARE : UPDATE, start);
        at += 2;
        List<Token> tables = is("OF") ? tables() : List.of();
        if (is("NOWAIT")) {
            at++;
            name(NOWAIT, start);
        } else if (is("SKIP") && at + 1 < tokens.size() && tokens.get(at + 1).is("LOCKED")) {
            at += 2;
            name(SKIP_LOCKED, start);
        } else {
            name(WAIT, start);
        }
        if (!tables.isEmpty()) {
            symbol(",", start);
            out.addAll(tables);
        }
        symbol(")", start);
    }

    /** {@code OF a, s.b}: names, dots and commas. */
    private List<Token> tables() {
        int from = ++at;
        while (at < tokens.size() && isPartOfList(from)) {
            at++;
        }
        if (at == from || !tokens.get(at - 1).isName()) {
            // The parser says where it misses a name.
            return List.of(new Token(
                    Kind.SYMBOL,
                    ",",
                    tokens.get(at - 1).start(),
                    tokens.get(at - 1).start()));
        }
        return tokens.subList(from, at);
    }

    private boolean isPartOfList(int from) {
        Token token = tokens.get(at);
        boolean expectsName = at == from || !tokens.get(at - 1).isName();
        return expectsName ? token.isName() : token.isSymbol(",") || token.isSymbol(".");
    }

    private boolean is(String word) {
        return at < tokens.size() && tokens.get(at).is(word);
    }

    private void word(String text, int start) {
        out.add(new Token(Kind.WORD, text, start, start));
    }

    private void symbol(String text, int start) {
        out.add(new Token(Kind.SYMBOL, text, start, start));
    }

    private void name(String text, int start) {
        out.add(new Token(Kind.NAME, "`" + text + "`", start, start));
    }

    private void call(String text, int start) {
        name(text, start);
        symbol("(", start);
    }
}
