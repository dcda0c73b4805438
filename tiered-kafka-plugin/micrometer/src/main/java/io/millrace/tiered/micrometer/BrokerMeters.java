package io.millrace.tiered.micrometer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every meter of the tiered storage: name, type, unit, and the JMX attribute that it shows. Meters are made nowhere else under other names; {@code docs/operating/meters.md} is held against
 * this list by a test.
 */
public enum BrokerMeters {
    COPIED_SEGMENTS(
            "millrace.tiered.copied.segments",
            "segments",
            "copies",
            "segments-copied-total",
            "Segments that this broker, as leader, has copied to its cold disks"),
    COPIED_BYTES("millrace.tiered.copied.bytes", "bytes", "copies", "bytes-copied-total", "Bytes of data in them"),
    REPLICA_COPIED_SEGMENTS(
            "millrace.tiered.replica.copied.segments",
            "segments",
            "copies",
            "replicas-copied-total",
            "Segments that another broker had copied before, and repairs"),
    REPLICA_COPIED_BYTES(
            "millrace.tiered.replica.copied.bytes",
            "bytes",
            "copies",
            "replica-bytes-copied-total",
            "Bytes of data in those"),
    COPY_FAILURES(
            "millrace.tiered.copy.failures",
            "copies",
            "copies",
            "copy-failures-total",
            "Copies that failed and are tried again"),
    DELETED_SEGMENTS(
            "millrace.tiered.deleted.segments",
            "segments",
            "copies",
            "segments-deleted-total",
            "Segments that were deleted from cold disks"),
    FETCHES(
            "millrace.tiered.fetches",
            "fetches",
            "reads",
            "fetches-total",
            "Ranges of cold segments that were opened for reading"),
    FETCHED_BYTES(
            "millrace.tiered.fetched.bytes", "bytes", "reads", "bytes-fetched-total", "Bytes given from cold segments"),
    CHUNKS_READ(
            "millrace.tiered.chunks.read", "chunks", "reads", "chunks-read-total", "Chunks that came from a cold disk"),
    CHUNKS_KEPT(
            "millrace.tiered.chunks.kept",
            "chunks",
            "reads",
            "chunks-kept-total",
            "Chunks that an earlier fetch had left in memory"),
    PEER_FETCHES(
            "millrace.tiered.peer.fetches",
            "fetches",
            "reads",
            "peer-fetches-total",
            "Fetches that another broker answered"),
    PEER_FETCHED_BYTES(
            "millrace.tiered.peer.fetched.bytes",
            "bytes",
            "reads",
            "peer-bytes-fetched-total",
            "Bytes given from there"),
    DAMAGED(
            "millrace.tiered.damaged",
            "pieces",
            "reads",
            "damaged-total",
            "Chunks, indexes and manifests that were found damaged"),
    INTERRUPTED(
            "millrace.tiered.interrupted",
            "fetches",
            "reads",
            "interrupted-total",
            "Fetches that their reader gave up"),
    HDD_READ_SHARE(
            "millrace.tiered.hdd.read.share",
            "share",
            "reads",
            "hdd-read-share",
            "Share of the bytes given to consumers that came from cold disks, 0 to 1"),
    SSD_HIT_SHARE("millrace.tiered.ssd.hit.share", "share", "reads", "ssd-hit-share", "The rest of it, 0 to 1"),
    READS(
            "millrace.tiered.reads",
            "fetches",
            "reads",
            "reads-total",
            "Cold fetches by the time until their first byte",
            "band"),
    REPLICA_MISSING(
            "millrace.tiered.replica.missing",
            "segments",
            "replicas",
            "segments-missing",
            "Segments that others have copied and this broker has not yet"),
    SPACE_USED(
            "millrace.tiered.space.used",
            "bytes",
            "space",
            "used-bytes",
            "Bytes used on the disk of a log directory",
            "directory"),
    SPACE_CAPACITY(
            "millrace.tiered.space.capacity",
            "bytes",
            "space",
            "capacity-bytes",
            "Bytes that this disk has",
            "directory"),
    SPACE_HIGH(
            "millrace.tiered.space.high",
            "bytes",
            "space",
            "high-bytes",
            "Use at which an eviction begins",
            "directory"),
    SPACE_LOW("millrace.tiered.space.low", "bytes", "space", "low-bytes", "Use at which it ends", "directory"),
    SPACE_CUTOFF_AGE(
            "millrace.tiered.space.cutoff.age",
            "milliseconds",
            "space",
            "cutoff-age-ms",
            "Age beyond which segments are being evicted now; negative if nothing is"),
    SPACE_EVICTIONS(
            "millrace.tiered.space.evictions",
            "segments",
            "space",
            "evictions-total",
            "Segments that the space watcher has let go from SSD"),
    SPACE_EVICTED("millrace.tiered.space.evicted", "bytes", "space", "evicted-bytes-total", "Bytes of data in them"),
    SPACE_HELD_BACK(
            "millrace.tiered.space.held.back",
            "partitions",
            "space",
            "held-back-partitions",
            "Partitions that hold an eviction back"),
    SPACE_NOT_GATED(
            "millrace.tiered.space.not.gated",
            "topics",
            "space",
            "not-gated-topics",
            "Topics with a local retention of their own, for which no eviction waits"),
    SPACE_WRITE_RATE(
            "millrace.tiered.space.write.rate",
            "bytes",
            "space",
            "write-bytes-per-second",
            "Bytes a second that are written to the log directories"),
    SPACE_HEADROOM(
            "millrace.tiered.space.headroom",
            "bytes",
            "space",
            "headroom-bytes",
            "Room above the high mark, less what is written until an eviction takes effect; negative is an alarm"),
    FLUSH_FORCED(
            "millrace.tiered.flush.forced",
            "bytes",
            "flush",
            "forced-bytes-total",
            "Bytes that the smoother has forced to the fast disks"),
    FLUSH_FORCES("millrace.tiered.flush.forces", "forces", "flush", "forces-total", "Times that it did"),
    FLUSH_FAILURES(
            "millrace.tiered.flush.failures",
            "looks",
            "flush",
            "failures-total",
            "Looks at active segments that failed"),
    PLACEMENT_PENDING(
            "millrace.tiered.placement.pending",
            "replicas",
            "placement",
            "moves-pending",
            "Replicas that are not on the disk where their rule wants them"),
    PLACEMENT_MOVES(
            "millrace.tiered.placement.moves",
            "moves",
            "placement",
            "moves-total",
            "Moves of replicas that were begun"),
    DISKS_OUT("millrace.tiered.disks.out", "directories", "disks", "out-of-service", "Cold directories out of service");

