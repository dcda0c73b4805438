package io.millrace.launcher;

import io.millrace.launcher.broker.BrokerResult;
import io.millrace.launcher.load.LoadResult;
import io.millrace.launcher.parcel.ParcelResult;
import io.millrace.launcher.queue.QueueResult;
import io.millrace.launcher.shop.SqlResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the demo saw: the one table it prints, and whether all of it was right. */
final class DemoReport {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    private final String registry;
    private final List<Phase> phases = new ArrayList<>();
    private @Nullable QueueResult queues;
    private @Nullable SqlResult sql;
    private @Nullable BrokerResult broker;
    private @Nullable ParcelResult thrift;

    /** The phase whose shares are held against the weights, with what each provider answered in it. */
    private record Phase(int connections, LoadResult result, Shares shares, boolean sharesCount) {}

    DemoReport(String registry) {
        this.registry = registry;
    }

    /**
     * Adds a phase of calls.
     *
     * @param sharesCount whether its shares must hold; in the others they are not looked at
     */
    void add(int connections, LoadResult result, Shares shares, boolean sharesCount) {
        phases.add(new Phase(connections, result, shares, sharesCount));
    }

    /** Adds what became of the messages. */
    void add(QueueResult result) {
        queues = result;
    }

    /** Adds what became of the rows. */
    void add(SqlResult result) {
        sql = result;
    }

    /** Adds what became of the records. */
    void add(BrokerResult result) {
        broker = result;
    }

    /** Adds what became of the Thrift messages. */
    void add(ParcelResult result) {
        thrift = result;
    }

    /**
     * Every answer right, every call through a provider agent, every share within the tolerance, every message, row and record there, every Thrift message
     * equal.
     */
    boolean isGood() {
        QueueResult messages = queues;
        SqlResult rows = sql;
        BrokerResult records = broker;
        ParcelResult parcels = thrift;
        return callsAreGood()
                && (messages == null || messages.isPerfect())
                && (rows == null || rows.isPerfect())
                && (records == null || records.isPerfect())
                && (parcels == null || parcels.isPerfect());
    }

    private boolean callsAreGood() {
        return !phases.isEmpty() && phases.stream().allMatch(DemoReport::isGood);
    }

    /** Calls with the right answer. */
    long checkedCalls() {
        return phases.stream().mapToLong(phase -> phase.result().right()).sum();
    }

    String table() {
        Table table = new Table("what", "how many", "rate", "p99", "errors", "note");
        table.row("registry", "1", "", "", "", registry);
        table.row(
                "Dubbo providers",
                Integer.toString(ProviderSpec.ALL.size()),
                "",
                "",
                "",
                "Dubbo 3.3, a process each, " + ProviderSpec.DELAY.toMillis() + " ms, " + ProviderSpec.THREADS
                        + " threads");
        for (Phase phase : phases) {
            addCalls(table, phase);
        }
        phases.stream().filter(Phase::sharesCount).forEach(phase -> addShares(table, phase));
        table.row(
                "all checked calls",
                String.format(Locale.ROOT, "%,d", checkedCalls()),
                "",
                "",
                Integer.toString(phases.stream()
                        .mapToInt(phase -> phase.result().wrong())
                        .sum()),
                callsAreGood() ? "every answer right" : "NOT GOOD, see above");
        QueueResult result = queues;
        if (result != null) {
            addMessages(table, result);
        }
        SqlResult rows = sql;
        if (rows != null) {
            addRows(table, rows);
        }
        BrokerResult records = broker;
        if (records != null) {
            addRecords(table, records);
        }
        ParcelResult parcels = thrift;
        if (parcels != null) {
            addParcels(table, parcels);
        }
        return table.render();
    }

    private static boolean isGood(Phase phase) {
        boolean allAnsweredByProviders =
                phase.shares().total() >= phase.result().right();
        return phase.result().isPerfect()
                && allAnsweredByProviders
                && (!phase.sharesCount() || phase.shares().allHold());
    }

    private static void addCalls(Table table, Phase phase) {
        LoadResult result = phase.result();
        table.row(
                "calls, " + phase.connections() + (phase.connections() == 1 ? " connection" : " connections"),
                String.format(Locale.ROOT, "%,d", result.right()),
                String.format(Locale.ROOT, "%,.0f/s", result.ratePerSecond()),
                String.format(Locale.ROOT, "%.1f ms", result.latencies().percentileNanos(99) / NANOS_PER_MILLI),
                Integer.toString(result.wrong()),
                callsNote(result));
    }

