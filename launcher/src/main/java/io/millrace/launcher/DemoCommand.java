package io.millrace.launcher;

import io.millrace.launcher.broker.BrokerDemo;
import io.millrace.launcher.broker.BrokerPrograms;
import io.millrace.launcher.broker.BrokerResult;
import io.millrace.launcher.load.CheckedLoad;
import io.millrace.launcher.load.LoadResult;
import io.millrace.launcher.parcel.ThriftDemo;
import io.millrace.launcher.queue.DemoFolder;
import io.millrace.launcher.queue.QueueDemo;
import io.millrace.launcher.queue.QueueResult;
import io.millrace.launcher.shop.SqlDemo;
import io.millrace.launcher.shop.SqlResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demo}: starts everything, sends checked calls, prints one table. */
@Command(
        name = "demo",
        header = {
            "Starts a registry, three Dubbo providers and the agents, and sends checked calls.",
            "Lets a queue engine take messages and a SQL server rows, kills both with -9 in the middle, and checks",
            "every message, row and answer. Lets a Kafka broker move old segments to another disk, and reads every",
            "record. Has Apache Thrift read and write what our codec wrote, and compares. Prints one table."
        },
        footer = {
            "",
            "The exit status is 0 only if every answer was right, every provider had its share, every message,",
            "row and record is there, and all bytes were equal."
        })
final class DemoCommand implements Callable<Integer> {

    private static final int MANY_CONNECTIONS = 256;
    private static final int SHARE_CONNECTIONS = 64;

    /** One connection waits 50 ms a call, so it sends few; 256 send a third of what 64 do. */
    private static final int CALLS_PER_SINGLE = 200;

    private static final int CALLS_PER_MANY = 3;

    /** What the room that is asked of the disk is enough for, several times over. */
    private static final int MESSAGES_MAX = 4_000_000;

    private static final int ROWS_MIN = 100;
    private static final int ROWS_MAX = 500_000;

    /** Some segments of a mebibyte; and what the room that is asked of the disk is enough for. */
    private static final int RECORDS_MIN = 5_000;

    private static final int RECORDS_MAX = 200_000;

    /** Read and written in a fraction of a second. */
    private static final int PARCELS = 1_000;

    @Mixin
    private PlatformOptions options = new PlatformOptions();

