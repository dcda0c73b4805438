package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.TrialMetric;
import java.util.List;

/** The names of the scenario's cases and the metrics of each kind. */
final class QueueCases {
    static final List<TrialMetric> PUT = List.of(
            TrialMetric.higher(QueueTrial.MESSAGES_PER_SECOND, "1/s"),
            TrialMetric.lower("cpu_us_per_put", "us"),
            TrialMetric.higher(QueueTrial.SCORE, "1/s"),
            TrialMetric.lower("heap_mib", "MiB"),
            TrialMetric.lower("off_heap_mib", "MiB"),
            TrialMetric.lower("open_files", "files"));
    static final List<TrialMetric> CHECK =
            List.of(TrialMetric.higher(QueueTrial.CALLS_PER_SECOND, "1/s"), TrialMetric.lower("cpu_us_per_call", "us"));
    static final List<TrialMetric> CONSUME = List.of(
            TrialMetric.higher(QueueTrial.MESSAGES_PER_SECOND, "1/s"), TrialMetric.lower("cpu_us_per_message", "us"));
    static final List<TrialMetric> RECOVER = List.of(
            TrialMetric.lower(QueueTrial.SECONDS, "s"),
            TrialMetric.lower("heap_mib", "MiB"),
            TrialMetric.lower("off_heap_mib", "MiB"));

    static final String RECOVER_CASE = "recover";

    private QueueCases() {}

    static String put(Arrival arrival, QueueLevel level) {
        return "put-" + arrival + "-" + level;
    }

    /** {@code 10k}, {@code 2m}, or the number itself. */
    static String growth(int queues) {
        String count = queues % 1_000_000 == 0
                ? queues / 1_000_000 + "m"
                : queues % 1_000 == 0 ? queues / 1_000 + "k" : Integer.toString(queues);
        return "put-growth-" + count;
    }

    /** Cases with another number of messages than the first bear it in their names. */
    static String sized(String benchCase, int messages, int firstMessages) {
        return messages == firstMessages ? benchCase : benchCase + "-x" + messages;
    }
}
