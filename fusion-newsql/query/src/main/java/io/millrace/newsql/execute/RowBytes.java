package io.millrace.newsql.execute;

import org.jspecify.annotations.Nullable;

/** About how much memory rows hold. */
final class RowBytes {

    private static final int ROW = 64;
    private static final int VALUE = 40;

    private RowBytes() {}

    static long of(@Nullable Object[] values) {
        long bytes = ROW;
        for (Object value : values) {
            bytes += VALUE
                    + (value instanceof String text
                            ? text.length() * 2L
                            : value instanceof byte[] raw ? raw.length : 0);
        }
        return bytes;
    }
}
