package io.millrace.benchmark.queue;

import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.trial.Jdk;
import io.millrace.benchmark.trial.PeerJars;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialProcess;
import io.millrace.benchmark.trial.TrialSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Starts the processes of the scenario {@code queue} with their settings. */
final class QueueTrials {
    /** What one process shall do. */
    record Plan(
            QueueContender contender,
            Jdk jdk,
            int queues,
            int messages,
            Arrival arrival,
            QueueLevel level,
            Path directory,
            List<QueuePhase> phases) {}

    private static final double KILL_AT = 0.75;
    private static final Duration POLL = Duration.ofMillis(20);

    private final QueueOptions options;
    private final Children children;
    private final Consumer<String> watcher;

    QueueTrials(QueueOptions options, Children children, Consumer<String> watcher) {
        this.options = options;
        this.children = children;
        this.watcher = watcher;
    }

    /** {@link IOException} with the reason where it fails or is not done in its time. */
    Trial run(Plan plan) throws IOException, InterruptedException {
        double phases = plan.phases().size() * seconds(plan);
        try (TrialProcess process = start(plan)) {
            return process.await(Duration.ofMillis((long) (1000 * (phases + options.marginSeconds()))));
        }
    }

    /**
     * Lets it put until that many are acknowledged, and kills it in the middle; one that is slow is killed with what it has
     * when {@value #KILL_AT} of its time is over.
     */
    void killAfter(Plan plan, long acknowledged) throws IOException, InterruptedException {
        Path file = plan.directory().resolve("acknowledged");
        long deadline = System.nanoTime() + (long) (1e9 * seconds(plan) * KILL_AT);
        try (TrialProcess process = start(plan)) {
            Acknowledged counts = Acknowledged.open(file, plan.queues());
            for (long sum = 0; sum < acknowledged && (sum == 0 || System.nanoTime() < deadline); sum = counts.sum()) {
                if (!process.isAlive() && counts.sum() < acknowledged) {
                    process.await(POLL); // throws with its reason
                    throw new IOException("ended before the kill: its work was done");
                }
                Thread.sleep(POLL.toMillis());
            }
            process.kill();
        }
    }

    private TrialProcess start(Plan plan) throws IOException {
        TrialSettings settings = new TrialSettings()
                .with("subject", plan.contender().subject())
                .with("phases", plan.phases().stream().map(QueuePhase::name).collect(Collectors.joining(",")))
                .with("directory", plan.directory())
                .with("queues", plan.queues())
                .with("messages", plan.messages())
                .with("threads", options.threads())
                .with("arrival", plan.arrival().name())
                .with("tester", options.tester().name())
                .with("level", plan.level().name())
                .with("commit-every", options.commitEvery())
                .with("checks", options.checks())
                .with("seed", options.seed())
                .with("seconds", seconds(plan))
                .with("memory-mib", options.memoryMib())
                .with("epoch-mib", options.epochMib())
                .with("disk-mib", options.diskMib());
        List<Path> peers = plan.contender().isFromPeerJars() ? PeerJars.find() : List.of();
        return TrialProcess.start(
                children,
                plan.contender().toString(),
                plan.jdk(),
                options.heap(),
                peers,
                QueueTrial.class,
                settings,
                line -> watcher.accept("  " + plan.contender() + " " + line));
    }

    private double seconds(Plan plan) {
        return plan.contender() == QueueContender.DISK
                ? options.diskSeconds()
                : options.seconds(plan.contender(), plan.level());
    }
}
