package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.Crew;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Sequential consumption: gets of ten from offset 0 until one is empty, every byte of every message checked. */
final class ConsumePhase {
    /** In flight when the writer was killed: at most one put a queue, which may be there or not. */
    private static final int UNACKNOWLEDGED_MAX = 1;

    private final Workload workload;
    private final QueueSubject subject;
    private final Acknowledged acknowledged;
    private final int oneQueueIn;
    private final boolean afterKill;

    /** @param oneQueueIn every how many-th queue is consumed */
    ConsumePhase(
            Workload workload, QueueSubject subject, Acknowledged acknowledged, int oneQueueIn, boolean afterKill) {
        this.workload = workload;
        this.subject = subject;
        this.acknowledged = acknowledged;
        this.oneQueueIn = oneQueueIn;
        this.afterKill = afterKill;
    }

    /** Returns how many messages were consumed. */
    long run(Consumer<String> watcher) throws Exception {
        long deadline = System.nanoTime() + workload.limit().toNanos();
        AtomicInteger nextQueue = new AtomicInteger();
        try (Ticker ticker = new Ticker(watcher, "consume", workload.threads(), acknowledged.sum() / oneQueueIn)) {
            return Crew.sum(workload.threads(), thread -> {
                MessageContent content = new MessageContent();
                long done = 0;
                int queue = nextQueue.getAndAdd(oneQueueIn);
                while (queue < acknowledged.queues() && System.nanoTime() < deadline) {
                    done += consume(queue, content);
                    ticker.done(thread, done);
                    queue = nextQueue.getAndAdd(oneQueueIn);
                }
                return done;
            });
        }
    }

    private int consume(int queue, MessageContent content) throws IOException {
        String name = QueueSubjects.name(queue);
        int offset = 0;
        Collection<byte[]> found = subject.get(name, offset, CheckPhase.MESSAGES);
        while (!found.isEmpty()) {
            for (byte[] message : found) {
                content.check(queue, offset++, message);
            }
            found = subject.get(name, offset, CheckPhase.MESSAGES);
        }
        int least = acknowledged.of(queue);
        int most = afterKill ? least + UNACKNOWLEDGED_MAX : least;
        if (offset < least || offset > most) {
            throw new IllegalStateException("wrong number of messages: found=" + offset + " (expected: " + least
                    + (afterKill ? " or one more" : "") + "), queue=" + name);
        }
        return offset;
    }
}
