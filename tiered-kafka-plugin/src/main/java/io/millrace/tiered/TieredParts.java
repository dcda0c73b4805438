package io.millrace.tiered;

import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.rate.Rates;
import io.millrace.tiered.rate.RatesFile;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.read.SegmentReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What an open storage is made of.
 *
 * @param store the segments
 * @param reader ranges of them
 */
record TieredParts(ColdStore store, SegmentReader reader) implements AutoCloseable {

    /** What Kafka adds to the properties of a storage. */
    static final Set<String> KAFKAS_OWN = Set.of("broker.id", "node.id", "cluster.id", "log.dir", "log.dirs");

    /** Longer than a slow disk takes for the reads that hold the memory; then the fetch fails and its consumer asks again. */
    private static final Duration BUFFER_PATIENCE = Duration.ofSeconds(30);

    /** Of the memory, what chunks may take that wait for the next fetch. */
    private static final int KEPT_SHARE = 2;

    static TieredParts open(TieredConfig config, ColdFiles files, WaitingClock clock, TieredCounters counters) {
        Supplier<Rates> rates = rates(config, clock);
        AlignedBuffers buffers = new AlignedBuffers(config.bufferBytes(), BUFFER_PATIENCE);
        TokenBucket copyRate = new TokenBucket(() -> rates.get().copyBytesPerSecond(), clock);
        try {
            ColdStore store = ColdStore.open(config, files, buffers, copyRate, counters, clock);
            return new TieredParts(store, new SegmentReader(buffers, config.bufferBytes() / KEPT_SHARE, counters));
        } catch (TieredException | IllegalStateException e) {
            throw TieredConfig.wrong(
                    TieredConfig.COLD_DIRECTORIES,
                    config.coldDirectories(),
                    "directories that this broker can use alone; " + e.getMessage());
        }
    }

    private static Supplier<Rates> rates(TieredConfig config, WaitingClock clock) {
        Path path = config.ratesFile();
        if (path == null) {
            return () -> Rates.UNLIMITED;
        }
        try {
            RatesFile file = RatesFile.open(path, clock);
            return file::rates;
        } catch (IOException | IllegalArgumentException e) {
            throw TieredConfig.wrong(TieredConfig.RATES_FILE, path, "a readable file of rates; " + e);
        }
    }

    @Override
    public void close() {
        store.close();
        reader.close();
    }
}
