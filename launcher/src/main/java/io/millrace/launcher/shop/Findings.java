package io.millrace.launcher.shop;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts what was right and what was not, and keeps the first of what was not. <b>Threads.</b> For one. */
final class Findings {

    private long right;
    private long wrong;
    private @Nullable String first;

    /** One that is right if the two are the same. */
    void compare(Object found, Object expected, String what, Object... values) {
        if (found.equals(expected)) {
            right++;
        } else {
            wrong(1, String.format(Locale.ROOT, what, values) + ": found " + found + ", expected " + expected);
        }
    }

    void wrong(long count, String what) {
        wrong += count;
        first = first == null ? what : first;
    }

    long right() {
        return right;
    }

    long wrong() {
        return wrong;
    }

    /** In words, or null if nothing was wrong. */
    @Nullable
    String first() {
        return first;
    }
}
