package io.millrace.launcher.child;

import io.millrace.launcher.LauncherException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A process that ends when this one does.
 *
 * <p>Between us and the program stands a shell that reads our pipe. Its end, by {@link #close} or by our own death of
 * any kind, makes the shell send the program SIGTERM, and SIGKILL when that was not enough after
 * {@link #PATIENCE}. The program has a session of its own where {@code setsid} exists, so Ctrl-C reaches us alone and
 * we decide the order of things.
 *
 * <p>What the program prints goes to a log file, at most {@link #LOG_CHARS_MAX} characters; later output is read and
 * dropped. <b>Threads:</b> thread-safe. <b>Errors:</b> {@link LauncherException} with the last lines of the log.
 */
public final class ChildProcess implements AutoCloseable {

    /** Time between SIGTERM and SIGKILL. */
    static final Duration PATIENCE = Duration.ofSeconds(6);

    /** Room for days of a healthy child; a child that repeats an error for ever does not fill the disk. */
    static final int LOG_CHARS_MAX = 10_000_000;

    private static final int TAIL_LINES = 8;

    private static final String GUARD =
            """
            exec 3<&0
            trap '' INT HUP
            session=$(command -v setsid) || session=
            $session "$@" 3<&- </dev/null &
            child=$!
            (
              read -r never <&3
              kill -TERM "$child" 2>/dev/null
              tenths=0
              while [ "$tenths" -lt %d ] && kill -0 "$child" 2>/dev/null; do
                sleep 0.1
                tenths=$((tenths + 1))
              done
              kill -KILL "$child" 2>/dev/null
            ) &
            watcher=$!
            # Not before: a watcher that were told to end while it had this trap still would never end, and keep the output open.
            trap 'kill -TERM "$child" 2>/dev/null' TERM
            wait "$child"
            status=$?
            while kill -0 "$child" 2>/dev/null; do
              wait "$child"
              status=$?
            done
            kill "$watcher" 2>/dev/null
            exit "$status"
            """
                    .formatted(PATIENCE.toMillis() / 100);

    private final String name;
    private final Process guard;
    private final Path log;
    private final Pattern awaited;
    private final CompletableFuture<Matcher> found = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> allRead = new CompletableFuture<>();
    private final Consumer<String> listener;
    private final Deque<String> tail = new ArrayDeque<>();
    private volatile boolean closing;

    private ChildProcess(String name, Process guard, Path log, Pattern awaited, Consumer<String> lines) {
        this.name = name;
        this.guard = guard;
        this.log = log;
        this.awaited = awaited;
        this.listener = lines;
    }

    /**
     * Starts a program.
     *
     * @param name what to call it in messages
     * @param awaited the first line of output that this is found in answers {@link #awaitLine}
     * @throws LauncherException if it cannot be started at all
     */
    public static ChildProcess start(String name, List<String> command, Path log, Pattern awaited) {
        return start(name, command, log, awaited, line -> {});
    }

    /**
     * Starts a program whose output is also listened to.
     *
     * @param lines gets every line, in order, on the thread that reads them; what it throws ends the program
     */
    public static ChildProcess start(
            String name, List<String> command, Path log, Pattern awaited, Consumer<String> lines) {
        List<String> guarded = new ArrayList<>(List.of("sh", "-c", GUARD, "guard"));
        guarded.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(guarded).redirectErrorStream(true);
        // A user's settings for another etcd or JVM are not meant for ours.
        builder.environment().keySet().removeIf(key -> key.startsWith("ETCD_") && !key.equals("ETCD_UNSUPPORTED_ARCH"));
        try {
            ChildProcess child = new ChildProcess(name, builder.start(), log, awaited, lines);
            Thread reader = new Thread(child::read, "output of " + name);
            reader.setDaemon(true);
            reader.start();
            return child;
        } catch (IOException e) {
            throw new LauncherException("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /** The awaited line, once it was printed. */
    public Matcher awaitLine(Duration limit) {
        try {
            return found.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw failure("said nothing of being ready within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw failure("ended at once", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was not waited for", e);
        }
    }

    /** Its exit status, once it ended and every line of its output was listened to. */
    public int awaitEnd(Duration limit) {
        try {
            allRead.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return guard.waitFor();
        } catch (TimeoutException e) {
            throw failure("did not end within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw failure("was not understood", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was not waited for", e);
        }
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return guard.isAlive();
    }

    /** Calls back with the exit status if it ends before {@link #close} was called. */
    public void onUnexpectedEnd(Consumer<Integer> callback) {
        var unused = guard.onExit().thenAccept(ended -> {
            if (!closing) {
                callback.accept(ended.exitValue());
            }
        });
    }

    /** Tells it to end without waiting for it; {@link #close} waits. */
    public void startClosing() {
        closing = true;
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            guard.destroy(); // the guard passes SIGTERM on
        }
    }

    /** Ends it and waits until it is gone, at most {@link #PATIENCE} and a little. A second close does nothing. */
    @Override
    public void close() {
        startClosing();
        try {
            if (!guard.waitFor(PATIENCE.toMillis() + 2_000, TimeUnit.MILLISECONDS)) {
                guard.destroyForcibly();
            }
        } catch (InterruptedException e) {
            guard.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** What went wrong with it, with the last lines it printed. */
    public LauncherException failure(String what, @Nullable Throwable cause) {
        List<String> remedies = new ArrayList<>(tail());
        remedies.add("Everything it printed: " + log);
        String[] lines = remedies.toArray(String[]::new);
        String message = name + ' ' + what;
        return cause == null ? new LauncherException(message, lines) : new LauncherException(message, cause, lines);
    }

    private List<String> tail() {
        synchronized (tail) {
            return List.copyOf(tail);
        }
    }

    private void read() {
        int written = 0;
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8));
                Writer out = Files.newBufferedWriter(log)) {
            String line = lines.readLine();
            while (line != null) {
                if (written < LOG_CHARS_MAX) {
                    out.append(line).append('\n').flush();
                    written += line.length() + 1;
                }
                remember(line);
                listener.accept(line);
                line = lines.readLine();
            }
            found.completeExceptionally(new IllegalStateException("no line like " + awaited));
            allRead.complete(null);
        } catch (IOException | RuntimeException e) {
            // A full disk, most likely. The child would block on an unread pipe, so it ends with us knowing why.
            found.completeExceptionally(e);
            allRead.completeExceptionally(e);
            startClosing();
        }
    }

    private void remember(String line) {
        synchronized (tail) {
            tail.addLast(line);
            if (tail.size() > TAIL_LINES) {
                tail.removeFirst();
            }
        }
        Matcher matcher = awaited.matcher(line);
        if (!found.isDone() && matcher.find()) {
            found.complete(matcher);
        }
    }
}
