package io.millrace.benchmark.newsql;

import io.millrace.benchmark.BenchResult;
import io.millrace.benchmark.Machine;
import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.newsql.prepare.NodeKeys;
import io.millrace.benchmark.newsql.prepare.SqlTables;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.benchmark.trial.Trial;
import io.millrace.benchmark.trial.TrialBook;
import io.millrace.benchmark.trial.TrialMetric;
import io.millrace.benchmark.trial.TrialRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Starts our SQL server and MariaDB, then our storage node and Redis, lets them take turns over rounds, and reports.
 *
 * <p>Both of a pair run at the same time, and one of them has nothing to do. Every second round goes the other way around. Where the device is asked for durable
 * writes, it is probed beside each turn; a round whose probes differ twofold is repeated, twice at most.
 */
public final class NewSqlScenario {
    private static final String NAME = "newsql";
    private static final int TABLES = 4;
    private static final int REPEATS_MAX = 2;
    private static final double PROBES_RATIO_MAX = 2;
    /** Of a row of 200 bytes with its index, its log and a peer's binary log, in both servers. */
    private static final long DISK_BYTES_PER_ROW = 2500;

    private static final long DISK_BYTES_FIXED = 6L << 30;
    private static final List<TrialMetric> METRICS = List.of(
            TrialMetric.higher(QueryLoad.QPS, "1/s"),
            TrialMetric.lower(QueryLoad.P99, "ms"),
            TrialMetric.lower(QueryLoad.CPU, "us"),
            TrialMetric.lower(QueryLoad.RSS, "MiB"));
    private static final List<TrialMetric> IDLE_METRICS =
            List.of(TrialMetric.lower(QueryLoad.BYTES_PER_CONNECTION, "B"), TrialMetric.lower(QueryLoad.RSS, "MiB"));

    private final NewSqlOptions options;
    private final Children children;
    private final ScratchDirectory scratch;
    private final MillraceServers ours;
    private final PeerServers peers;
    private final QueryLoad load;
    private final TrialBook book = new TrialBook();
    private final TrialRows rows = new TrialRows(book, ServerProcess.OURS);
    private final Map<String, Object> machine = Machine.describe();
    private final long began = System.nanoTime();

    private NewSqlScenario(NewSqlOptions options, Children children, ScratchDirectory scratch) throws IOException {
        this.options = options;
        this.children = children;
        this.scratch = scratch;
        this.ours = MillraceServers.of(options, children);
        this.peers = new PeerServers(children);
        this.load = new QueryLoad(children, options);
    }

    /** Runs it. {@link IOException} where it cannot begin; a contender that fails only loses its figures. */
    public static BenchResult run(NewSqlOptions options) throws IOException, InterruptedException {
        Path named = options.directory();
        Path below = named != null ? named : ProjectHome.find().resolve("target");
        long most = options.cases().stream()
                .mapToLong(each -> options.rows(each.rows()))
                .max()
                .orElse(0);
        try (ScratchDirectory scratch =
                        ScratchDirectory.create(below, "bench-newsql-", DISK_BYTES_FIXED + most * DISK_BYTES_PER_ROW);
                Children children = new Children(scratch.fresh("logs"))) {
            return new NewSqlScenario(options, children, scratch).measure();
        }
    }

    private BenchResult measure() throws IOException, InterruptedException {
        List<NewSqlCase> ofSql =
                options.cases().stream().filter(each -> !each.isOfNode()).toList();
        List<NewSqlCase> ofNode =
                options.cases().stream().filter(NewSqlCase::isOfNode).toList();
        measure(ofSql, ours::startSql, PeerServers.MARIADB, peers::startMariaDb);
        measure(ofNode, ours::startNode, PeerServers.REDIS, peers::startRedis);
        machine.put("serverJdk", ours.jdk().version());
        machine.put("serverJvmFlags", String.join(" ", ours.flags()));
        machine.put(
                "sizes",
                "rows=" + options.rows(NewSqlCase.Rows.TABLES) + ", seconds=" + options.seconds() + ", rounds="
                        + options.rounds() + ", statements=" + (options.isTextual() ? "text" : "prepared"));
        return new BenchResult(NAME, machine, rows.rows());
    }

    /** Measures a pair of contenders in all their cases, and ends them. */
    private void measure(List<NewSqlCase> cases, Start ourStart, String peerName, Start peerStart)
            throws InterruptedException {
        if (cases.isEmpty()) {
            return;
        }
        List<ServerProcess> servers = new ArrayList<>();
        start(ServerProcess.OURS, ourStart, cases, servers);
        if (options.hasPeers()) {
            start(peerName, peerStart, cases, servers);
        }
        Set<NewSqlCase.Rows> filled = new HashSet<>();
        for (NewSqlCase each : cases) {
            if (filled.add(each.rows())) {
                servers.removeIf(server -> !fill(server, each.rows(), cases));
            }
        }
        if (options.firstWarmupSeconds() > 0) {
            servers.forEach(server -> warm(server, cases));
        }
        for (NewSqlCase each : cases) {
            rounds(each, servers);
            List<String> peerNames = options.hasPeers() ? List.of(peerName) : List.of();
            rows.add(each.name(), jdk(), each.isIdle() ? IDLE_METRICS : METRICS, peerNames);
        }
        servers.forEach(server -> children.end(server.child()));
    }

    private void start(String name, Start start, List<NewSqlCase> cases, List<ServerProcess> servers)
            throws InterruptedException {
        try {
            servers.add(start.in(scratch.fresh(name + "-" + cases.get(0).name())));
        } catch (IOException e) {
            failAll(name, cases, e);
        }
    }

