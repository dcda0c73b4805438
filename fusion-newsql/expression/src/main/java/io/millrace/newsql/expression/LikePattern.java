package io.millrace.newsql.expression;

import io.millrace.newsql.type.TextOrder;

/** A pattern of LIKE, taken apart once. Immutable. */
final class LikePattern {

    private static final int ANY = -1;
    private static final int ONE = -2;

    private final String source;
    private final String collation;
    private final int escape;

    /** Characters, {@link #ANY} and {@link #ONE}. */
    private final int[] parts;

    /** What the text must begin with if nothing but a last {@code %} is special and characters are only themselves; else null. */
    private final @org.jspecify.annotations.Nullable String prefix;

    private final boolean open;

    private LikePattern(String source, int escape, String collation) {
        this.source = source;
        this.collation = collation;
        this.escape = escape;
        int[] found = new int[source.length()];
        int count = 0;
        int special = 0;
        for (int i = 0; i < source.length(); i += Character.charCount(source.codePointAt(i))) {
            int next = source.codePointAt(i);
            if (next == escape && i + Character.charCount(next) < source.length()) {
                i += Character.charCount(next);
                found[count++] = source.codePointAt(i);
            } else if (next == '%' || next == '_') {
                found[count++] = next == '%' ? ANY : ONE;
                special++;
            } else {
                found[count++] = next;
            }
        }
        this.parts = java.util.Arrays.copyOf(found, count);
        this.open = count > 0 && parts[count - 1] == ANY;
        boolean plain = TextOrder.isBytewise(collation) && special == (open ? 1 : 0);
        this.prefix = plain ? new String(parts, 0, open ? count - 1 : count) : null;
    }

    static LikePattern of(String source, int escape, String collation) {
        return new LikePattern(source, escape, collation);
    }

    /** The characters before the first that stands for others. */
    static String start(String source, int escape) {
        StringBuilder start = new StringBuilder();
        for (int i = 0; i < source.length(); i += Character.charCount(source.codePointAt(i))) {
            int next = source.codePointAt(i);
            if (next == escape && i + Character.charCount(next) < source.length()) {
                i += Character.charCount(next);
                next = source.codePointAt(i);
            } else if (next == '%' || next == '_') {
                break;
            }
            start.appendCodePoint(next);
        }
        return start.toString();
    }

    boolean isOf(String other, int otherEscape) {
        return escape == otherEscape && source.equals(other);
    }

    /** Walks both once, and goes back to the last {@code %} when they part: no recursion, no expression to compile. */
    boolean matches(String text) {
        if (prefix != null) {
            return open ? text.startsWith(prefix) : text.equals(prefix);
        }
        int at = 0;
        int wanted = 0;
        int retryText = -1;
        int retryPart = -1;
        while (at < text.length()) {
            int next = text.codePointAt(at);
            if (wanted < parts.length && parts[wanted] == ANY) {
                retryPart = ++wanted;
                retryText = at;
                if (wanted == parts.length) {
                    return true;
                }
            } else if (wanted < parts.length && isSame(next, parts[wanted])) {
                at += Character.charCount(next);
                wanted++;
            } else if (retryPart >= 0) {
                retryText += Character.charCount(text.codePointAt(retryText));
                at = retryText;
                wanted = retryPart;
            } else {
                return false;
            }
        }
        while (wanted < parts.length && parts[wanted] == ANY) {
            wanted++;
        }
        return wanted == parts.length;
    }

    private boolean isSame(int next, int part) {
        return next == part || part == ONE || part >= 0 && TextOrder.sameCharacter(next, part, collation);
    }
}
