package io.millrace.registry;

import io.millrace.registry.etcd.EtcdServiceRegistry;
import io.millrace.registry.fixed.FixedServiceRegistry;
import io.millrace.registry.memory.MemoryServiceRegistry;
import java.util.List;
import java.util.Map;

/** Opens registries: the way into this module. The caller closes what it opened. */
public final class ServiceRegistries {

    private ServiceRegistries() {}

    /**
     * A registry in etcd. Returns at once, whether etcd can be reached or not; see {@link ServiceRegistry#health}.
     *
     * @throws IllegalArgumentException if a certificate or key file cannot be read or holds no such thing
     */
    public static ServiceRegistry etcd(EtcdConfig config) {
        return EtcdServiceRegistry.open(config);
    }

    /** An empty registry in the memory of this process. Those who are to find each other share the object. */
    public static ServiceRegistry inMemory() {
        return MemoryServiceRegistry.create();
    }

    /**
     * A list that never changes. Groups of services that are not in it are empty.
     *
     * <p>{@code register} succeeds and announces nothing: the list alone says what is found.
     *
     * @throws IllegalArgumentException if an address stands twice under one service
     */
    public static ServiceRegistry fixed(Map<ServiceKey, List<Endpoint>> services) {
        return FixedServiceRegistry.of(services);
    }
}