    private static void addMessages(Table table, QueueResult result) {
        table.row(
                String.format(Locale.ROOT, "messages, %,d queues", result.queues()),
                String.format(Locale.ROOT, "%,d", result.right()),
                String.format(Locale.ROOT, "%,.0f/s", result.ratePerSecond()),
                String.format(Locale.ROOT, "%.1f us", result.latencies().percentileNanos(99) / NANOS_PER_MICRO),
                String.format(Locale.ROOT, "%,d", result.errors()),
                messagesNote(result));
    }

    private static String messagesNote(QueueResult result) {
        if (result.firstError() != null) {
            return "first: " + result.firstError();
        }
        return String.format(
                Locale.ROOT,
                "killed with -9 after %,d, open again in %.2f s, %s",
                result.acknowledged(),
                result.opening().toMillis() / 1e3,
                result.isPerfect() ? "every message right" : "NOT GOOD: messages are missing");
    }

    private static void addRows(Table table, SqlResult result) {
        table.row(
                "SQL rows, 2 tables",
                String.format(Locale.ROOT, "%,d", result.right()),
                String.format(Locale.ROOT, "%,.0f/s", result.ratePerSecond()),
                String.format(Locale.ROOT, "%.1f ms", result.latencies().percentileNanos(99) / NANOS_PER_MILLI),
                String.format(Locale.ROOT, "%,d", result.errors()),
                rowsNote(result));
    }

    private static String rowsNote(SqlResult result) {
        if (result.firstError() != null) {
            return "first: " + result.firstError();
        }
        return String.format(
                Locale.ROOT,
                "killed with -9 after %,d, up again in %.2f s, %,d queries right",
                result.acknowledged(),
                result.opening().toMillis() / 1e3,
                result.queries());
    }

    private static void addRecords(Table table, BrokerResult result) {
        table.row(
                "Kafka records, 2 disks",
                String.format(Locale.ROOT, "%,d", result.read()),
                String.format(Locale.ROOT, "%,.0f/s", result.ratePerSecond()),
                String.format(Locale.ROOT, "%.1f ms", result.latencies().percentileNanos(99) / NANOS_PER_MILLI),
                result.isPerfect() ? "0" : "1",
                recordsNote(result));
    }

    private static String recordsNote(BrokerResult result) {
        if (result.firstError() != null) {
            return "first: " + result.firstError();
        }
        return String.format(
                Locale.ROOT,
                "%d segments on the slow disk (%d MiB), %d on the fast one, %s",
                result.coldSegments(),
                result.coldBytes() >> 20,
                result.fastSegments(),
                result.isPerfect() ? "equal digests" : "NOT GOOD: too few have moved");
    }

    private static void addParcels(Table table, ParcelResult result) {
        table.row(
                "Thrift messages, 2 protocols",
                String.format(Locale.ROOT, "%,d", result.right()),
                String.format(Locale.ROOT, "%,.0f/s", result.ratePerSecond()),
                "",
                Integer.toString(result.asked() - result.right()),
                parcelsNote(result));
    }

    private static String parcelsNote(ParcelResult result) {
        if (result.firstError() != null) {
            return "first: " + result.firstError();
        }
        return String.format(
                Locale.ROOT,
                "read and written in %.1f ms, by Apache Thrift in %.1f ms, %s",
                result.ourNanos() / NANOS_PER_MILLI,
                result.theirNanos() / NANOS_PER_MILLI,
                result.isPerfect() ? "equal bytes" : "NOT GOOD: bytes differ");
    }

    private static String callsNote(LoadResult result) {
        if (result.firstFailure() != null) {
            return "first: " + result.firstFailure();
        }
        return String.format(Locale.ROOT, "p50 %.1f ms", result.latencies().percentileNanos(50) / NANOS_PER_MILLI);
    }

    private static void addShares(Table table, Phase phase) {
        Shares shares = phase.shares();
        for (int i = 0; i < ProviderSpec.ALL.size(); i++) {
            ProviderSpec spec = ProviderSpec.ALL.get(i);
            table.row(
                    "  of " + phase.connections() + " connections: " + spec.name() + ", weight " + spec.weight(),
                    String.format(Locale.ROOT, "%,d", shares.calls().get(i)),
                    "",
                    "",
                    shares.holds(i) ? "0" : "1",
                    String.format(
                            Locale.ROOT,
                            "share %.1f %%, expected %.1f %% within %.0f",
                            shares.percent(i),
                            shares.expectedPercent(i),
                            Shares.TOLERANCE_POINTS));
        }
    }
}
