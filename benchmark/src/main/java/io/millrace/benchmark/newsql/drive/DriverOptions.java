package io.millrace.benchmark.newsql.drive;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a load is: where to, how many connections, how long. Filled by the command line. */
final class DriverOptions {
    @Option(names = "--port", required = true, description = "port on 127.0.0.1")
    private int port;

    @Option(names = "--sql", description = "what connections of MySQL's protocol do: ${COMPLETION-CANDIDATES}")
    private @Nullable SqlWorkload sql;

    @Option(names = "--node", description = "what connections of Redis's protocol do: ${COMPLETION-CANDIDATES}")
    private @Nullable NodeWorkload node;

    @Option(names = "--connections", defaultValue = "16", description = "connections (default: 16)")
    private int connections = 16;

    @Option(names = "--pipeline", defaultValue = "1", description = "commands sent at once (default: 1)")
    private int pipeline = 1;

    @Option(names = "--database", defaultValue = "sbtest", description = "database (default: sbtest)")
    private String database = "sbtest";

    @Option(names = "--tables", defaultValue = "4", description = "tables sbtest1, sbtest2 … (default: 4)")
    private int tables = 4;

    @Option(names = "--rows", defaultValue = "100000", description = "rows of each table (default: 100000)")
    private int rows = 100_000;

    @Option(names = "--text", description = "send statements as text with literals instead of preparing them")
    private boolean textual;

    @Option(names = "--warmup", defaultValue = "1", description = "seconds before the window opens (default: 1)")
    private double warmupSeconds = 1;

    @Option(names = "--seconds", defaultValue = "5", description = "seconds of the measured window (default: 5)")
    private double seconds = 5;

    @Option(names = "--seed", defaultValue = "20264", description = "seed of arguments (default: 20264)")
    private long seed = 20264;

    @Option(names = "--pids", split = ",", description = "processes whose CPU time and memory to report")
    private List<Long> pids = List.of();

    InetSocketAddress address() {
        return new InetSocketAddress("127.0.0.1", port);
    }

    SqlWorkload sqlWorkload() {
        if (sql == null) {
            throw new IllegalStateException("not a load of SQL");
        }
        return sql;
    }

    NodeWorkload nodeWorkload() {
        if (node == null) {
            throw new IllegalStateException("not a load of a node");
        }
        return node;
    }

    /** Whether connections only log in. */
    boolean isIdle() {
        return sql == SqlWorkload.IDLE;
    }

    /** The dialog of one connection; its arguments follow from the seed and its number. */
    Dialog dialog(int connection) {
        if ((sql == null) == (node == null)) {
            throw new IllegalArgumentException("expected: either --sql or --node");
        }
        SplittableRandom random = new SplittableRandom(seed + connection);
        return sql != null ? new MysqlDialog(this, new SqlArguments(rows, random)) : new RespDialog(this, random);
    }

    int connections() {
        return connections;
    }

    int pipeline() {
        return pipeline;
    }

    String database() {
        return database;
    }

    int tables() {
        return tables;
    }

    int rows() {
        return rows;
    }

    boolean isTextual() {
        return textual;
    }

    List<Long> pids() {
        return pids;
    }

    long warmupNanos() {
        return nanos(warmupSeconds);
    }

    long windowNanos() {
        return nanos(seconds);
    }

    private static long nanos(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }
}
