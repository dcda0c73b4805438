package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.Trial;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The same number of messages over more and more queues. A contender climbs until it fails or does not even reach every
 * queue in its time: that is where it ends, and the contest asks here whether a peer survives its number of queues.
 */
final class Growth {
    private final QueueRun run;
    private final QueueOptions options;
    private final Map<QueueContender, Integer> survived = new EnumMap<>(QueueContender.class);
    private final Map<QueueContender, String> ends = new EnumMap<>(QueueContender.class);

    Growth(QueueRun run) {
        this.run = run;
        this.options = run.options();
    }

    void climb(Collection<QueueContender> peers) throws InterruptedException {
        List<Integer> rungs = options.growth().stream()
                .filter(queues -> options.hasCase(QueueCases.growth(queues)))
                .toList();
        for (int queues : rungs) {
            run.cases().put(QueueCases.growth(queues), QueueCases.PUT);
        }
        for (QueueContender contender : run.contenders(peers)) {
            for (int queues : rungs) {
                climbTo(queues, contender);
            }
        }
    }

    private void climbTo(int queues, QueueContender contender) throws InterruptedException {
        String name = QueueCases.growth(queues);
        String end = ends.get(contender);
        if (end != null) {
            run.fail(name, contender, "not tried: " + end);
            return;
        }
        for (int round = 0; round < run.rounds(contender) && end == null; round++) {
            end = tryOut(name, contender, queues);
        }
        if (end == null) {
            survived.put(contender, queues);
        } else {
            ends.put(contender, "ended at " + queues + " queues: " + end);
        }
    }

    /** Returns why it ended here, or null. */
    private @Nullable String tryOut(String name, QueueContender contender, int queues) throws InterruptedException {
        int messages = (int) Math.max(1, options.growthMessages() / queues);
        try {
            Trial trial = run.trials()
                    .run(run.plan(
                            contender,
                            queues,
                            messages,
                            Arrival.LOCKSTEP,
                            QueueLevel.OS,
                            run.freshDirectory(),
                            QueuePhase.PUT,
                            QueuePhase.CHECK_WARM,
                            QueuePhase.CONSUME_WARM));
            run.keep(name, contender, trial.phase(QueuePhase.PUT.toString()));
            double reached = trial.figures().getOrDefault(QueuePhase.PUT + ".queues", 0.0);
            return reached < queues
                    ? String.format(
                            Locale.ROOT,
                            "only %.0f of them reached in %.0f s",
                            reached,
                            options.seconds(contender, QueueLevel.OS))
                    : null;
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            run.fail(name, contender, why);
            return QueueRun.firstLine(why);
        }
    }

    /**
     * Why the peer is not to be tried at that number of queues; null where it may. RocksDB may unless it has ended before:
     * it does not care for the number. The others only where they have been as high.
     */
    @Nullable
    String reasonAgainst(QueueContender contender, int queues) {
        String end = ends.get(contender);
        if (end != null && queues > survived.getOrDefault(contender, 0)) {
            return end + "; see the cases put-growth";
        }
        boolean needsProof = Arrays.asList(QueueContender.CHRONICLE_QUEUE, QueueContender.KAFKA)
                .contains(contender);
        return needsProof && queues > survived.getOrDefault(contender, 0)
                ? "not known to survive " + queues + " queues: growth was not run so far"
                : null;
    }
}
