package io.millrace.queue;

import java.util.List;

/**
 * Every meter of the queue engine: name, type, unit, tags. Meters are made nowhere else under other names; {@code
 * docs/operating/meters.md} is held against this list by a test.
 */
public enum QueueMeters {
    APPEND_BYTES("millrace.queue.append.bytes", Type.COUNTER, "Bytes appended to the log since it was made"),
    SORTED("millrace.queue.sorted", Type.COUNTER, "Messages that were sorted into runs"),
    QUEUES("millrace.queue.queues", Type.GAUGE, "Queues that exist"),
    RUNS("millrace.queue.runs", Type.GAUGE, "Sorted runs"),
    RUN_BYTES("millrace.queue.run.bytes", Type.GAUGE, "Bytes of all sorted runs"),
    JOURNAL_BYTES("millrace.queue.journal.bytes", Type.GAUGE, "Bytes of the log that no sorted run holds yet"),
    SORT_DURATION("millrace.queue.sort.duration", Type.TIMER, "Sorting an epoch into a run"),
    SORT_FAILURES("millrace.queue.sort.failures", Type.COUNTER, "Sorts that failed and are tried again"),
    MERGE_DURATION("millrace.queue.merge.duration", Type.TIMER, "Merging runs into one"),
    MERGE_FAILURES("millrace.queue.merge.failures", Type.COUNTER, "Merges that failed and are tried again"),
    EXPIRED("millrace.queue.expired.bytes", Type.COUNTER, "Bytes that retention has dropped"),
    RECOVERY_DURATION("millrace.queue.recovery.duration", Type.GAUGE, "Seconds that the last opening took");

    /** What a meter is. */
    public enum Type {
        COUNTER,
        GAUGE,
        TIMER
    }

    private final String meter;
    private final Type type;
    private final String description;
    private final List<String> tags;

    QueueMeters(String meter, Type type, String description, String... tags) {
        this.meter = meter;
        this.type = type;
        this.description = description;
        this.tags = List.of(tags);
    }

    /** The name in Micrometer's dotted form. */
    public String meterName() {
        return meter;
    }

    /** What it is. */
    public Type type() {
        return type;
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    /** Names of its tags. */
    public List<String> tags() {
        return tags;
    }
}
