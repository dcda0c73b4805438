package io.millrace.launcher.broker;

import io.millrace.launcher.load.Latencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A broker of Apache Kafka takes records, copies its old segments to a second disk, lets them go on the first, and gives every record back.
 *
 * <p>Both disks are folders here; what is shown is that nothing is lost or changed on the way.
 */
public final class BrokerDemo {

    private final BrokerPrograms programs;
    private final int records;
    private final long seed;
    private final Path folder;
    private final Consumer<String> steps;

    /**
     * A demo to be run once.
     *
     * @param records of a kilobyte each
     * @param folder exists; the broker's data and logs go there
     * @param steps told what happens, a line each
     */
    public BrokerDemo(BrokerPrograms programs, int records, long seed, Path folder, Consumer<String> steps) {
        this.programs = programs;
        this.records = records;
        this.seed = seed;
        this.folder = folder;
        this.steps = steps;
    }

    /** Runs it. @throws io.millrace.launcher.LauncherException if the broker does not do its part */
    public BrokerResult run() throws IOException, InterruptedException {
        say("Starting a broker of Apache Kafka with a second, slow disk");
        try (DemoBroker broker = DemoBroker.start(programs, Files.createDirectory(folder.resolve("kafka")));
                TieredOrders orders = TieredOrders.create(broker)) {
            say("  writing %,d records", records);
            RecordDigest written = new RecordDigest();
            Latencies latencies = orders.write(records, seed, written);
            say("  copying the old ones of %d segments to the slow disk", orders.fastSegments());
            orders.awaitCopies();
            orders.evict();
            say("  %d segments are on the slow disk alone; reading from the first record on", orders.coldSegments());
            RecordDigest read = new RecordDigest();
            long begun = System.nanoTime();
            orders.read(records, read);
            long nanos = Math.max(1, System.nanoTime() - begun);
            return new BrokerResult(
                    records,
                    read.records(),
                    orders.fastSegments(),
                    orders.coldSegments(),
                    orders.coldBytes(),
                    read.records() * 1e9 / nanos,
                    latencies,
                    difference(written, read));
        }
    }

    private static @Nullable String difference(RecordDigest written, RecordDigest read) {
        if (written.records() != read.records()) {
            return String.format(Locale.ROOT, "%,d records written, %,d read", written.records(), read.records());
        }
        String expected = written.end();
        String found = read.end();
        return expected.equals(found) ? null : "digest of what was read: " + found + " (expected: " + expected + ")";
    }

    private void say(String format, Object... values) {
        steps.accept(String.format(Locale.ROOT, format, values));
    }
}
