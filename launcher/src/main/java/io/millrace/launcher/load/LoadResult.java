package io.millrace.launcher.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came back from a {@link CheckedLoad}.
 *
 * @param right calls answered with status 200 and the right value
 * @param wrong calls that were not: another value, another status, or no answer
 * @param asked calls that were meant to be sent; more than {@code right + wrong} if the load gave up
 * @param elapsed from the first call to the last answer
 * @param latencies of the right answers
 * @param firstFailure what the first wrong one said
 */
public record LoadResult(
        int right, int wrong, int asked, Duration elapsed, Latencies latencies, @Nullable String firstFailure) {

    /** Whether every call that was meant to be sent had its right answer. */
    public boolean isPerfect() {
        return right == asked && wrong == 0;
    }

    /** Right answers per second. */
    public double ratePerSecond() {
        return elapsed.isZero() ? 0 : right * 1e9 / elapsed.toNanos();
    }
}
