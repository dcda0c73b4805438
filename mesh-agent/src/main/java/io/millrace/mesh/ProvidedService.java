package io.millrace.mesh;

import io.millrace.registry.ServiceKey;
import java.util.Set;

/**
 * A service that a provider agent fronts.
 *
 * @param key its identity
 * @param protocol the provider's protocol: dubbo
 * @param serialization that HTTP calls are turned into: hessian2 or fastjson
 * @param weight share of the calls, relative to other endpoints of the service; 0 takes none
 * @param capacity calls that the provider may have at a time; not more than its threads
 * @param idempotentMethods names of methods that may be executed twice
 */
public record ProvidedService(
        ServiceKey key,
        String protocol,
        String serialization,
        int weight,
        int capacity,
        Set<String> idempotentMethods) {

    /** @throws IllegalArgumentException naming the setting that is out of range */
    public ProvidedService {
        if (!protocol.equals("dubbo")) {
            throw new IllegalArgumentException(
                    "protocol of " + key + " not spoken here: " + protocol + " (expected: dubbo)");
        }
        if (!serialization.equals("hessian2") && !serialization.equals("fastjson")) {
            throw new IllegalArgumentException("serialization of " + key + " not spoken here: " + serialization
                    + " (expected: hessian2, fastjson)");
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
        return new ProvidedService(new ServiceKey(null, interfaceName, null), "dubbo", "hessian2", 1, 200, Set.of());
    }

    /** The same under another identity. */
    public ProvidedService withKey(ServiceKey changed) {
        return new ProvidedService(changed, protocol, serialization, weight, capacity, idempotentMethods);
    }

    /** The same with another serialization. */
    public ProvidedService withSerialization(String changed) {
        return new ProvidedService(key, protocol, changed, weight, capacity, idempotentMethods);
    }

    /** The same with another weight. */
    public ProvidedService withWeight(int changed) {
        return new ProvidedService(key, protocol, serialization, changed, capacity, idempotentMethods);
    }

    /** The same with another capacity. */
    public ProvidedService withCapacity(int changed) {
        return new ProvidedService(key, protocol, serialization, weight, changed, idempotentMethods);
    }
}
