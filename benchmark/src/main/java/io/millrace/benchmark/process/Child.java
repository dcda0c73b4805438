package io.millrace.benchmark.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A process that we started, its standard output line by line and its standard error in a log file.
 *
 * <p>{@link #close} ends it and its children by their ids: SIGTERM, five seconds, SIGKILL; a second close does
 * nothing. Thread-safe.
 */
public final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LINES_MAX = 10_000;
    /** For what an ended process said last, which is still in the pipe; a grandchild may hold that open. */
    private static final long REST_MILLIS = 10_000;

    private final String name;
    private final Process process;
    private final Path log;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(LINES_MAX);
    private final Thread reader;

    private Child(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.reader = new Thread(this::readLines, "output of " + name);
        reader.setDaemon(true);
    }

    /**
     * Starts a command.
     *
     * @param directory working directory, where {@code NAME.log} takes the standard error
     * @param environment variables added to ours
     */
    public static Child start(String name, Path directory, Map<String, String> environment, List<String> command)
            throws IOException {
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Child child = new Child(name, builder.start(), log);
        child.reader.start();
        return child;
    }

    private void readLines() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
                var copy = Files.newBufferedWriter(log.resolveSibling(name + ".out"))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!lines.offer(line)) {
                    lines.clear();
                }
                copy.write(line);
                copy.newLine();
                copy.flush();
            }
        } catch (IOException e) {
            // The pipe breaks when the process is killed: whoever waits for a line sees that it has ended.
            lines.offer("output ended: " + e);
        }
    }

    /** Gives the process a line on its standard input. */
    public void send(String line) throws IOException {
        try {
            BufferedWriter input = process.outputWriter(StandardCharsets.UTF_8);
            input.write(line);
            input.newLine();
            input.flush();
        } catch (IOException e) {
            throw failure("takes no lines any more: " + e.getMessage());
        }
    }

    /** Waits for a line of standard output; fails, with the end of the log, when the process ends or time is up. */
    public String awaitLine(Predicate<String> wanted, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            boolean ended = !process.isAlive();
            if (ended) {
                reader.join(REST_MILLIS);
            }
            String line = lines.poll(ended ? 0 : 50, TimeUnit.MILLISECONDS);
            if (line != null && wanted.test(line)) {
                return line;
            }
            if (line == null && ended) {
                throw failure("ended with status " + process.exitValue() + " before the line that was waited for");
            }
        }
        throw failure("did not print the line that was waited for within " + limit);
    }

    /** The exception that says what went wrong with this process and what it said last. */
    public IOException failure(String what) {
        return new IOException(name + " " + what + endOf(log) + endOf(log.resolveSibling(name + ".out")));
    }

    private static String endOf(Path file) {
        try {
            List<String> text = Files.readAllLines(file);
            List<String> end = text.subList(Math.max(0, text.size() - 15), text.size());
            return end.isEmpty() ? "" : "\n  " + file + ":\n    " + String.join("\n    ", end);
        } catch (IOException e) {
            return "\n  (no log: " + e + ")";
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process and all below it, for example nginx's master and its workers. */
    public List<Long> family() {
        List<Long> pids = new ArrayList<>();
        pids.add(pid());
        process.descendants().forEach(each -> pids.add(each.pid()));
        return pids;
    }

    /** SIGKILL, in the middle of whatever it does; returns when it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroy();
        boolean ended = awaitEnd();
        if (!ended) {
            process.destroyForcibly();
            awaitEnd();
        }
        below.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
