package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.Crew;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Puts messages from all threads until all are put or the time is up, and notes each one when its put has returned. */
final class PutPhase {
    /** Puts between two looks at the clock. */
    private static final int BATCH = 64;

    private final Workload workload;
    private final QueueSubject subject;
    private final Acknowledged acknowledged;
    private final String[] names;
    private final Map<String, AtomicInteger> locks = new ConcurrentHashMap<>();
    private final AtomicLong shared = new AtomicLong();

    PutPhase(Workload workload, QueueSubject subject, Acknowledged acknowledged) {
        this.workload = workload;
        this.subject = subject;
        this.acknowledged = acknowledged;
        boolean lean = workload.tester() == Tester.LEAN;
        names = new String[lean ? workload.queues() : 0];
        for (int queue = 0; queue < workload.queues(); queue++) {
            String name = QueueSubjects.name(queue);
            if (lean) {
                names[queue] = name;
            } else {
                locks.put(name, new AtomicInteger());
            }
        }
    }

    /** Returns how many were put. */
    long run(Consumer<String> watcher) throws Exception {
        long deadline = System.nanoTime() + workload.limit().toNanos();
        try (Ticker ticker = new Ticker(watcher, "put", workload.threads(), workload.total())) {
            return Crew.sum(
                    workload.threads(),
                    workload.tester() == Tester.LEAN
                            ? thread -> putLean(thread, deadline, ticker)
                            : thread -> putAsContest(thread, deadline, ticker));
        }
    }

    private long putLean(int thread, long deadline, Ticker ticker) throws IOException {
        Strides strides = new Strides(workload, thread);
        MessageContent content = new MessageContent();
        long most = (long) strides.own() * workload.messages();
        long done = 0;
        while (done < most && System.nanoTime() < deadline) {
            long until = Math.min(most, done + BATCH);
            for (; done < until; done++) {
                int queue = strides.next();
                int offset = acknowledged.of(queue);
                subject.put(names[queue], content.of(queue, offset));
                acknowledged.set(queue, offset + 1);
                commitNowAndThen(done);
            }
            ticker.done(thread, done);
        }
        subject.commit();
        return done;
    }

    private long putAsContest(int thread, long deadline, Ticker ticker) throws IOException {
        MessageContent content = new MessageContent();
        long done = 0;
        for (long number = shared.getAndIncrement(); number < workload.total(); number = shared.getAndIncrement()) {
            int queue = (int) (number % workload.queues());
            String name = QueueSubjects.name(queue);
            AtomicInteger next = QueueSubjects.opened(locks.get(name));
            synchronized (next) {
                int offset = next.getAndIncrement();
                subject.put(name, content.of(queue, offset));
                acknowledged.set(queue, offset + 1);
            }
            commitNowAndThen(done);
            if (++done % BATCH == 0) {
                ticker.done(thread, done);
                if (System.nanoTime() >= deadline) {
                    break;
                }
            }
        }
        subject.commit();
        return done;
    }

    private void commitNowAndThen(long done) throws IOException {
        if (workload.level() == QueueLevel.SYNC && (done + 1) % workload.commitEvery() == 0) {
            subject.commit();
        }
    }
}
