package io.millrace.launcher.queue;

import io.millrace.launcher.child.ChildProcess;
import io.millrace.launcher.child.JavaCommand;
import io.millrace.launcher.load.Latencies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A queue engine in a child process takes messages, is killed with SIGKILL, and what it acknowledged is checked.
 *
 * <p>A put counts as acknowledged once its child has said so on standard output, which it does after the put returned. The
 * second child opens the directory, reads everything that is there, puts the rest and reads it all again.
 */
public final class QueueDemo {

    private static final Pattern READY = Pattern.compile(QueueWorker.READY + "(\\d+) nanos=(\\d+)");
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int MESSAGES_PER_QUEUE = 10;
    private static final int LANES = 2;

    /** Killed after two of five acknowledgements: in the middle, with time for the signal to arrive. */
    private static final double KILL_AT = 0.4;

    private static final int PROGRESS_SECONDS = 2;

    private final QueueWorkload workload;
    private final Path folder;
    private final Consumer<String> steps;
    private final Tally first = new Tally(LANES);
    private final Tally second = new Tally(LANES);

    /**
     * A demo to be run once.
     *
     * @param messages rounded to tens: a queue takes ten
     * @param folder exists; the queues and the children's logs go there
     * @param steps told what happens, a line each
     */
    public QueueDemo(int messages, long seed, Path folder, Consumer<String> steps) {
        int queues = Math.max(LANES, messages / MESSAGES_PER_QUEUE);
        this.workload = new QueueWorkload(queues, MESSAGES_PER_QUEUE, LANES, seed);
        this.folder = folder;
        this.steps = steps;
    }

    /** Runs both children. @throws LauncherException if one of them cannot do its part */
    public QueueResult run() {
        say("Putting %,d messages into %,d queues, in a process of their own", workload.messages(), workload.queues());
        killInTheMiddle();
        say("  killed it with -9 after %,d acknowledged messages; opening again", first.acknowledged());
        return finish();
    }

    private void killInTheMiddle() {
        long killAt = (long) (workload.messages() * KILL_AT);
        Killer killer = new Killer(killAt);
        ChildProcess child = start("queue-writer", QueueWorker.WRITE, List.of(), line -> {
            first.add(line);
            killer.look(line, first.acknowledged());
        });
        try {
            child.awaitLine(LIMIT);
            child.awaitEnd(LIMIT);
        } finally {
            child.close();
        }
        if (!killer.hasKilled()) {
            throw child.failure("ended by itself", null);
        }
    }

    private QueueResult finish() {
        List<String> acked =
                IntStream.of(first.counts()).mapToObj(Integer::toString).toList();
        Checks checks = new Checks();
        Ticker ticker = new Ticker();
        ChildProcess child = start("queue-finisher", QueueWorker.FINISH, acked, line -> {
            second.add(line);
            checks.look(line);
            ticker.tell(line);
        });
        Duration opening;
        try {
            opening = Duration.ofNanos(Long.parseLong(child.awaitLine(LIMIT).group(2)));
            if (child.awaitEnd(LIMIT) != 0) {
                throw child.failure("failed", null);
            }
        } finally {
            child.close();
        }
        QueueCheck recovered = checks.recovered;
        QueueCheck complete = checks.complete;
        if (recovered == null || complete == null) {
            throw child.failure("did not check its messages", null);
        }
        // The lanes of the second child count from the first message on, present ones included.
        long put = first.acknowledged() + workload.messages() - recovered.right();
        long nanos = first.elapsedNanos() + second.elapsedNanos();
        return new QueueResult(
                workload.queues(),
                workload.messages(),
                complete.right(),
                first.acknowledged(),
                recovered.errors() + complete.errors(),
                put * 1e9 / Math.max(1, nanos),
                latencies(),
                opening,
                recovered.firstError() != null ? recovered.firstError() : complete.firstError());
    }

    private void say(String format, Object... values) {
        steps.accept(String.format(Locale.ROOT, format, values));
    }

    private Latencies latencies() {
        long[] nanos = Stream.of(first.putNanos(), second.putNanos())
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .toArray();
        return Latencies.copyOf(nanos, nanos.length);
    }

    private ChildProcess start(String name, String mode, List<String> more, Consumer<String> lines) {
        List<String> command =
                new ArrayList<>(JavaCommand.of("-Xmx256m", "-XX:MaxDirectMemorySize=512m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), QueueWorker.class.getName()));
        command.addAll(List.of(mode, folder.resolve("queues").toString()));
        command.addAll(workload.arguments());
        command.addAll(more);
        return ChildProcess.start(name, command, folder.resolve(name + ".log"), READY, lines);
    }

    /** Sends SIGKILL to the process that said its id, once enough is acknowledged. On the thread that reads the lines. */
    private static final class Killer {

        private final long killAt;
        private @Nullable ProcessHandle victim;
        private volatile boolean killed;

        Killer(long killAt) {
            this.killAt = killAt;
        }

        void look(String line, long acknowledged) {
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                victim = ProcessHandle.of(Long.parseLong(ready.group(1))).orElse(null);
            }
            ProcessHandle process = victim;
            if (process != null && !killed && acknowledged >= killAt) {
                killed = process.destroyForcibly();
            }
        }

        boolean hasKilled() {
            return killed;
        }
    }

    /** The two checks that the second child tells of. */
    private static final class Checks {

        private volatile @Nullable QueueCheck recovered;
        private volatile @Nullable QueueCheck complete;

        void look(String line) {
            QueueCheck found = QueueCheck.parse(QueueWorker.RECOVERED, line);
            recovered = found != null ? found : recovered;
            found = QueueCheck.parse(QueueWorker.COMPLETE, line);
            complete = found != null ? found : complete;
        }
    }

    /** Says what the second child does, and now and then how far it is. On the thread that reads the lines. */
    private final class Ticker {

        private boolean putting;
        private long nextNanos;

        void tell(String line) {
            QueueCheck recovered = QueueCheck.parse(QueueWorker.RECOVERED, line);
            if (recovered != null) {
                say("  %,d messages are there and right; putting the rest", recovered.right());
                putting = true;
                nextNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS);
            } else if (putting && second.acknowledged() == workload.messages()) {
                say("  reading all %,d messages", workload.messages());
                putting = false;
            } else if (putting && System.nanoTime() - nextNanos > 0) {
                say("  %,d of %,d messages put", second.acknowledged(), workload.messages());
                nextNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS);
            }
        }
    }
}