    private boolean fill(ServerProcess server, NewSqlCase.Rows which, List<NewSqlCase> cases) {
        int count = options.rows(which);
        try {
            if (which == NewSqlCase.Rows.KEYS) {
                NodeKeys.fill(server.port(), count);
                say("filled " + server.name() + ": " + count + " strings, rows and members");
            } else {
                double rate = SqlTables.fill(server.port(), databaseOf(which), tablesOf(which), count);
                say(String.format(
                        Locale.ROOT,
                        "filled %s: %d x %,d rows, %,.0f rows/s",
                        server.name(),
                        tablesOf(which),
                        count,
                        rate));
            }
            return true;
        } catch (IOException e) {
            failAll(server.name(), cases, e);
            return false;
        }
    }

    private void failAll(String name, List<NewSqlCase> cases, IOException e) {
        say(name + " failed: " + e.getMessage());
        cases.forEach(each -> book.fail(each.name(), name, jdk(), firstLine(e)));
    }

    /** Every kind of load once, unmeasured: the JIT compilers finish, caches fill. A failure shows in the case itself. */
    private void warm(ServerProcess server, List<NewSqlCase> cases) {
        Map<List<String>, NewSqlCase> kinds = new LinkedHashMap<>();
        cases.stream().filter(each -> !each.isIdle()).forEach(each -> kinds.put(each.arguments(), each));
        double seconds = server.isOurs() ? options.firstWarmupSeconds() : options.firstWarmupSeconds() / 5;
        for (NewSqlCase each : kinds.values()) {
            try {
                Trial trial = load.run(each, server, 0, seconds);
                say("warmed " + server.name() + " with " + each.name() + ": " + summary(trial));
            } catch (IOException e) {
                say("while warming " + server.name() + " with " + each.name() + ": " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void rounds(NewSqlCase newSqlCase, List<ServerProcess> servers) throws InterruptedException {
        List<ServerProcess> order = new ArrayList<>(servers);
        for (int round = 0; round < options.rounds(); round++) {
            int repeats = 0;
            while (!round(newSqlCase, order, round, repeats == REPEATS_MAX)) {
                repeats++;
            }
            Collections.reverse(order);
        }
    }

    /** One turn of each; false if nothing was noted, since the device was not the same for all. */
    private boolean round(NewSqlCase newSqlCase, List<ServerProcess> order, int round, boolean isLast)
            throws InterruptedException {
        Map<ServerProcess, Trial> trials = new LinkedHashMap<>();
        List<Double> probes = new ArrayList<>();
        for (ServerProcess server : order) {
            try {
                if (newSqlCase.isDurable()) {
                    probes.add(FsyncProbe.perSecond(server.directory()));
                }
                Trial trial = load.run(newSqlCase, server, options.warmupSeconds(), options.seconds());
                trials.put(server, trial);
                say(String.format(
                        Locale.ROOT,
                        "%-26s round %d  %-12s %s%s",
                        newSqlCase.name(),
                        round + 1,
                        server.name(),
                        summary(trial),
                        probes.isEmpty() ? "" : String.format(Locale.ROOT, "  fsync %,.0f/s", lastOf(probes))));
            } catch (IOException e) {
                say(newSqlCase.name() + " " + server.name() + " failed: " + e.getMessage());
                book.fail(newSqlCase.name(), server.name(), jdk(), firstLine(e));
            }
        }
        if (!isLast && !probes.isEmpty() && Collections.max(probes) > PROBES_RATIO_MAX * Collections.min(probes)) {
            say(newSqlCase.name() + ": the device changed meanwhile, once more");
            return false;
        }
        trials.forEach((server, trial) -> book.add(newSqlCase.name(), server.name(), jdk(), trial));
        return true;
    }

    private static double lastOf(List<Double> values) {
        return values.get(values.size() - 1);
    }

    private static String summary(Trial trial) {
        Double perConnection = trial.figure(QueryLoad.BYTES_PER_CONNECTION);
        if (perConnection != null) {
            return String.format(Locale.ROOT, "%,.0f bytes/connection", perConnection);
        }
        return String.format(
                Locale.ROOT,
                "%,8.0f queries/s  p99 %6.2f ms  cpu %6.1f us/query (driver %.1f)  rss %,.0f MiB",
                trial.figures().getOrDefault(QueryLoad.QPS, Double.NaN),
                trial.figures().getOrDefault(QueryLoad.P99, Double.NaN),
                trial.figures().getOrDefault(QueryLoad.CPU, Double.NaN),
                trial.figures().getOrDefault("driver_us_per_query", Double.NaN),
                trial.figures().getOrDefault(QueryLoad.RSS, Double.NaN));
    }

    /** The database that holds these rows. */
    static String databaseOf(NewSqlCase.Rows which) {
        return "sb" + which.name().toLowerCase(Locale.ROOT);
    }

    static int tablesOf(NewSqlCase.Rows which) {
        return which == NewSqlCase.Rows.TABLES ? TABLES : 1;
    }

    private String jdk() {
        return ours.jdk().version();
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }

    private void say(String text) {
        System.err.printf(Locale.ROOT, "[%3d s] %s%n", (System.nanoTime() - began) / 1_000_000_000, text);
    }

    @FunctionalInterface
    private interface Start {
        ServerProcess in(Path directory) throws IOException, InterruptedException;
    }
}
