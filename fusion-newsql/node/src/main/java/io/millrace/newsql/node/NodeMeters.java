package io.millrace.newsql.node;

/** Every meter of the storage node: name, type, meaning. {@code docs/operating/meters.md} is held against this list by a test. */
public enum NodeMeters {
    COMMIT_DURATION("millrace.node.commit.duration", Type.TIMER, "A commit from its call to the device"),
    GROUP_COMMITS("millrace.node.group.commits", Type.COUNTER, "Commits that the writer took"),
    GROUPS("millrace.node.groups", Type.COUNTER, "Groups of commits that one force covered"),
    REFUSED("millrace.node.commit.refused", Type.COUNTER, "Commits refused for a requirement or for want of room"),
    QUEUE_SIZE("millrace.node.queue.size", Type.GAUGE, "Commits that wait for the writer"),
    MEMTABLE_BYTES(
            "millrace.node.memtable.bytes", Type.GAUGE, "Bytes that are in memory and the log, not in data files"),
    FILE_BYTES("millrace.node.file.bytes", Type.GAUGE, "Bytes of the data files in use"),
    VALUE_HITS("millrace.node.value.hits", Type.COUNTER, "Reads of single keys that the cache of values answered"),
    VALUE_MISSES("millrace.node.value.misses", Type.COUNTER, "Reads of single keys that it did not"),
    LOG_BYTES("millrace.node.log.bytes", Type.GAUGE, "Bytes of the log"),
    CHANGES_BEHIND_BYTES(
            "millrace.node.changes.behind.bytes", Type.GAUGE, "Bytes of the log behind its farthest follower");

    /** What a meter is. */
    public enum Type {
        COUNTER,
        GAUGE,
        TIMER
    }

    private final String meter;
    private final Type type;
    private final String description;

    NodeMeters(String meter, Type type, String description) {
        this.meter = meter;
        this.type = type;
        this.description = description;
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
}
