package io.millrace.launcher.shop;

import io.millrace.launcher.load.Latencies;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of the rows of a {@link SqlDemo}.
 *
 * @param asked rows that were meant to be there in the end
 * @param right rows that were, value by value
 * @param acknowledged rows whose INSERT had returned when the server was killed
 * @param queries answers that were right
 * @param errors rows and answers that were not, after the kill and in the end
 * @param ratePerSecond rows inserted a second, by statements of {@value ShopConnection#CHUNK}
 * @param latencies of queries by primary key
 * @param opening from the start of the new process to its first answer
 * @param firstError in words, or null if there is none
 */
public record SqlResult(
        long asked,
        long right,
        long acknowledged,
        long queries,
        long errors,
        double ratePerSecond,
        Latencies latencies,
        Duration opening,
        @Nullable String firstError) {

    /** Whether every row is there and right, and every answer is. */
    public boolean isPerfect() {
        return right == asked && errors == 0;
    }
}
