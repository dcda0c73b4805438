package io.millrace.mesh;

import java.util.List;

/**
 * Every meter of the mesh agent: name, type, unit, tags. Meters are made nowhere else under other names; {@code
 * docs/operating/meters.md} is held against this list by a test.
 */
public enum MeshMeters {
    CALLS("millrace.mesh.calls", Type.TIMER, "Calls as this agent answered them", "role", "service", "status"),
    ENDPOINT_CALLS(
            "millrace.mesh.endpoint.calls",
            Type.TIMER,
            "Calls as an endpoint answered them",
            "service",
            "endpoint",
            "status"),
    ENDPOINT_IN_FLIGHT(
            "millrace.mesh.endpoint.inflight",
            Type.GAUGE,
            "Calls sent to an endpoint and not answered",
            "service",
            "endpoint"),
    ENDPOINT_LIMIT(
            "millrace.mesh.endpoint.limit",
            Type.GAUGE,
            "Calls that an endpoint allows at a time",
            "service",
            "endpoint"),
    ENDPOINT_WEIGHT("millrace.mesh.endpoint.weight", Type.GAUGE, "Weight of an endpoint", "service", "endpoint"),
    ENDPOINTS("millrace.mesh.endpoints", Type.GAUGE, "Endpoints of a service that the registry names", "service"),
    IN_FLIGHT("millrace.mesh.inflight", Type.GAUGE, "Calls taken and not answered", "role"),
    QUEUE_SIZE("millrace.mesh.queue.size", Type.GAUGE, "Calls that wait for room at an endpoint or provider", "role"),
    RETRIES("millrace.mesh.retries", Type.COUNTER, "Calls sent once more, by the reason", "reason"),
    EJECTIONS("millrace.mesh.ejections", Type.COUNTER, "Times an endpoint was ejected for failing", "endpoint"),
    CONNECTIONS("millrace.mesh.connections", Type.GAUGE, "Open connections: http, thrift, link or dubbo", "kind"),
    LINK_BYTES("millrace.mesh.link.bytes", Type.COUNTER, "Bytes of link frames, in or out", "direction"),
    MALFORMED("millrace.mesh.malformed", Type.COUNTER, "Malformed requests and frames", "protocol", "reason"),
    LOOP_LAG("millrace.mesh.loop.lag", Type.GAUGE, "Seconds by which an event loop ran its last probe late", "loop");

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

    MeshMeters(String meterName, Type type, String description, String... tags) {
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
