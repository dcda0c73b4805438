package io.millrace.launcher.shell;

import org.jspecify.annotations.Nullable;

/**
 * Cuts lines into statements at {@code ;}, {@code \g} and {@code \G} outside of quotes and comments. What holds nothing but comments is no statement.
 *
 * <p><b>Cost.</b> Every character is looked at once, however many lines a statement has. <b>Threads.</b> For one.
 */
final class StatementSplitter {

    /** MySQL's own limit of a packet. */
    static final int CHARS_MAX = 64 << 20;

    private static final char NONE = 0;
    private static final char LINE_COMMENT = '-';
    private static final char BLOCK_COMMENT = '*';

    private final StringBuilder typed = new StringBuilder();
    private int begin;
    private int scanned;
    private char inside = NONE; // a quote, or one of the comments
    private boolean hasCode;

    /** Takes a line without its end. @throws IllegalStateException if the statement is longer than a server would take */
    void add(String line) {
        if (typed.length() - begin + line.length() > CHARS_MAX) {
            clear();
            throw new IllegalStateException("statement of more than " + CHARS_MAX + " characters: dropped");
        }
        typed.append(line).append('\n');
    }

    /** The next whole statement, or null if more lines are needed. */
    @Nullable
    TypedStatement next() {
        while (scanned < typed.length()) {
            char c = typed.charAt(scanned);
            int ended = inside == NONE ? scanCode(c) : scanInside(c);
            if (ended > 0) {
                TypedStatement statement = cut(ended, c == '\\' && typed.charAt(scanned + 1) == 'G');
                if (statement != null) {
                    return statement;
                }
            }
        }
        return null;
    }

    /** What is there when no more lines come, or null if it is nothing but blanks and comments. */
    @Nullable
    TypedStatement rest() {
        TypedStatement statement = hasCode ? new TypedStatement(text(), false) : null;
        clear();
        return statement;
    }

    /** Whether nothing of a statement was typed yet. */
    boolean isBetweenStatements() {
        return !hasCode && inside == NONE;
    }

    /** The quote that is open, {@code *} in a comment, else {@code -}: what the prompt shows. */
    char open() {
        return inside == NONE ? '-' : inside;
    }

    /** Forgets what was typed of a statement. */
    void clear() {
        typed.setLength(0);
        begin = 0;
        scanned = 0;
        inside = NONE;
        hasCode = false;
    }

    /** Returns how many characters end the statement here; 0 if it goes on, and then they are behind us. */
    private int scanCode(char c) {
        char following = following();
        if (c == ';') {
            return 1;
        }
        if (c == '\\' && (following == 'g' || following == 'G')) {
            return 2;
        }
        if (c == '#' || (c == '-' && following == '-' && isBlankAt(scanned + 2))) {
            inside = LINE_COMMENT;
        } else if (c == '/' && following == '*') {
            inside = BLOCK_COMMENT;
            hasCode |= typed.charAt(scanned + 2) == '!'; // a server executes that one
            scanned++;
        } else if (!Character.isWhitespace(c)) {
            hasCode = true;
            inside = c == '\'' || c == '"' || c == '`' ? c : NONE;
        }
        scanned++;
        return 0;
    }

    private int scanInside(char c) {
        if (inside == LINE_COMMENT) {
            inside = c == '\n' ? NONE : inside;
        } else if (inside == BLOCK_COMMENT) {
            if (c == '*' && following() == '/') {
                inside = NONE;
                scanned++;
            }
        } else if (c == '\\' && inside != '`') {
            scanned++;
        } else if (c == inside) { // a doubled quote ends one string and begins the next: the same to us
            inside = NONE;
        }
        scanned++;
        return 0;
    }

    /** Every line ends with a newline, so that there is always one more. */
    private char following() {
        return scanned + 1 < typed.length() ? typed.charAt(scanned + 1) : '\n';
    }

    private boolean isBlankAt(int index) {
        return index >= typed.length() || Character.isWhitespace(typed.charAt(index));
    }

    private @Nullable TypedStatement cut(int ended, boolean vertical) {
        TypedStatement statement = hasCode ? new TypedStatement(text(), vertical) : null;
        scanned += ended;
        begin = scanned;
        hasCode = false;
        if (begin == typed.length() || begin > CHARS_MAX) {
            typed.delete(0, begin);
            begin = 0;
            scanned = 0;
        }
        return statement;
    }

    private String text() {
        return typed.substring(begin, Math.min(scanned, typed.length())).strip();
    }
}
