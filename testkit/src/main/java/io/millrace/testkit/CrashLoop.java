package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Runs a child program again and again, kills it with SIGKILL at a random moment, and lets the test look at what it left.
 *
 * <p>The child says in its output what it holds to be done (one line each, flushed); after the kill the check compares
 * that with what is really there. The child must not end by itself: a round without a crash proves nothing.
 *
 * <pre>{@code
 * CrashLoop.of("wal", round -> JavaProcess.of(Writer.class).arguments(dir.toString()))
 *         .rounds(20)
 *         .armedBy("OPEN")
 *         .killWithin(Duration.ofMillis(300))
 *         .run(crash -> assertThat(recovered(dir)).containsAll(crash.output()));
 * }</pre>
 *
 * <p><b>Bounds:</b> a round takes at most the start limit of a minute plus the kill window. <b>Threads:</b> one.
 * <b>Errors:</b> an {@link AssertionError} that names round, moment and seed, with what the check threw as its cause.
 */
public final class CrashLoop {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final String name;
    private final IntFunction<JavaProcess> child;
    private int rounds = 10;
    private String armedBy = "";
    private Duration killWithin = Duration.ofMillis(500);

    private CrashLoop(String name, IntFunction<JavaProcess> child) {
        this.name = name;
        this.child = child;
    }

    /** A loop over the processes that the function gives for each round, counted from 0. */
    public static CrashLoop of(String name, IntFunction<JavaProcess> child) {
        return new CrashLoop(name, child);
    }

    /** How often to crash; 10 unless said otherwise. */
    public CrashLoop rounds(int count) {
        this.rounds = count;
        return this;
    }

    /** The moment is drawn from when a line begins with this text; from the child's first line unless said otherwise. */
    public CrashLoop armedBy(String beginningOfLine) {
        this.armedBy = beginningOfLine;
        return this;
    }

    /** The kill comes at a random moment within this time after the child is armed; half a second unless said otherwise. */
    public CrashLoop killWithin(Duration window) {
        this.killWithin = window;
        return this;
    }

    /** What a round left behind: to be compared with what the program recovers. */
    @FunctionalInterface
    public interface Check {

        /** Looks at what is there after a crash; throws if it is not what it should be. */
        void check(Crash crash) throws Exception;
    }

    /**
     * One crash.
     *
     * @param round from 0
     * @param moment how long after it was armed the child was killed
     * @param output every line of the child before the kill, oldest first; the last may be cut if it is longer than 4096
     *     bytes, the most that a pipe takes in one piece
     */
    public record Crash(int round, Duration moment, List<String> output) {}

    /**
     * Runs all rounds, with a printed seed.
     *
     * @throws AssertionError if a check throws, or the child ends or never arms
     */
    public void run(Check check) {
        long seed = Seeds.seed("crash loop " + name);
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            Duration moment = Duration.ofNanos((long) (random.nextDouble() * killWithin.toNanos()));
            try {
                check.check(crash(round, moment));
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "crash loop " + name + " failed: round=" + round + " of " + rounds + ", killed "
                                + moment.toNanos() / 1000 + " µs after it was armed, -D" + Seeds.PROPERTY + "=" + seed,
                        e);
            }
        }
    }

    private Crash crash(int round, Duration moment) throws InterruptedException {
        Path log = logFile();
        try {
            ChildProcess process = child.apply(round)
                    .process()
                    .log(log)
                    .startAndAwait(line -> line.startsWith(armedBy), START_LIMIT)
                    .process();
            // The random moment is the subject here, not a synchronisation.
            TimeUnit.NANOSECONDS.sleep(moment.toNanos());
            boolean aliveUntilNow = process.isAlive();
            process.kill();
            if (!aliveUntilNow) {
                throw new AssertionError("the child ended by itself:\n  " + String.join("\n  ", process.tail()));
            }
            return new Crash(round, moment, lines(log));
        } finally {
            delete(log);
        }
    }

    private static List<String> lines(Path log) {
        try {
            String text = Files.readString(log, StandardCharsets.UTF_8);
            return text.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the output of the child: " + log, e);
        }
    }

    private static Path logFile() {
        try {
            return Files.createTempFile("millrace-crash-", ".log");
        } catch (IOException e) {
            throw new UncheckedIOException("no file for the output of the child", e);
        }
    }

    private static void delete(Path log) {
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + log, e);
        }
    }
}
