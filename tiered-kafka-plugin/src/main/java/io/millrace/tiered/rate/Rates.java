package io.millrace.tiered.rate;

import java.util.Map;
import java.util.Set;

/**
 * The rates that can be set, as one value.
 *
 * @param copyBytesPerSecond bytes of segments that are copied to cold directories, all of them together; {@link TokenBucket#UNLIMITED} for no limit
 * @param replicaCopyBytesPerSecond the same of segments that another broker has copied before, and that this one copies too or repairs
 */
public record Rates(long copyBytesPerSecond, long replicaCopyBytesPerSecond) {

    /** The property of {@link #copyBytesPerSecond}. */
    public static final String COPY = "copy.bytes.per.second";

    /** The property of {@link #replicaCopyBytesPerSecond}. */
    public static final String REPLICA_COPY = "replica.copy.bytes.per.second";

    /** No limits. */
    public static final Rates UNLIMITED = new Rates(TokenBucket.UNLIMITED, TokenBucket.UNLIMITED);

    private static final Set<String> NAMES = Set.of(COPY, REPLICA_COPY);

    /**
     * Reads properties: a number of bytes above 0, or {@code unlimited}; what is not named is unlimited.
     *
     * @throws IllegalArgumentException that names the property, the value and what is expected
     */
    public static Rates of(Map<String, String> properties) {
        for (String name : properties.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown rate: " + name + " (expected: " + COPY + " or " + REPLICA_COPY + ")");
            }
        }
        return new Rates(rate(properties, COPY), rate(properties, REPLICA_COPY));
    }

    private static long rate(Map<String, String> properties, String name) {
        String value = properties.getOrDefault(name, "unlimited");
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