    /** Where the plugin's beans are: {@code millrace.tiered:type=…}. */
    static final String DOMAIN = "millrace.tiered";

    /** What a meter is. */
    public enum Type {
        COUNTER,
        GAUGE
    }

    private final String meter;
    private final String unit;
    private final String bean;
    private final String attribute;
    private final String description;
    private final List<String> tags;

    BrokerMeters(String meter, String unit, String bean, String attribute, String description, String... tags) {
        this.meter = meter;
        this.unit = unit;
        this.bean = bean;
        this.attribute = attribute;
        this.description = description;
        this.tags = List.of(tags);
    }

    /** The name in Micrometer's dotted form. */
    public String meterName() {
        return meter;
    }

    /** What it is: Kafka ends the names of its counters with a word. */
    public Type type() {
        return attribute.endsWith("-total") ? Type.COUNTER : Type.GAUGE;
    }

    /** What it counts. */
    public String unit() {
        return unit;
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    /** The {@code type} of the bean that has it. */
    public String beanType() {
        return bean;
    }

    /** The attribute of that bean. */
    public String attribute() {
        return attribute;
    }

    /** Properties of the bean's name that become tags, beside those that a binder adds. */
    public List<String> tags() {
        return tags;
    }

    /** The unit as Micrometer is to know it; null for things that are counted: their name would be doubled in the meter's. */
    @Nullable
    String baseUnit() {
        return unit.equals("bytes") || unit.equals("milliseconds") ? unit : null;
    }
}
