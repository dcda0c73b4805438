package io.millrace.memory;

/** Every meter of an arena: name, kind, unit. They have no tags: a process has one arena. */
public enum MemoryMeters {
    /** Gauge, bytes: what the arena may hand out. */
    BUDGET("millrace.memory.budget", "Bytes that the arena may use"),
    /** Gauge, bytes: pages out, mapped ones included. */
    USED("millrace.memory.used", "Bytes of pages in use, mapped ones included"),
    /** Gauge, bytes: the mapped part of what is used. */
    MAPPED("millrace.memory.mapped", "Bytes of mapped pages in use"),
    /** Counter: acquisitions that found no room and had to wait, whether they got it in the end or not. */
    WAITS("millrace.memory.waits", "Acquisitions that had to wait for room");

    private final String meterName;
    private final String description;

    MemoryMeters(String meterName, String description) {
        this.meterName = meterName;
        this.description = description;
    }

    /** The dotted Micrometer name. */
    public String meterName() {
        return meterName;
    }

    /** One phrase for the operator. */
    public String description() {
        return description;
    }
}
