package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.TrialSettings;
import java.time.Duration;

/**
 * How much is put, in which order, by whom.
 *
 * @param messages for each queue; with {@link Arrival#RANDOM} and {@link Arrival#ZIPF} on average
 * @param commitEvery puts between two commits of a thread at {@link QueueLevel#SYNC}
 * @param limit when a phase ends at the latest, done or not
 */
record Workload(
        int queues,
        int messages,
        int threads,
        Arrival arrival,
        Tester tester,
        QueueLevel level,
        int commitEvery,
        long checks,
        long seed,
        Duration limit) {

    static Workload of(TrialSettings settings) {
        return new Workload(
                settings.integer("queues"),
                settings.integer("messages"),
                settings.integer("threads"),
                settings.choice("arrival", Arrival.class),
                settings.choice("tester", Tester.class),
                settings.choice("level", QueueLevel.class),
                settings.integer("commit-every"),
                settings.number("checks"),
                settings.number("seed"),
                Duration.ofMillis((long) (settings.decimal("seconds") * 1000)));
    }

    long total() {
        return (long) queues * messages;
    }
}
