package io.millrace.newsql.sql;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.Token.Kind;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a statement into tokens. Comments are left out; what stands in {@code /*!80000 … *}{@code /} counts if the version is not above 8.4.
 *
 * <p><b>Limits.</b> {@link #TOKENS_MAX} tokens and {@link #DEPTH_MAX} parentheses in each other: the parser behind it is recursive.
 */
final class Scanner {

    static final int TOKENS_MAX = 4_000_000;
    static final int DEPTH_MAX = 200;
    private static final int BITS_MAX = 64;
    private static final int NEAR_MAX = 80;
    private static final int VERSION = 80_400;
    private static final int VERSION_DIGITS = 5;
    private static final String[] SYMBOLS = {"<=>", "->>", "||", "&&", "<=", ">=", "<>", "!=", "<<", ">>", ":=", "->"};

    private final String sql;
    private final TextModes modes;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int depth;
    private boolean inConditional;

    private Scanner(String sql, TextModes modes) {
        this.sql = sql;
        this.modes = modes;
    }

    static List<Token> scan(String sql, TextModes modes) {
        Scanner scanner = new Scanner(sql, modes);
        while (scanner.skipBlanks()) {
            scanner.next();
        }
        return scanner.tokens;
    }

    /** The error of a place in a statement. */
    static SqlException syntaxError(String sql, int index) {
        int from = Math.min(Math.max(index, 0), sql.length());
        int line =
                1 + (int) sql.substring(0, from).chars().filter(c -> c == '\n').count();
        return SqlErrors.syntax(sql.substring(from, Math.min(sql.length(), from + NEAR_MAX)), line);
    }

    // ---- blanks and comments ----

    private boolean skipBlanks() {
        while (at < sql.length()) {
            char next = sql.charAt(at);
            if (Character.isWhitespace(next)) {
                at++;
            } else if (next == '#' || next == '-' && sql.startsWith("--", at) && isBlankAt(at + 2)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (next == '/' && sql.startsWith("/*", at)) {
                skipComment();
            } else if (inConditional && sql.startsWith("*/", at)) {
                inConditional = false;
                at += 2;
            } else {
                return true;
            }
        }
        return false;
    }

    private boolean isBlankAt(int index) {
        return index >= sql.length()
                || Character.isWhitespace(sql.charAt(index))
                || Character.isISOControl(sql.charAt(index));
    }

    private void skipComment() {
        if (sql.startsWith("/*!", at)) {
            int digits = at + 3;
            int end = digits;
            while (end < sql.length() && end - digits <= VERSION_DIGITS && isDigit(sql.charAt(end))) {
                end++;
            }
            if (end == digits
                    || end - digits >= VERSION_DIGITS && Integer.parseInt(sql.substring(digits, end)) <= VERSION) {
                inConditional = true;
                at = end;
                return;
            }
        }
        int end = sql.indexOf("*/", at + 2);
        if (end < 0) {
            throw syntaxError(sql, at);
        }
        at = end + 2;
    }

    // ---- tokens ----

    private void next() {
        char next = sql.charAt(at);
        int start = at;
        if (next == '`' || next == '"' && modes.ansiQuotes()) {
            quotedName(next);
        } else if (next == '\'' || next == '"') {
            quoted(next);
            add(Kind.STRING, start, sql.substring(start, at));
        } else if (isDigit(next)
                || next == '.' && at + 1 < sql.length() && isDigit(sql.charAt(at + 1)) && !afterName()) {
            number();
        } else if ((next | 0x20) == 'x' && quoteFollows() || (next | 0x20) == 'b' && quoteFollows()) {
            quotedDigits((next | 0x20) == 'x');
        } else if (isWordPart(next)) {
            at = wordEnd(at);
            add(Kind.WORD, start, sql.substring(start, at));
        } else if (next == '@') {
            variable();
        } else if (next == '?') {
            at++;
            add(Kind.PARAMETER, start, "?");
        } else {
            symbol();
        }
    }

    /** A point right behind a name belongs to it, even if digits follow. */
    private boolean afterName() {
        Token last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
        return last != null && last.end() == at && last.isName();
    }

    /** {@code x'4142'} and {@code b'101'}: whole bytes of the one, any number of bits of the other. */
    private void quotedDigits(boolean hex) {
        int start = at;
        int end = sql.indexOf('\'', start + 2);
        String digits = end < 0 ? "" : sql.substring(start + 2, end);
        boolean valid = end >= 0 && (hex ? digits.length() % 2 == 0 : digits.length() <= BITS_MAX);
        for (int i = 0; valid && i < digits.length(); i++) {
            valid = Character.digit(digits.charAt(i), hex ? 16 : 2) >= 0 && digits.charAt(i) < 128;
        }
        if (!valid) {
            throw syntaxError(sql, start);
        }
        at = end + 1;
        add(hex ? Kind.HEX : Kind.BITS, start, digits);
    }

    private boolean quoteFollows() {
        return at + 1 < sql.length() && sql.charAt(at + 1) == '\'';
    }

    private void quoted(char quote) {
        int start = at++;
        while (at < sql.length()) {
            char next = sql.charAt(at++);
            if (next == '\\' && !modes.plainBackslashes()) {
                at++;
            } else if (next == quote) {
                if (at < sql.length() && sql.charAt(at) == quote) {
                    at++;
                } else {
                    return;
                }
            }
        }
        throw syntaxError(sql, start);
    }

    private void quotedName(char quote) {
        int start = at++;
        StringBuilder name = new StringBuilder();
        while (at < sql.length()) {
            char next = sql.charAt(at++);
            if (next != quote) {
                name.append(next);
            } else if (at < sql.length() && sql.charAt(at) == quote) {
                name.append(next);
                at++;
            } else {
                add(Kind.NAME, start, name.toString());
                return;
            }
        }
        throw syntaxError(sql, start);
    }

    private void number() {
        int start = at;
        if (sql.startsWith("0x", at) && at + 2 < sql.length() && Character.digit(sql.charAt(at + 2), 16) >= 0) {
            at = wordEnd(at);
            add(Kind.HEX, start, sql.substring(start + 2, at));
            return;
        }
        if (sql.startsWith("0b", at) && at + 2 < sql.length() && (sql.charAt(at + 2) | 1) == '1') {
            at = wordEnd(at);
            add(Kind.BITS, start, sql.substring(start + 2, at));
            return;
        }
        at = digitsEnd(at);
        if (at < sql.length() && sql.charAt(at) == '.') {
            at = digitsEnd(at + 1);
        }
        if (at < sql.length() && (sql.charAt(at) | 0x20) == 'e') {
            int sign = at + 1 < sql.length() && "+-".indexOf(sql.charAt(at + 1)) >= 0 ? 1 : 0;
            int end = digitsEnd(at + 1 + sign);
            at = end > at + 1 + sign ? end : at;
        }
        boolean isWord = at < sql.length()
                && isWordPart(sql.charAt(at))
                && sql.substring(start, at).chars().allMatch(Character::isDigit);
        if (isWord) {
            at = wordEnd(at);
        }
        add(isWord ? Kind.WORD : Kind.NUMBER, start, sql.substring(start, at));
    }

    private void variable() {
        int start = at++;
        if (at < sql.length() && sql.charAt(at) == '@') {
            at++;
        }
        if (at < sql.length() && (sql.charAt(at) == '`' || sql.charAt(at) == '\'' || sql.charAt(at) == '"')) {
            char quote = sql.charAt(at);
            int end = sql.indexOf(quote, at + 1);
            if (end < 0) {
                throw syntaxError(sql, start);
            }
            at = end + 1;
        } else {
            while (at < sql.length() && (isWordPart(sql.charAt(at)) || sql.charAt(at) == '.')) {
                at++;
            }
        }
        add(Kind.VARIABLE, start, sql.substring(start, at));
    }

    private void symbol() {
        int start = at;
        for (String symbol : SYMBOLS) {
            if (sql.startsWith(symbol, at)) {
                at += symbol.length();
                add(Kind.SYMBOL, start, symbol);
                return;
            }
        }
        char next = sql.charAt(at++);
        depth += next == '(' ? 1 : next == ')' ? -1 : 0;
        if (depth > DEPTH_MAX) {
            throw SqlErrors.of(
                    1436,
                    "HY000",
                    "Statement too deep: " + depth + " parentheses in each other (expected: <= " + DEPTH_MAX + ")");
        }
        add(Kind.SYMBOL, start, String.valueOf(next));
    }

    private void add(Kind kind, int start, String text) {
        if (tokens.size() >= TOKENS_MAX) {
            throw SqlErrors.of(
                    1153, "08S01", "Statement too long: tokens=" + tokens.size() + " (expected: < " + TOKENS_MAX + ")");
        }
        tokens.add(new Token(kind, text, start, at));
    }

    private int digitsEnd(int from) {
        int end = from;
        while (end < sql.length() && isDigit(sql.charAt(end))) {
            end++;
        }
        return end;
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < sql.length() && isWordPart(sql.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char next) {
        return next >= '0' && next <= '9';
    }

    private static boolean isWordPart(char next) {
        return next >= 'a' && next <= 'z'
                || next >= 'A' && next <= 'Z'
                || isDigit(next)
                || next == '_'
                || next == '$'
                || next >= 0x80;
    }
}
