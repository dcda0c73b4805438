package io.millrace.benchmark.newsql;

import io.millrace.benchmark.JsonText;
import io.millrace.benchmark.newsql.drive.QueryDriver;
import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import io.millrace.benchmark.trial.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the driver once against one contender and reads its line. */
final class QueryLoad {
    static final String QPS = "qps";
    static final String P99 = "p99_ms";
    static final String CPU = "cpu_us_per_query";
    static final String RSS = "rss_mib";
    static final String BYTES_PER_CONNECTION = "bytes_per_connection";

    private static final Duration MARGIN = Duration.ofSeconds(80);

    private final Children children;
    private final NewSqlOptions options;
    private @Nullable Child driver;

    QueryLoad(Children children, NewSqlOptions options) {
        this.children = children;
        this.options = options;
    }

    Trial run(NewSqlCase newSqlCase, ServerProcess server, double warmup, double seconds)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(newSqlCase.arguments());
        arguments.addAll(List.of(
                "--port", Integer.toString(server.port()),
                "--connections", Integer.toString(newSqlCase.connections()),
                "--database", NewSqlScenario.databaseOf(newSqlCase.rows()),
                "--tables", Integer.toString(NewSqlScenario.tablesOf(newSqlCase.rows())),
                "--rows", Integer.toString(options.rows(newSqlCase.rows())),
                "--warmup", Double.toString(warmup),
                "--seconds", Double.toString(seconds),
                "--seed", Long.toString(options.seed()),
                "--pids", server.child().family().stream().map(String::valueOf).collect(Collectors.joining(","))));
        if (options.isTextual()) {
            arguments.add("--text");
        }
        Child running = driver();
        running.send(String.join(" ", arguments));
        Duration limit = MARGIN.plusMillis((long) ((warmup + seconds) * 1000));
        String line = running.awaitLine(each -> each.startsWith("{") || each.startsWith(QueryDriver.FAILED), limit);
        if (line.startsWith(QueryDriver.FAILED)) {
            throw new IOException(line);
        }
        return trial(newSqlCase, line);
    }

    /** One for all loads, as long as it lives. */
    private Child driver() throws IOException {
        Child running = driver;
        if (running == null || !running.isAlive()) {
            List<String> flags = List.of("-Xmx256m", "-XX:+UseSerialGC");
            running = children.start("driver", Map.of(), JavaCommand.ofThisJvm(flags, QueryDriver.class, List.of()));
            driver = running;
        }
        return running;
    }

    private static Trial trial(NewSqlCase newSqlCase, String line) throws IOException {
        Map<String, @Nullable Object> json = JsonText.readObject(line);
        Map<String, Double> figures = new LinkedHashMap<>();
        if (newSqlCase.isIdle()) {
            double grown = number(json, "residentKib") - number(json, "residentKibBefore");
            figures.put(BYTES_PER_CONNECTION, grown * 1024 / newSqlCase.connections());
        } else {
            double queries = number(json, "queries");
            if (queries == 0) {
                throw new IOException("no answer within the window: " + line);
            }
            figures.put(QPS, number(json, "queriesPerSecond"));
            figures.put(P99, number(json, "p99Micros") / 1e3);
            figures.put(CPU, number(json, "serversCpuMicros") / queries);
            figures.put("driver_us_per_query", number(json, "driverCpuMicros") / queries);
        }
        figures.put(RSS, number(json, "residentKib") / 1024);
        return new Trial(figures, List.of());
    }

    private static double number(Map<String, @Nullable Object> json, String key) throws IOException {
        if (json.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IOException("the driver's line has no number " + key + ": " + json);
    }
}
