package io.millrace.mesh;

import io.millrace.registry.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A service that a provider agent fronts.
 *
 * @param key its identity
 * @param protocol the provider's protocol: dubbo or thrift
 * @param serialization that HTTP calls are turned into: hessian2 or fastjson; with Thrift what the provider speaks: binary or compact
 * @param multiplexed whether a Thrift provider is called by {@code interface:method}; without meaning with Dubbo
 * @param weight share of the calls, relative to other endpoints of the service; 0 takes none
 * @param capacity calls that the provider may have at a time; not more than its threads
 * @param idempotentMethods names of methods that may be executed twice
 */
public record ProvidedService(
        ServiceKey key,
        String protocol,
        String serialization,
        boolean multiplexed,
        int weight,
        int capacity,
        Set<String> idempotentMethods) {

    /** Serializations by protocol; the first of each is what it has if nothing is said. */
    private static final Map<String, List<String>> SPOKEN =
            new TreeMap<>(Map.of("dubbo", List.of("hessian2", "fastjson"), "thrift", List.of("binary", "compact")));

    /** @throws IllegalArgumentException naming the setting that is out of range */
    public ProvidedService {
        List<String> spoken = SPOKEN.get(protocol);
        if (spoken == null) {
            throw new IllegalArgumentException("protocol of " + key + " not spoken here: " + protocol + " (expected: "
                    + String.join(", ", SPOKEN.keySet()) + ")");
        }
        if (!spoken.contains(serialization)) {
            throw new IllegalArgumentException("serialization of " + key + " not spoken here: " + serialization
                    + " (expected with " + protocol + ": " + String.join(", ", spoken) + ")");
        }
        if (weight < 0 || weight > 10_000) {
            throw new IllegalArgumentException(
                    "weight of " + key + " out of range: " + weight + " (expected: 0..10000)");
        }
        if (capacity < 1 || capacity > 60_000) {
            throw new IllegalArgumentException(
                    "capacity of " + key + " out of range: " + capacity + " (expected: 1..60000)");
        }
        idempotentMethods = Set.copyOf(idempotentMethods);
    }

    /** Dubbo in hessian2, weight 1, 200 calls at a time: Dubbo's own default of threads. */
    public static ProvidedService of(String interfaceName) {
        return of(interfaceName, "dubbo");
    }

    /** Thrift in the binary protocol, not multiplexed, weight 1, 200 calls at a time. */
    public static ProvidedService ofThrift(String interfaceName) {
        return of(interfaceName, "thrift");
    }

    private static ProvidedService of(String interfaceName, String protocol) {
        ServiceKey key = new ServiceKey(null, interfaceName, null);
        return new ProvidedService(key, protocol, serializationOf(protocol), false, 1, 200, Set.of());
    }

    /** What is spoken in a protocol if nothing is said; that of Dubbo for a protocol that is not known. */
    public static String serializationOf(String protocol) {
        return SPOKEN.getOrDefault(protocol, List.of("hessian2")).get(0);
    }

    /** The same under another identity. */
    public ProvidedService withKey(ServiceKey changed) {
        return new ProvidedService(changed, protocol, serialization, multiplexed, weight, capacity, idempotentMethods);
    }

    /** The same with another serialization. */
    public ProvidedService withSerialization(String changed) {
        return new ProvidedService(key, protocol, changed, multiplexed, weight, capacity, idempotentMethods);
    }

    /** The same, multiplexed or not. */
    public ProvidedService withMultiplexed(boolean changed) {
        return new ProvidedService(key, protocol, serialization, changed, weight, capacity, idempotentMethods);
    }

    /** The same with another weight. */
    public ProvidedService withWeight(int changed) {
        return new ProvidedService(key, protocol, serialization, multiplexed, changed, capacity, idempotentMethods);
    }

    /** The same with another capacity. */
    public ProvidedService withCapacity(int changed) {
        return new ProvidedService(key, protocol, serialization, multiplexed, weight, changed, idempotentMethods);
    }
}
