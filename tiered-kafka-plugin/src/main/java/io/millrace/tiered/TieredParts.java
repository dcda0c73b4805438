package io.millrace.tiered;

import io.millrace.tiered.BrokerDuties.DutiesConfig;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.CopyRates;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.log.LocalLogs;
import io.millrace.tiered.meter.JmxMeters;
import io.millrace.tiered.peer.PeerServer;
import io.millrace.tiered.peer.ServedSegments;
import io.millrace.tiered.rate.Rates;
import io.millrace.tiered.rate.RatesFile;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import io.millrace.tiered.read.SegmentReader;
import io.millrace.tiered.replica.Brokers;
import io.millrace.tiered.replica.Replica;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an open storage is made of.
 *
 * @param broker its id; negative if it was not told
 * @param store the segments
 * @param reader ranges of them
 * @param replica what follows other brokers' copies
 * @param duties what it does beside that
 * @param server gives the segments to other brokers; null if it does not
 * @param meters its numbers
 */
record TieredParts(
        int broker,
        ColdStore store,
        SegmentReader reader,
        Replica replica,
        BrokerDuties duties,
        @Nullable PeerServer server,
        JmxMeters meters)
        implements AutoCloseable {

    /** What Kafka adds to the properties of a storage. */
    static final Set<String> KAFKAS_OWN = Set.of("broker.id", "node.id", "cluster.id", "log.dir");

    /** Longer than a slow disk takes for the reads that hold the memory; then the fetch fails and its consumer asks again. */
    private static final Duration BUFFER_PATIENCE = Duration.ofSeconds(30);

    /** Of the memory, what chunks may take that wait for the next fetch. */
    private static final int KEPT_SHARE = 2;

    static TieredParts open(
            Map<String, ?> properties,
            TieredConfig config,
            ColdFiles files,
            WaitingClock clock,
            TieredCounters counters) {
        ReplicaConfig replicas = ReplicaConfig.of(properties);
        PeerParts peers = PeerParts.of(PeerConfig.of(properties));
        DutiesConfig dutiesConfig = DutiesConfig.of(properties);
        int broker = broker(properties);
        AlignedBuffers buffers = new AlignedBuffers(config.bufferBytes(), BUFFER_PATIENCE);
        ColdStore store = store(config, files, buffers, clock, counters);
        SegmentReader reader = new SegmentReader(buffers, config.bufferBytes() / KEPT_SHARE, counters);
        Replica replica = new Replica(
                broker,
                !config.shared(),
                replicas,
                store,
                new LocalLogs(config.logDirectories()),
                metadata -> peers.of(config, broker, metadata, counters),
                clock);
        BrokerDuties duties = new BrokerDuties(broker, replica, dutiesConfig, config.logDirectories(), clock);
        boolean complete = false;
        try {
            DutyReports reports = new DutyReports(duties::space);
            PeerServer server = peers.serve(new ServedSegments(store, reader, replica::state, reports));
            JmxMeters meters = TieredMeters.open(counters, store, replica, duties, config.logDirectories());
            TieredParts parts = new TieredParts(broker, store, reader, replica, duties, server, meters);
            complete = true;
            return parts;
        } finally {
            if (!complete) {
                duties.close();
                store.close();
            }
        }
    }

    private static int broker(Map<String, ?> properties) {
        Object id = properties.containsKey("broker.id") ? properties.get("broker.id") : properties.get("node.id");
        return id == null ? -1 : Integer.parseInt(id.toString());
    }

    private static ColdStore store(
            TieredConfig config, ColdFiles files, AlignedBuffers buffers, WaitingClock clock, TieredCounters counters) {
        Supplier<Rates> rates = rates(config, clock);
        CopyRates copyRates = new CopyRates(
                new TokenBucket(() -> rates.get().copyBytesPerSecond(), clock),
                new TokenBucket(() -> rates.get().replicaCopyBytesPerSecond(), clock));
        try {
            return ColdStore.open(config, files, buffers, copyRates, counters, clock);
        } catch (TieredException | IllegalStateException e) {
            throw TieredProperties.wrong(
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
            throw TieredProperties.wrong(TieredConfig.RATES_FILE, path, "a readable file of rates; " + e);
        }
    }

    /** Lets the metadata of this broker find it. */
    void meet() {
        if (broker >= 0) {
            Brokers.open(broker, duties);
        }
    }

    @Override
    public void close() {
        if (broker >= 0) {
            Brokers.close(broker, duties);
        }
        meters.close();
        duties.close();
        replica.close();
        if (server != null) {
            server.close();
        }
        store.close();
        reader.close();
    }
}
