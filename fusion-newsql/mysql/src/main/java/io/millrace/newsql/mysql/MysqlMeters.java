package io.millrace.newsql.mysql;

import java.util.List;

/**
 * Every meter of the MySQL wire: name, type, unit, tags. Meters are made nowhere else under other names; {@code docs/operating/meters.md} is held
 * against this list by a test.
 */
public enum MysqlMeters {
    COMMANDS(
            "millrace.mysql.commands",
            Type.TIMER,
            "Commands from their arrival at a worker to the last byte given to the event loop",
            "command"),
    ERRORS("millrace.mysql.errors", Type.COUNTER, "Commands that ended with an error"),
    CONNECTIONS("millrace.mysql.connections", Type.GAUGE, "Clients that are logged in"),
    HALF_OPEN("millrace.mysql.connections.halfopen", Type.GAUGE, "Connections that have not logged in"),
    LOGINS("millrace.mysql.logins", Type.COUNTER, "Logins that succeeded"),
    REFUSALS(
            "millrace.mysql.refusals",
            Type.COUNTER,
            "Connections that were refused or dropped, by the reason",
            "reason"),
    ABORTED("millrace.mysql.aborted", Type.COUNTER, "Clients that left while their statement ran"),
    BYTES_IN("millrace.mysql.bytes.in", Type.COUNTER, "Bytes of clients' messages"),
    BYTES_OUT("millrace.mysql.bytes.out", Type.COUNTER, "Bytes of answers"),
    SLOW_WAITS("millrace.mysql.slow.waits", Type.COUNTER, "Times a statement waited for its client to read"),
    WORKERS("millrace.mysql.workers", Type.GAUGE, "Workers that run a statement"),
    QUEUE_SIZE("millrace.mysql.queue.size", Type.GAUGE, "Statements that wait for a worker"),
    PREPARED("millrace.mysql.prepared", Type.GAUGE, "Prepared statements of all connections");

    /** Micrometer's kind of meter. */
    public enum Type {
        /** Timer in seconds, with a histogram. */
        TIMER,
        /** A value of now. */
        GAUGE,
        /** A count that only rises. */
        COUNTER
    }

    private final String meterName;
    private final Type type;
    private final String description;
    private final List<String> tags;

    MysqlMeters(String meterName, Type type, String description, String... tags) {
        this.meterName = meterName;
        this.type = type;
        this.description = description;
        this.tags = List.of(tags);
    }

    /** The dotted Micrometer name. */
    public String meterName() {
        return meterName;
    }

    /** Its kind. */
    public Type type() {
        return type;
    }

    /** One phrase for the operator. */
    public String description() {
        return description;
    }

    /** The keys of its tags. */
    public List<String> tags() {
        return tags;
    }
}
