package io.millrace.registry.fixed;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.Health;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.group.LiveGroup;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The registry that is a list from the configuration: it never changes, and registering announces nothing. */
public final class FixedServiceRegistry implements ServiceRegistry {

    private final Instant opened = Instant.now();
    private final Map<ServiceKey, List<Endpoint>> services;
    private volatile boolean closed;

    private FixedServiceRegistry(Map<ServiceKey, List<Endpoint>> services) {
        this.services = services;
    }

    /**
     * A registry of exactly these endpoints.
     *
     * @throws IllegalArgumentException if an address stands twice under one service
     */
    public static ServiceRegistry of(Map<ServiceKey, List<Endpoint>> services) {
        Map<ServiceKey, List<Endpoint>> copy = new HashMap<>();
        services.forEach((service, endpoints) -> copy.put(service, distinct(service, endpoints)));
        return new FixedServiceRegistry(Map.copyOf(copy));
    }

    @Override
    public CompletionStage<Registration> register(ServiceKey service, Endpoint endpoint) {
        if (closed) {
            return CompletableFuture.failedStage(registryClosed());
        }
        return CompletableFuture.completedStage(new SilentRegistration(service, endpoint));
    }

    @Override
    public EndpointGroup watch(ServiceKey service) {
        if (closed) {
            throw registryClosed();
        }
        LiveGroup group = new LiveGroup(service, Runnable::run, closedGroup -> {});
        group.publish(services.getOrDefault(service, List.of()));
        return group;
    }

    @Override
    public Health health() {
        return new Health(!closed, opened, null);
    }

    @Override
    public void close() {
        closed = true;
    }

    private static List<Endpoint> distinct(ServiceKey service, List<Endpoint> endpoints) {
        Set<String> addresses = new HashSet<>();
        for (Endpoint endpoint : endpoints) {
            if (!addresses.add(endpoint.address())) {
                throw new IllegalArgumentException(
                        "address stands twice: " + endpoint.address() + ", service=" + service);
            }
        }
        return List.copyOf(endpoints);
    }

    private static RegistryException registryClosed() {
        return new RegistryException(Reason.CLOSED, "registry closed");
    }
}
