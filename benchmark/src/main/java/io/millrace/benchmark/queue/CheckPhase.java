package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.Crew;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;

/** Random index checks: ten messages from a random offset of a random queue, number and bytes checked. */
final class CheckPhase {
    static final int MESSAGES = 10;
    private static final int BATCH = 64;

    private final Workload workload;
    private final QueueSubject subject;
    private final Acknowledged acknowledged;

    CheckPhase(Workload workload, QueueSubject subject, Acknowledged acknowledged) {
        this.workload = workload;
        this.subject = subject;
        this.acknowledged = acknowledged;
    }

    /** Returns how many calls were made. */
    long run(Consumer<String> watcher) throws Exception {
        long deadline = System.nanoTime() + workload.limit().toNanos();
        long each = Math.max(1, workload.checks() / workload.threads());
        try (Ticker ticker = new Ticker(watcher, "check", workload.threads(), workload.checks())) {
            return Crew.sum(workload.threads(), thread -> {
                Dice dice = new Dice(~workload.seed() + thread);
                MessageContent content = new MessageContent();
                long done = 0;
                while (done < each && (done % BATCH != 0 || System.nanoTime() < deadline)) {
                    check(dice, content);
                    ticker.done(thread, ++done);
                }
                return done;
            });
        }
    }

    private void check(Dice dice, MessageContent content) throws IOException {
        int queue = dice.below(acknowledged.queues());
        int count = acknowledged.of(queue);
        int offset = count == 0 ? 0 : dice.below(count);
        verify(subject, queue, offset, Math.min(MESSAGES, count - offset), content);
    }

    /** One get of ten, of which exactly {@code expected} shall be there. */
    static void verify(QueueSubject subject, int queue, int offset, int expected, MessageContent content)
            throws IOException {
        Collection<byte[]> found = subject.get(QueueSubjects.name(queue), offset, MESSAGES);
        if (found.size() != expected) {
            throw new IllegalStateException("wrong number of messages: found=" + found.size() + " (expected: "
                    + expected + "), queue=" + QueueSubjects.name(queue) + ", offset=" + offset);
        }
        int at = offset;
        for (byte[] message : found) {
            content.check(queue, at++, message);
        }
    }
}
