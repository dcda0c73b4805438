package io.millrace.testkit;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Seeds of random tests: fresh in each run, printed, and repeatable with {@code -Dmillrace.seed=…}.
 *
 * <p>Each call prints one line on standard error, so that a failure's report names the seed that makes it happen again:
 * {@code seed of WindowModelTest: -Dmillrace.seed=42}. <b>Threads:</b> safe; the {@link Random} given is its taker's.
 */
public final class Seeds {

    /** The system property that fixes every seed of the run; a decimal {@code long}. */
    public static final String PROPERTY = "millrace.seed";

    private Seeds() {}

    /**
     * A seed, printed with the name of what it drives.
     *
     * @throws NumberFormatException if the property is set and no {@code long}
     */
    public static long seed(String what) {
        String fixed = System.getProperty(PROPERTY);
        long seed = fixed == null ? ThreadLocalRandom.current().nextLong() : Long.parseLong(fixed.trim());
        System.err.println("seed of " + what + ": -D" + PROPERTY + "=" + seed);
        return seed;
    }

    /** A random source of a {@linkplain #seed printed seed}. */
    public static Random random(String what) {
        return new Random(seed(what));
    }
}
