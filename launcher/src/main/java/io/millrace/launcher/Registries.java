package io.millrace.launcher;

import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Gives each agent a way to the registry: over etcd a connection of its own, as in a process of its own; in memory
 * the one registry that all share. Owns what it gave and closes it.
 */
final class Registries implements AutoCloseable {

    private final String description;
    private final Supplier<ServiceRegistry> opener;
    private final Deque<ServiceRegistry> opened = new ArrayDeque<>();

    private Registries(String description, Supplier<ServiceRegistry> opener) {
        this.description = description;
        this.opener = opener;
    }

    static Registries overEtcd(String url) {
        return new Registries("etcd at " + url, () -> ServiceRegistries.etcd(EtcdConfig.of(url)));
    }

    static Registries inMemory() {
        ServiceRegistry shared = ServiceRegistries.inMemory();
        return new Registries("in memory, all agents in one JVM", () -> shared);
    }

    /** Borrowed by the caller until this closes. */
    ServiceRegistry forOneAgent() {
        ServiceRegistry registry = opener.get();
        if (!opened.contains(registry)) {
            opened.push(registry);
        }
        return registry;
    }

    /** For people: what it is and where. */
    String description() {
        return description;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
