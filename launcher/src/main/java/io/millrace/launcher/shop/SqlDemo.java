package io.millrace.launcher.shop;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.child.ChildProcess;
import io.millrace.launcher.child.JavaCommand;
import io.millrace.launcher.load.Latencies;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A SQL server in a child process takes a shop's orders from several clients, is killed with SIGKILL in the middle, and is asked again when it was opened anew.
 *
 * <p>The clients live in this process, so that what counts as acknowledged is what a driver was told.
 */
public final class SqlDemo {

    private static final Pattern READY = Pattern.compile(ShopServer.READY + "(\\d+) port=(\\d+)");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final double KILL_AT = 0.4;
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ShopModel model;
    private final ShopWriter writer;
    private final long seed;
    private final Path folder;
    private final Consumer<String> steps;
    private long writingNanos;

    /**
     * A demo to be run once.
     *
     * @param rows orders, at least 100
     * @param folder exists; the server's data and log go there
     * @param steps told what happens, a line each
     */
    public SqlDemo(int rows, long seed, Path folder, Consumer<String> steps) {
        this.model = new ShopModel(rows, seed);
        this.writer = new ShopWriter(model);
        this.seed = seed;
        this.folder = folder;
        this.steps = steps;
    }

    /** Runs it. @throws LauncherException if a server cannot be started or asked */
    public SqlResult run() throws InterruptedException {
        try {
            say("Inserting %,d rows by SQL, into a server in a process of its own", model.orders());
            killInTheMiddle();
            say("  killed it with -9 after %,d acknowledged rows; opening again", writer.acknowledged());
            return finish(writer.acknowledged());
        } catch (SQLException e) {
            throw new LauncherException("the SQL server did not answer: " + e.getMessage(), e);
        }
    }

    private void killInTheMiddle() throws SQLException, InterruptedException {
        ChildProcess child = start("sql-server");
        try {
            Matcher ready = child.awaitLine(LIMIT);
            int port = Integer.parseInt(ready.group(2));
            long pid = Long.parseLong(ready.group(1));
            try (ShopConnection connection = ShopConnection.open(port)) {
                connection.create(model);
            }
            long killAt = (long) (model.orders() * KILL_AT);
            AtomicBoolean killed = new AtomicBoolean();
            SQLException failure = write(port, acknowledged -> {
                if (acknowledged >= killAt && killed.compareAndSet(false, true)) {
                    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
                }
                return true;
            });
            if (!killed.get() && failure != null) {
                throw failure;
            }
            child.awaitEnd(LIMIT);
        } finally {
            child.close();
        }
    }

    private SqlResult finish(int acknowledged) throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        ChildProcess child = start("sql-server-again");
        try {
            int port = Integer.parseInt(child.awaitLine(LIMIT).group(2));
            try (ShopConnection connection = ShopConnection.open(port)) {
                connection.use();
                Duration opening = Duration.ofNanos(System.nanoTime() - begun);
                ShopCheck recovered = new ShopCheck(model);
                recovered.compareOrders(connection, writer);
                say(
                        "  %,d rows are there and right; inserting the rest",
                        recovered.findings().right());
                insertRest(port);
                say("  reading all rows, asking by key, index, range and join");
                return check(connection, recovered.findings(), acknowledged, opening);
            }
        } finally {
            child.close();
        }
    }

    private void insertRest(int port) throws SQLException, InterruptedException {
        AtomicLong next = new AtomicLong(System.nanoTime() + PROGRESS_NANOS);
        SQLException failure = write(port, acknowledged -> {
            long due = next.get();
            if (System.nanoTime() - due > 0 && next.compareAndSet(due, System.nanoTime() + PROGRESS_NANOS)) {
                say("  %,d of %,d rows inserted", acknowledged, model.orders());
            }
            return true;
        });
        if (failure != null) {
            throw failure;
        }
    }

    private @Nullable SQLException write(int port, ShopWriter.Acknowledged each) throws InterruptedException {
        long begun = System.nanoTime();
        SQLException failure = writer.write(port, each);
        writingNanos += System.nanoTime() - begun;
        return failure;
    }

    private SqlResult check(ShopConnection connection, Findings recovered, int acknowledged, Duration opening)
            throws SQLException {
        ShopCheck rows = new ShopCheck(model);
        rows.compareOrders(connection, writer);
        ShopCheck queries = new ShopCheck(model);
        long[] nanos = queries.compareQueries(connection, seed);
        String first =
                recovered.first() != null ? recovered.first() : rows.findings().first();
        return new SqlResult(
                model.orders(),
                rows.findings().right(),
                acknowledged,
                queries.findings().right(),
                recovered.wrong() + rows.findings().wrong() + queries.findings().wrong(),
                model.orders() * 1e9 / Math.max(1, writingNanos),
                Latencies.copyOf(nanos, nanos.length),
                opening,
                first != null ? first : queries.findings().first());
    }

    private void say(String format, Object... values) {
        steps.accept(String.format(Locale.ROOT, format, values));
    }

    private ChildProcess start(String name) {
        List<String> command =
                new ArrayList<>(JavaCommand.of("-Xmx256m", "-XX:MaxDirectMemorySize=512m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ShopServer.class.getName()));
        command.add(folder.resolve("sql").toString());
        return ChildProcess.start(name, command, folder.resolve(name + ".log"), READY);
    }
}
