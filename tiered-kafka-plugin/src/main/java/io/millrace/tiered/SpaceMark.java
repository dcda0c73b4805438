package io.millrace.tiered;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How full a directory of logs may be. A value.
 *
 * @param amount bytes of segments' data, or percent of the directory's disk
 * @param isPercent which of the two
 */
public record SpaceMark(long amount, boolean isPercent) {

    static final String EXPECTED = "bytes, or percent of each log directory's disk such as 80%";

    private static final int HUNDRED = 100;
    private static final Pattern FORMAT = Pattern.compile("(\\d{1,18})(%?)");

    /**
     * Reads a number of bytes above 0, or a percentage from 1 to 99.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static SpaceMark parse(String text) {
        Matcher fields = FORMAT.matcher(text.trim());
        if (fields.matches()) {
            long amount = Long.parseLong(fields.group(1));
            boolean isPercent = !fields.group(2).isEmpty();
            if (amount > 0 && (!isPercent || amount < HUNDRED)) {
                return new SpaceMark(amount, isPercent);
            }
        }
        throw new IllegalArgumentException("mark: " + text + " (expected: " + EXPECTED + ")");
    }

    /** Bytes of a disk that has so many. */
    public long bytes(long capacityBytes) {
        return isPercent ? (long) ((double) capacityBytes / HUNDRED * amount) : amount;
    }

    @Override
    public String toString() {
        return amount + (isPercent ? "%" : "");
    }
}
