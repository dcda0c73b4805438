package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The contest: put, check at random, consume a fifth, in one process; in lock-step at {@code OS} also cold, in another.
 * Each order of arrival at each level with the first number of messages; with others only the contest's own case.
 */
final class Contests {
    private static final List<QueuePhase> CHECKS = List.of(QueuePhase.CHECK_WARM, QueuePhase.CHECK_COLD);
    private static final List<QueuePhase> CONSUMPTIONS = List.of(QueuePhase.CONSUME_WARM, QueuePhase.CONSUME_COLD);

    private final QueueRun run;
    private final QueueOptions options;
    private final Growth growth;
    private final Collection<QueueContender> peers;
    private final int messages;

    Contests(QueueRun run, Growth growth, Collection<QueueContender> peers, int messages) {
        this.run = run;
        this.options = run.options();
        this.growth = growth;
        this.peers = peers;
        this.messages = messages;
    }

    void run() throws InterruptedException {
        boolean all = messages == options.messages().get(0);
        for (Arrival arrival : Arrival.values()) {
            for (QueueLevel level : QueueLevel.values()) {
                boolean whole = arrival == Arrival.LOCKSTEP && level == QueueLevel.OS;
                String put = sized(QueueCases.put(arrival, level));
                boolean read = whole && (options.hasCase("check") || options.hasCase("consume"));
                if ((all || whole) && (read || options.hasCase(put))) {
                    contest(put, arrival, level, whole);
                }
            }
        }
    }

    private void contest(String put, Arrival arrival, QueueLevel level, boolean whole) throws InterruptedException {
        run.cases().put(put, QueueCases.PUT);
        if (whole) {
            CHECKS.forEach(phase -> run.cases().put(sized(phase.toString()), QueueCases.CHECK));
            CONSUMPTIONS.forEach(phase -> run.cases().put(sized(phase.toString()), QueueCases.CONSUME));
        }
        for (QueueContender contender : run.contenders(options.hasPeersEverywhere() || whole ? peers : List.of())) {
            String why = contender == QueueContender.OURS ? null : growth.reasonAgainst(contender, options.queues());
            if (why != null) {
                failAll(contender, put, whole, why);
                continue;
            }
            for (int round = 0; round < run.rounds(contender); round++) {
                contest(contender, put, arrival, level, whole);
            }
        }
        if (level != QueueLevel.PAGE) {
            copyOwnPage(put, sized(QueueCases.put(arrival, QueueLevel.PAGE)));
        }
        if (whole) {
            disk(sized(QueuePhase.CHECK_COLD.toString()));
        }
    }

    private void contest(QueueContender contender, String put, Arrival arrival, QueueLevel level, boolean whole)
            throws InterruptedException {
        String now = put;
        try {
            Path directory = run.freshDirectory();
            Trial warm = run.trials()
                    .run(plan(
                            contender,
                            arrival,
                            level,
                            directory,
                            QueuePhase.PUT,
                            QueuePhase.CHECK_WARM,
                            QueuePhase.CONSUME_WARM));
            run.keep(put, contender, warm.phase(QueuePhase.PUT.toString()));
            if (whole) {
                keep(contender, warm, QueuePhase.CHECK_WARM, QueuePhase.CONSUME_WARM);
                now = sized(QueuePhase.CHECK_COLD.toString());
                Trial cold = run.trials()
                        .run(plan(
                                contender, arrival, level, directory, QueuePhase.CHECK_COLD, QueuePhase.CONSUME_COLD));
                keep(contender, cold, QueuePhase.CHECK_COLD, QueuePhase.CONSUME_COLD);
            }
        } catch (IOException e) {
            run.fail(now, contender, String.valueOf(e.getMessage()));
        }
    }

    private QueueTrials.Plan plan(
            QueueContender contender, Arrival arrival, QueueLevel level, Path directory, QueuePhase... phases) {
        return run.plan(contender, options.queues(), messages, arrival, level, directory, phases);
    }

    private void keep(QueueContender contender, Trial trial, QueuePhase... phases) {
        for (QueuePhase phase : phases) {
            run.keep(sized(phase.toString()), contender, trial.phase(phase.toString()));
        }
    }

    private void failAll(QueueContender contender, String put, boolean whole, String why) {
        List<String> names = new ArrayList<>(List.of(put));
        if (whole) {
            CHECKS.forEach(phase -> names.add(sized(phase.toString())));
            CONSUMPTIONS.forEach(phase -> names.add(sized(phase.toString())));
        }
        names.forEach(name -> run.fail(name, contender, why));
    }

    private void copyOwnPage(String to, String from) {
        if (options.hasPeer(QueueContender.OWN_PAGE)) {
            for (Trial trial : run.trialsOf(from, QueueContender.OURS)) {
                run.keep(to, QueueContender.OWN_PAGE, new Trial(trial.figures(), List.of()));
            }
        }
    }

    private void disk(String name) throws InterruptedException {
        if (!options.hasPeer(QueueContender.DISK)) {
            return;
        }
        try {
            QueueTrials.Plan plan = run.plan(
                    QueueContender.DISK, 1, 1, Arrival.LOCKSTEP, QueueLevel.OS, run.freshDirectory(), QueuePhase.DISK);
            run.keep(name, QueueContender.DISK, run.trials().run(plan).phase(QueuePhase.DISK.toString()));
        } catch (IOException e) {
            run.fail(name, QueueContender.DISK, String.valueOf(e.getMessage()));
        }
    }

    private String sized(String benchCase) {
        return QueueCases.sized(benchCase, messages, options.messages().get(0));
    }
}
