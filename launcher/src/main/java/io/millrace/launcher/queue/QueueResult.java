package io.millrace.launcher.queue;

import io.millrace.launcher.load.Latencies;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of the messages of a {@link QueueDemo}.
 *
 * @param queues that took them
 * @param asked messages that were meant to be there in the end
 * @param right messages that were, byte by byte
 * @param acknowledged messages whose put had returned when the process was killed
 * @param errors wrong, missing and invented ones, after the kill and in the end
 * @param ratePerSecond puts a second, both processes together
 * @param latencies of some of the puts
 * @param opening time that opening took after the kill
 * @param firstError in words, or null if there is none
 */
public record QueueResult(
        int queues,
        long asked,
        long right,
        long acknowledged,
        long errors,
        double ratePerSecond,
        Latencies latencies,
        Duration opening,
        @Nullable String firstError) {

    /** Whether every message is there and right, and was at the time of the kill if it was acknowledged. */
    public boolean isPerfect() {
        return right == asked && errors == 0;
    }
}
