package io.millrace.tiered;

import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.meter.BrokerReads;
import io.millrace.tiered.meter.JmxMeters;
import io.millrace.tiered.replica.Replica;
import io.millrace.tiered.space.FastSpace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** Every number of the plugin in JMX, and only here: beans {@code millrace.tiered:type=…} whose attributes are those below. -1 says that there is nothing to count. */
final class TieredMeters {

    /** Where there is no watcher, or it has not looked yet. */
    private static final double NOTHING = -1;

    private final JmxMeters meters;

    private TieredMeters(JmxMeters meters) {
        this.meters = meters;
    }

    /** Adds the numbers of an open storage; the caller closes them. */
    static JmxMeters open(
            TieredCounters counters, ColdStore store, Replica replica, BrokerDuties duties, List<Path> logDirectories) {
        JmxMeters made = new JmxMeters();
        TieredMeters all = new TieredMeters(made);
        all.copies(counters, replica);
        all.reads(counters);
        all.space(duties, logDirectories);
        all.flush(duties);
        made.add("placement", "moves-pending", "Replicas that are not where they should be.", () -> duties.placement()
                .map(placement -> (double) placement.pending())
                .orElse(NOTHING));
        made.add("placement", "moves-total", "Moves of replicas that were begun.", () -> duties.placement()
                .map(placement -> (double) placement.begun())
                .orElse(NOTHING));
        made.add("disks", "out-of-service", "Cold directories that cannot be used now.", () -> store.outOfService()
                .size());
        return made;
    }

    private void copies(TieredCounters counters, Replica replica) {
        count("copies", "segments-copied-total", "Segments copied as their leader.", counters.segmentsCopied);
        count("copies", "bytes-copied-total", "Bytes of data in them.", counters.bytesCopied);
        count("copies", "replicas-copied-total", "Segments copied after their leader.", counters.replicasCopied);
        count("copies", "replica-bytes-copied-total", "Bytes of data in them.", counters.replicaBytesCopied);
        count("copies", "copy-failures-total", "Attempts to copy that failed.", counters.copyFailures);
        count("copies", "segments-deleted-total", "Cold segments deleted.", counters.segmentsDeleted);
        meters.add(
                "replicas",
                "segments-missing",
                "Segments copied somewhere, of which no verified copy is here.",
                replica::missingSegments);
    }

    private void reads(TieredCounters counters) {
        count("reads", "fetches-total", "Ranges of segments opened for reading.", counters.fetches);
        count("reads", "bytes-fetched-total", "Bytes given from them.", counters.bytesFetched);
        count("reads", "chunks-read-total", "Chunks read from cold disks.", counters.chunksRead);
        count("reads", "chunks-kept-total", "Chunks that an earlier fetch had left in memory.", counters.chunksKept);
        count("reads", "peer-fetches-total", "Fetches that another broker answered.", counters.peerFetches);
        count("reads", "peer-bytes-fetched-total", "Bytes given from there.", counters.peerBytesFetched);
        count("reads", "damaged-total", "Chunks, indexes and manifests found damaged.", counters.damaged);
        count("reads", "interrupted-total", "Fetches interrupted by their caller.", counters.interrupted);
        BrokerReads shares = new BrokerReads();
        meters.add("reads", "hdd-read-share", "Share of consumers' bytes from cold disks, 0 to 1.", shares::coldShare);
        meters.add("reads", "ssd-hit-share", "Share of consumers' bytes from fast disks, 0 to 1.", shares::fastShare);
        for (int band = 0; band < counters.bands.size(); band++) {
            meters.add(
                    "reads",
                    Map.of("band", Integer.toString(band + 1)),
                    "reads-total",
                    "Ranges whose first byte came within the band's time: " + bandText(band) + ".",
                    counters.bands.get(band)::doubleValue);
        }
    }

    private static String bandText(int band) {
        List<Integer> ends = TieredCounters.BAND_MILLIS;
        return band < ends.size() ? "less than " + ends.get(band) + " ms" : "longer";
    }

    private void space(BrokerDuties duties, List<Path> logDirectories) {
        ofSpace(duties, "cutoff-age-ms", "Age of the cutoff that is set now.", FastSpace::cutoffMillis);
        ofSpace(duties, "evictions-total", "Segments that the watcher let go.", FastSpace::segmentsEvicted);
        ofSpace(duties, "evicted-bytes-total", "Bytes of data in them.", FastSpace::bytesEvicted);
        ofSpace(
                duties,
                "held-back-partitions",
                "Partitions that hold the cutoff back while a fast disk is above its high mark.",
                FastSpace::heldBackPartitions);
        ofSpace(duties, "not-gated-topics", "Topics with a local retention of their own.", FastSpace::notGatedTopics);
        ofSpace(duties, "write-bytes-per-second", "Bytes written to fast disks.", FastSpace::writeBytesPerSecond);
        ofSpace(
                duties,
                "headroom-bytes",
                "Room beyond the high mark, less what is written until an eviction takes effect; negative is an alarm.",
                FastSpace::headroomBytes);
        for (Path directory : logDirectories) {
            ofUse(duties, directory, "used-bytes", "Bytes that count against the marks.", FastSpace.Use::usedBytes);
            ofUse(duties, directory, "high-bytes", "Above it segments leave.", FastSpace.Use::highBytes);
            ofUse(duties, directory, "low-bytes", "Until the use is below.", FastSpace.Use::lowBytes);
            ofUse(duties, directory, "capacity-bytes", "Bytes of its disk.", FastSpace.Use::capacityBytes);
        }
    }

    private void flush(BrokerDuties duties) {
        meters.add("flush", "forces-total", "Active segments forced.", () -> duties.smoother()
                .forces());
        meters.add("flush", "forced-bytes-total", "Bytes that were new in them.", () -> duties.smoother()
                .bytes());
        meters.add("flush", "failures-total", "Looks that failed.", () -> duties.smoother()
                .failures());
    }

    private void count(String type, String name, String text, LongAdder counter) {
        meters.add(type, name, text, counter::doubleValue);
    }

    private void ofSpace(BrokerDuties duties, String name, String text, ToDoubleFunction<FastSpace> number) {
        meters.add("space", name, text, () -> duties.space()
                .map(number::applyAsDouble)
                .orElse(NOTHING));
    }

    private void ofUse(
            BrokerDuties duties, Path directory, String name, String text, ToDoubleFunction<FastSpace.Use> number) {
        meters.add("space", Map.of("directory", directory.toString()), name, text, () -> duties.space().stream()
                .flatMap(space -> space.uses().stream())
                .filter(use -> use.path().equals(directory))
                .mapToDouble(number)
                .findFirst()
                .orElse(NOTHING));
    }
}
