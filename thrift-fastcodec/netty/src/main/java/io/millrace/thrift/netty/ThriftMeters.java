package io.millrace.thrift.netty;

import java.util.List;

/**
 * Every meter of framed Thrift: name, type, tags. Meters are made nowhere else under other names;
 * {@code docs/operating/meters.md} is held against this list by a test.
 */
public enum ThriftMeters {
    SERVER_CALLS(
            "millrace.thrift.server.calls",
            Type.TIMER,
            "Calls from their frame to their answer, by method and status",
            "method",
            "status"),
    SERVER_IN_FLIGHT("millrace.thrift.server.inflight", Type.GAUGE, "Calls that were read and are not answered"),
    SERVER_DROPPED(
            "millrace.thrift.server.dropped", Type.COUNTER, "Calls that were in work when their connection ended"),
    SERVER_CONNECTIONS("millrace.thrift.server.connections", Type.GAUGE, "Connections that are open"),
    SERVER_REFUSALS(
            "millrace.thrift.server.refusals", Type.COUNTER, "Connections that were refused, by the reason", "reason"),
    SERVER_MALFORMED(
            "millrace.thrift.server.malformed",
            Type.COUNTER,
            "Frames and messages that ended their connection, by what was wrong",
            "reason"),
    SERVER_BYTES_IN("millrace.thrift.server.bytes.in", Type.COUNTER, "Bytes that clients sent, without those of TLS"),
    SERVER_BYTES_OUT("millrace.thrift.server.bytes.out", Type.COUNTER, "Bytes of answers, without those of TLS"),
    CLIENT_CALLS(
            "millrace.thrift.client.calls",
            Type.TIMER,
            "Calls from the thread that makes them to their end, by method and status",
            "method",
            "status"),
    CLIENT_PENDING("millrace.thrift.client.pending", Type.GAUGE, "Calls that wait for a connection or their answer");

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

    ThriftMeters(String meterName, Type type, String description, String... tags) {
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
