package io.millrace.benchmark.newsql.drive;

import java.util.SplittableRandom;

/**
 * The texts of a row, in the form that sysbench made common: groups of eleven digits with dashes between. ASCII.
 *
 * <p>Not thread-safe.
 */
public final class RowText {
    /** Characters of the column {@code c}. */
    public static final int C_LENGTH = 119;

    /** Characters of the column {@code pad}. */
    public static final int PAD_LENGTH = 59;

    private static final int GROUP = 12;

    private final SplittableRandom random;

    public RowText(SplittableRandom random) {
        this.random = random;
    }

    /** A new text of this many characters. */
    public byte[] next(int length) {
        byte[] text = new byte[length];
        for (int start = 0; start < length; start += GROUP) {
            long digits = random.nextLong() & Long.MAX_VALUE;
            for (int i = start; i < Math.min(start + GROUP - 1, length); i++) {
                text[i] = (byte) ('0' + digits % 10);
                digits /= 10;
            }
            if (start + GROUP - 1 < length) {
                text[start + GROUP - 1] = '-';
            }
        }
        return text;
    }
}
