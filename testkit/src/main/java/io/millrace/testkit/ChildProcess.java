package io.millrace.testkit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A process that a test started and owns: its output is captured, it can be killed, frozen and thawed, and it ends with
 * the JVM at the latest.
 *
 * <p>Standard error is merged into standard output. A thread of this class reads it to its end, line by line, into an
 * optional log file and into a bounded tail that error messages show.
 *
 * <p><b>Ownership:</b> {@link #close()} ends the process; a second close does nothing. A shutdown hook kills by process
 * id whatever is still alive. <b>Threads:</b> safe. <b>Errors:</b> {@link IllegalStateException} with the captured tail
 * when a wait fails, {@link UncheckedIOException} when the program cannot be started.
 */
public final class ChildProcess implements AutoCloseable {

    /** Enough for a stack trace with causes; the log file has the rest. */
    private static final int TAIL_LINES = 200;

    /** How long an ordered ending may take before it becomes a kill; also the wait for a killed process to vanish. */
    private static final Duration ENDING = Duration.ofSeconds(10);

    private static final Set<ChildProcess> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::killAllAtExit, "testkit-reaper"));
    }

    private final String name;
    private final Process process;
    private final @Nullable Path log;
    private final Thread reader;
    private final Object lock = new Object();
    private final Deque<String> tail = new ArrayDeque<>(); // guarded by lock
    private final List<LineWait> waits = new ArrayList<>(); // guarded by lock
    private boolean outputEnded; // guarded by lock

    private ChildProcess(Builder builder, Process process) {
        this.name = builder.name;
        this.process = process;
        this.log = builder.log;
        this.reader = new Thread(this::readOutput, "output of " + name);
        this.reader.setDaemon(true);
    }

    /** A process to be started from a program and its arguments. */
    public static Builder command(List<String> command) {
        return new Builder(command);
    }

    /** A process to be started from a program and its arguments. */
    public static Builder command(String... command) {
        return new Builder(List.of(command));
    }

    /** What to run and where; {@link #start()} runs it. */
    public static final class Builder {

        private final List<String> command;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private String name;
        private @Nullable Path directory;
        private @Nullable Path log;

        private Builder(List<String> command) {
            this.command = List.copyOf(command);
            this.name = command.get(0);
        }

        /** What messages call the process; the program's name unless said otherwise. */
        public Builder name(String value) {
            this.name = value;
            return this;
        }

        /** The working directory; this JVM's unless said otherwise. */
        public Builder directory(Path value) {
            this.directory = value;
            return this;
        }

        /** Adds an environment variable to those inherited. */
        public Builder environment(String key, String value) {
            environment.put(key, value);
            return this;
        }

        /** A file that receives the whole output; appended to, its folder created if absent. */
        public Builder log(Path value) {
            this.log = value;
            return this;
        }

        /** Starts the process and returns at once. */
        public ChildProcess start() {
            return start(List.of());
        }

        /**
         * Starts the process and returns when a line of its output satisfies the condition.
         *
         * @throws IllegalStateException if the process ends or the limit passes before; the process is gone then
         */
        public Started startAndAwait(Predicate<String> line, Duration limit) {
            LineWait wait = new LineWait(line);
            ChildProcess child = start(List.of(wait));
            try {
                return new Started(child, child.await(wait, limit));
            } catch (RuntimeException e) {
                child.kill();
                throw e;
            }
        }

        private ChildProcess start(List<LineWait> waitsFromTheFirstLine) {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(environment);
            if (directory != null) {
                builder.directory(directory.toFile());
            }
            try {
                ChildProcess child = new ChildProcess(this, builder.start());
                child.waits.addAll(waitsFromTheFirstLine);
                LIVE.add(child);
                child.reader.start();
                return child;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start " + name + ": command=" + command, e);
            }
        }
    }

    /**
     * A process that has said it serves.
     *
     * @param process the running process; the taker closes it
     * @param line the line that said so
     */
    public record Started(ChildProcess process, String line) {}

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether the process runs (a frozen one does). */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The last lines of the output, oldest first. */
    public List<String> tail() {
        synchronized (lock) {
            return List.copyOf(tail);
        }
    }

    /**
     * Waits for a line that satisfies the condition, among the captured tail and what comes.
     *
     * @return the first such line
     * @throws IllegalStateException with the captured tail, if the output ends or the limit passes before
     */
    public String awaitLine(Predicate<String> condition, Duration limit) {
        LineWait wait = new LineWait(condition);
        synchronized (lock) {
            tail.forEach(wait::offer);
            waits.add(wait);
        }
        return await(wait, limit);
    }

    private String await(LineWait wait, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (lock) {
            try {
                for (long left = limit.toNanos();
                        wait.found == null && !outputEnded && left > 0;
                        left = deadline - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(lock, left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failure("interrupted while waiting for a line", e);
            } finally {
                waits.remove(wait);
            }
            if (wait.found != null) {
                return wait.found;
            }
            throw failure(outputEnded ? "ended before the awaited line" : "no awaited line within " + limit, null);
        }
    }

    /**
     * Waits until the process has ended and its output is read.
     *
     * @return the exit status
     * @throws IllegalStateException with the captured tail, if it still runs at the limit
     */
    public int awaitExit(Duration limit) {
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw failure("still runs after " + limit, null);
            }
            // Grandchildren may hold the pipe open; the exit status is known without them.
            reader.join(ENDING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("interrupted while waiting for the end", e);
        }
        LIVE.remove(this);
        return process.exitValue();
    }

    /** Ends the process at once (SIGKILL, which works on a frozen one too) and waits until it is gone. */
    public void kill() {
        process.toHandle().destroyForcibly();
        awaitExit(ENDING);
    }

    /** Asks the process to end (SIGTERM, after a thaw) and waits; kills it if it does not end within the limit. */
    public void terminate(Duration limit) {
        if (process.isAlive()) {
            thaw();
            // Not process.destroy(): that closes the pipe and loses the last words.
            process.toHandle().destroy();
        }
        try {
            if (process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                awaitExit(ENDING);
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Stops the process in its tracks (SIGSTOP): its sockets stay open and silent. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets a frozen process go on (SIGCONT); harmless for one that runs. */
    public void thaw() {
        signal("CONT");
    }

    /** Ends the process in an orderly way, within ten seconds. */
    @Override
    public void close() {
        terminate(ENDING);
    }

    /** The name, the process id, and whether it runs. */
    @Override
    public String toString() {
        return name + "[pid=" + pid() + (isAlive() ? ", running]" : ", ended]");
    }

    private void signal(String signal) {
        // The shell's own kill: a minimal image has no program of that name.
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid()).start();
            if (!kill.waitFor(ENDING.toNanos(), TimeUnit.NANOSECONDS) || (kill.exitValue() != 0 && isAlive())) {
                throw failure("cannot be sent SIG" + signal, null);
            }
        } catch (IOException e) {
            throw failure("cannot be sent SIG" + signal, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("interrupted while sending SIG" + signal, e);
        }
    }

    private void readOutput() {
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                BufferedWriter file = openLog()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                file.write(line);
                file.newLine();
                file.flush();
                accept(line);
            }
        } catch (IOException e) {
            accept("(the output could not be read further: " + e + ")");
        } finally {
            synchronized (lock) {
                outputEnded = true;
                lock.notifyAll();
            }
        }
    }

    private BufferedWriter openLog() throws IOException {
        if (log == null) {
            return new BufferedWriter(Writer.nullWriter());
        }
        Path folder = log.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        return Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void accept(String line) {
        synchronized (lock) {
            if (tail.size() == TAIL_LINES) {
                tail.removeFirst();
            }
            tail.addLast(line);
            waits.forEach(wait -> wait.offer(line));
            lock.notifyAll();
        }
    }

    private IllegalStateException failure(String what, @Nullable Throwable cause) {
        String whole = log == null ? "" : " (all of it in " + log + ")";
        String message = this + " " + what + "; its last output" + whole + ":\n  " + String.join("\n  ", tail());
        return new IllegalStateException(message, cause);
    }

    private static void killAllAtExit() {
        LIVE.forEach(child -> child.process.destroyForcibly());
    }

    /** A condition and the first line that satisfied it. */
    private static final class LineWait {

        private final Predicate<String> condition;
        private @Nullable String found; // guarded by the process's lock

        LineWait(Predicate<String> condition) {
            this.condition = condition;
        }

        void offer(String line) {
            if (found == null && condition.test(line)) {
                found = line;
            }
        }
    }
}
