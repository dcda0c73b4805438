package io.millrace.tiered.rate;

import java.util.Map;

/**
 * The rates that can be set, as one value.
 *
 * @param copyBytesPerSecond bytes of segments that are copied to cold directories, all of them together; {@link TokenBucket#UNLIMITED} for no limit
 */
public record Rates(long copyBytesPerSecond) {

    /** The property of {@link #copyBytesPerSecond}. */
    public static final String COPY = "copy.bytes.per.second";

    /** No limits. */
    public static final Rates UNLIMITED = new Rates(TokenBucket.UNLIMITED);

    /**
     * Reads properties: a number of bytes above 0, or {@code unlimited}; what is not named is unlimited.
     *
     * @throws IllegalArgumentException that names the property, the value and what is expected
     */
    public static Rates of(Map<String, String> properties) {
        for (String name : properties.keySet()) {
            if (!name.equals(COPY)) {
                throw new IllegalArgumentException("unknown rate: " + name + " (expected: " + COPY + ")");
            }
        }
        return new Rates(rate(COPY, properties.getOrDefault(COPY, "unlimited")));
    }

    private static long rate(String name, String value) {
        if (value.trim().equals("unlimited")) {
            return TokenBucket.UNLIMITED;
        }
        try {
            long rate = Long.parseLong(value.trim());
            if (rate > 0) {
                return rate;
            }
        } catch (NumberFormatException notANumber) {
            // Answered below, with the value.
        }
        throw new IllegalArgumentException(
                name + ": " + value + " (expected: a number of bytes above 0, or unlimited)");
    }
}
