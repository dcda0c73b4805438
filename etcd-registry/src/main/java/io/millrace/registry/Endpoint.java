package io.millrace.registry;

import org.jspecify.annotations.Nullable;

/**
 * One place where a service is answered: an address with what a caller must know to use it.
 *
 * <p><b>Shape</b>: the identity is {@link #address}; two endpoints with the same address are two states of one.
 * Weight from 0 (known, but given no calls) to {@value #WEIGHT_MAX}; capacity from 1 to {@value #CAPACITY_MAX}; port
 * from 1 to 65535. The host is a name, an IPv4 or an IPv6 address; brackets around the latter are taken off. An IPv6
 * scope ({@code %eth0}) is refused, since it means nothing on another machine.
 *
 * <p><b>Units</b>: weight is relative to the other endpoints of the service; capacity counts calls in flight.
 *
 * <p><b>Threads</b>: an immutable value.
 *
 * <p><b>Errors</b>: {@link IllegalArgumentException} that names the component and its rule.
 *
 * @param host name or address that callers connect to
 * @param port TCP port that callers connect to
 * @param weight share of the calls relative to the other endpoints
 * @param capacity calls that the endpoint takes at the same time
 * @param protocol what the provider behind it speaks, for example {@code dubbo}
 * @param serialization how arguments are encoded for it, for example {@code hessian2}
 * @param zone where it runs, or null if nobody said
 */
public record Endpoint(
        String host, int port, int weight, int capacity, String protocol, String serialization, @Nullable String zone) {

    /** Largest weight: a million shares still add up in an int over two thousand endpoints. */
    public static final int WEIGHT_MAX = 1_000_000;

    /** Largest capacity, in calls in flight. */
    public static final int CAPACITY_MAX = 1_000_000;

    /** Weight of an endpoint that states none. */
    public static final int WEIGHT_DEFAULT = 1;

    /** Capacity of an endpoint that states none: the 200 threads of a Dubbo provider. */
    public static final int CAPACITY_DEFAULT = 200;

    /** Protocol of an endpoint that states none. */
    public static final String PROTOCOL_DEFAULT = "dubbo";

    /** Serialization of an endpoint that states none. */
    public static final String SERIALIZATION_DEFAULT = "hessian2";

    private static final int HOST_LENGTH_MAX = 253;
    private static final int TOKEN_LENGTH_MAX = 64;

    /** Checks every component. */
    public Endpoint {
        host = withoutBrackets(host);
        checkHost(host);
        checkRange("port", port, 1, 65_535);
        checkRange("weight", weight, 0, WEIGHT_MAX);
        checkRange("capacity", capacity, 1, CAPACITY_MAX);
        checkToken("protocol", protocol);
        checkToken("serialization", serialization);
        if (zone != null) {
            checkToken("zone", zone);
        }
    }

    /** An endpoint with default weight, capacity, protocol and serialization, in no zone. */
    public static Endpoint of(String host, int port) {
        return new Endpoint(
                host, port, WEIGHT_DEFAULT, CAPACITY_DEFAULT, PROTOCOL_DEFAULT, SERIALIZATION_DEFAULT, null);
    }

    /**
     * An endpoint with defaults, its address read from {@code host:port} or {@code [ipv6]:port}.
     *
     * @throws IllegalArgumentException if the text is no address
     */
    public static Endpoint parse(String address) {
        int colon = address.lastIndexOf(':');
        if (colon <= 0 || (address.indexOf(':') != colon && address.charAt(0) != '[')) {
            throw new IllegalArgumentException("no address: \"" + address + "\" (expected: host:port or [ipv6]:port)");
        }
        return of(address.substring(0, colon), parsePort(address, colon + 1));
    }

    /** {@code host:port}, or {@code [host]:port} for an IPv6 address: the identity of the endpoint. */
    public String address() {
        return host.indexOf(':') >= 0 ? '[' + host + "]:" + port : host + ':' + port;
    }

    /** The same endpoint with another weight. */
    public Endpoint withWeight(int changed) {
        return new Endpoint(host, port, changed, capacity, protocol, serialization, zone);
    }

    /** The same endpoint with another capacity. */
    public Endpoint withCapacity(int changed) {
        return new Endpoint(host, port, weight, changed, protocol, serialization, zone);
    }

    /** The same endpoint with another provider protocol. */
    public Endpoint withProtocol(String changed) {
        return new Endpoint(host, port, weight, capacity, changed, serialization, zone);
    }

    /** The same endpoint with another serialization. */
    public Endpoint withSerialization(String changed) {
        return new Endpoint(host, port, weight, capacity, protocol, changed, zone);
    }

    /** The same endpoint in another zone, or in none. */
    public Endpoint withZone(@Nullable String changed) {
        return new Endpoint(host, port, weight, capacity, protocol, serialization, changed);
    }

    private static String withoutBrackets(String host) {
        boolean bracketed = host.length() > 2 && host.charAt(0) == '[' && host.endsWith("]");
        return bracketed ? host.substring(1, host.length() - 1) : host;
    }

    private static int parsePort(String address, int from) {
        try {
            return Integer.parseInt(address.substring(from));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("no port: \"" + address + "\" (expected: host:port)", notANumber);
        }
    }

    private static void checkHost(String host) {
        boolean plain = host.chars().allMatch(Endpoint::mayStandInHost);
        if (host.isEmpty() || host.length() > HOST_LENGTH_MAX || !plain) {
            throw new IllegalArgumentException("no host: \"" + host
                    + "\" (expected: letters, digits and . - _ or an IPv6 address without scope, at most "
                    + HOST_LENGTH_MAX + " characters)");
        }
    }

    private static boolean mayStandInHost(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || ".-_:".indexOf(c) >= 0;
    }

    private static void checkRange(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    what + " out of range: " + value + " (expected: " + min + " to " + max + ')');
        }
    }

    private static void checkToken(String what, String value) {
        boolean plain = value.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (value.isEmpty() || value.length() > TOKEN_LENGTH_MAX || !plain) {
            throw new IllegalArgumentException(what + " is no word: \"" + value + "\" (expected: 1 to "
                    + TOKEN_LENGTH_MAX + " visible ASCII characters)");
        }
    }
}
