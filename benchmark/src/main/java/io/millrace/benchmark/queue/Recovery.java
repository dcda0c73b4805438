package io.millrace.benchmark.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;

/** A writer is killed with SIGKILL in the middle of its puts; a fresh process opens what is left and looks for it all. */
final class Recovery {
    private final QueueRun run;
    private final QueueOptions options;

    Recovery(QueueRun run) {
        this.run = run;
        this.options = run.options();
    }

    void run(Collection<QueueContender> peers) throws InterruptedException {
        if (!options.hasCase(QueueCases.RECOVER_CASE)) {
            return;
        }
        run.cases().put(QueueCases.RECOVER_CASE, QueueCases.RECOVER);
        for (QueueContender contender : run.contenders(peers)) {
            for (int round = 0; round < run.rounds(contender); round++) {
                recover(contender);
            }
        }
    }

    private void recover(QueueContender contender) throws InterruptedException {
        try {
            Path directory = run.freshDirectory();
            // Twice as many as are waited for: it is killed while it puts.
            int messages = (int) (2 * options.killAfter() / options.queues()) + 1;
            run.trials().killAfter(plan(contender, messages, directory, QueuePhase.PUT), options.killAfter());
            run.keep(
                    QueueCases.RECOVER_CASE,
                    contender,
                    run.trials()
                            .run(plan(contender, messages, directory, QueuePhase.RECOVER))
                            .phase(QueuePhase.RECOVER.toString()));
        } catch (IOException e) {
            run.fail(QueueCases.RECOVER_CASE, contender, String.valueOf(e.getMessage()));
        }
    }

    private QueueTrials.Plan plan(QueueContender contender, int messages, Path directory, QueuePhase phase) {
        return run.plan(contender, options.queues(), messages, Arrival.LOCKSTEP, QueueLevel.OS, directory, phase);
    }
}