    @Option(
            names = "--calls",
            paramLabel = "N",
            defaultValue = "24000",
            description = "Calls over 64 connections (${DEFAULT-VALUE}); the other phases send a part of it.")
    private int calls;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Messages for the queue engine, ten a queue (${DEFAULT-VALUE}); 0 leaves it out.")
    private int messages;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Rows for the SQL server (${DEFAULT-VALUE}); 0 leaves it out.")
    private int rows;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "30000",
            description = "Records of a kilobyte for the Kafka broker (${DEFAULT-VALUE}); 0 leaves it out.")
    private int records;

    @Option(names = "--kafka-folder", hidden = true, description = "Set by ./millrace.")
    private Path kafkaFolder = Path.of("");

    @Option(names = "--tiered-jar", hidden = true, description = "Set by ./millrace.")
    private Path tieredJar = Path.of("");

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the random parameters, messages, rows and records; printed when not given.")
    private @Nullable Long seed;

    @Option(names = "--keep", description = "Stay up afterwards, until Ctrl-C.")
    private boolean keep;

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkCounts();
        long chosenSeed = seed != null ? seed : new SplittableRandom().nextLong() >>> 32;
        Progress progress = new Progress(System.out, System.err);
        try (RunningPlatform running = RunningPlatform.start(options, progress)) {
            Platform platform = running.platform();
            DemoReport report = drive(platform, progress, chosenSeed);
            if (platform.isClosed()) {
                throw new LauncherException("ended before all calls were sent");
            }
            if (messages > 0) {
                report.add(putMessages(progress, chosenSeed));
            }
            if (rows > 0) {
                report.add(insertRows(progress, chosenSeed));
            }
            if (records > 0) {
                report.add(moveSegments(progress, chosenSeed));
            }
            report.add(new ThriftDemo(PARCELS, chosenSeed, progress::step).run());
            progress.say("");
            progress.say(report.table());
            progress.say("The parameters were random, from --seed " + chosenSeed + '.');
            if (keep) {
                running.sayAddresses("Try:");
                running.stayUntilKilled();
            }
            running.sayAddresses("All of it ends now. Start ./millrace up, then try:");
            return report.isGood() ? 0 : 1;
        }
    }

    private void checkCounts() {
        if (calls < 1) {
            throw new LauncherException("nothing to send: --calls " + calls + " (expected: >= 1)");
        }
        if (messages < 0 || messages > MESSAGES_MAX) {
            throw new LauncherException(
                    "messages out of range: --messages " + messages + " (expected: 0 to " + MESSAGES_MAX + ")");
        }
        if (rows != 0 && (rows < ROWS_MIN || rows > ROWS_MAX)) {
            throw new LauncherException(
                    "rows out of range: --rows " + rows + " (expected: 0, or " + ROWS_MIN + " to " + ROWS_MAX + ")");
        }
        if (records != 0 && (records < RECORDS_MIN || records > RECORDS_MAX)) {
            throw new LauncherException("records out of range: --records " + records + " (expected: 0, or "
                    + RECORDS_MIN + " to " + RECORDS_MAX + ")");
        }
    }

    private QueueResult putMessages(Progress progress, long chosenSeed) throws IOException {
        try (DemoFolder folder = DemoFolder.create(Path.of(System.getProperty("java.io.tmpdir")))) {
            return new QueueDemo(messages, chosenSeed, folder.path(), progress::step).run();
        }
    }

    private SqlResult insertRows(Progress progress, long chosenSeed) throws IOException, InterruptedException {
        try (DemoFolder folder = DemoFolder.create(Path.of(System.getProperty("java.io.tmpdir")))) {
            return new SqlDemo(rows, chosenSeed, folder.path(), progress::step).run();
        }
    }

    private BrokerResult moveSegments(Progress progress, long chosenSeed) throws IOException, InterruptedException {
        BrokerPrograms programs = new BrokerPrograms(kafkaFolder, tieredJar);
        try (DemoFolder folder = DemoFolder.create(Path.of(System.getProperty("java.io.tmpdir")))) {
            return new BrokerDemo(programs, records, chosenSeed, folder.path(), progress::step).run();
        }
    }

    private DemoReport drive(Platform platform, Progress progress, long chosenSeed) throws InterruptedException {
        DemoReport report = new DemoReport(platform.registryDescription());
        drive(platform, progress, report, 1, Math.max(1, calls / CALLS_PER_SINGLE), chosenSeed);
        drive(platform, progress, report, SHARE_CONNECTIONS, calls, chosenSeed);
        drive(platform, progress, report, MANY_CONNECTIONS, Math.max(1, calls / CALLS_PER_MANY), chosenSeed);
        return report;
    }

    private static void drive(
            Platform platform, Progress progress, DemoReport report, int connections, int count, long seed)
            throws InterruptedException {
        progress.step(String.format(
                Locale.ROOT,
                "Sending %,d checked calls over %d connection%s",
                count,
                connections,
                plural(connections)));
        List<Long> before = platform.callsPerProvider();
        LoadResult result = new CheckedLoad(platform.address(), connections, count, seed)
                .run(done -> progress.step(String.format(Locale.ROOT, "  %,d of %,d answered", done, count)));
        List<Long> after = platform.callsPerProvider();
        List<Long> difference = IntStream.range(0, after.size())
                .mapToObj(i -> after.get(i) - before.get(i))
                .toList();
        List<Integer> weights =
                ProviderSpec.ALL.stream().map(ProviderSpec::weight).toList();
        report.add(connections, result, new Shares(weights, difference), connections == SHARE_CONNECTIONS);
    }

    private static String plural(int count) {
        return count == 1 ? "" : "s";
    }
}
