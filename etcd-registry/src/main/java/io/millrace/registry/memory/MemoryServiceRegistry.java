package io.millrace.registry.memory;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The registry in the memory of one process.
 *
 * <p>Everything is done before a call returns; listeners are called on the thread of the change.
 *
 * <p>All state is guarded by this object's monitor. Snapshots are handed to the groups under it, so that they keep
 * their order; listeners run after it is released, by {@link Outbox}.
 */
public final class MemoryServiceRegistry implements ServiceRegistry {

    /** Bounds what a caller who never closes can hold. */
    private static final int REGISTRATIONS_MAX = 100_000;

    private static final int GROUPS_MAX = 100_000;

    private final Instant opened = Instant.now();
    private final Map<ServiceKey, Map<String, MemoryRegistration>> services = new HashMap<>();
    private final Map<ServiceKey, Set<LiveGroup>> groups = new HashMap<>();
    private final Outbox outbox = new Outbox();
    private int registrationCount;
    private int groupCount;
    private boolean closed;

    private MemoryServiceRegistry() {}

    /** An empty registry. */
    public static ServiceRegistry create() {
        return new MemoryServiceRegistry();
    }

    @Override
    public CompletionStage<Registration> register(ServiceKey service, Endpoint endpoint) {
        MemoryRegistration registration = new MemoryRegistration(this, service, endpoint);
        try {
            add(registration);
        } catch (RegistryException refused) {
            return CompletableFuture.failedStage(refused);
        }
        outbox.deliver();
        return CompletableFuture.completedStage(registration);
    }

    @Override
    public EndpointGroup watch(ServiceKey service) {
        LiveGroup group = new LiveGroup(service, outbox, this::forget);
        synchronized (this) {
            checkOpen();
            checkBound("groups", groupCount, GROUPS_MAX);
            groupCount++;
            groups.computeIfAbsent(service, none -> new HashSet<>()).add(group);
            group.publish(endpoints(service));
        }
        outbox.deliver();
        return group;
    }

    @Override
    public synchronized Health health() {
        return new Health(!closed, opened, null);
    }

    @Override
    public void close() {
        List<LiveGroup> open = new ArrayList<>();
        synchronized (this) {
            closed = true;
            services.clear();
            groups.values().forEach(open::addAll);
        }
        open.forEach(LiveGroup::close);
    }

    private synchronized void add(MemoryRegistration registration) {
        checkOpen();
        checkBound("registrations", registrationCount, REGISTRATIONS_MAX);
        Map<String, MemoryRegistration> holders =
                services.computeIfAbsent(registration.service(), none -> new TreeMap<>());
        String address = registration.endpoint().address();
        if (holders.putIfAbsent(address, registration) != null) {
            throw new RegistryException(
                    Reason.DUPLICATE, "registered already: service=" + registration.service() + ", address=" + address);
        }
        registrationCount++;
        publish(registration.service());
    }

    /** False if the registration is no longer held. */
    boolean update(MemoryRegistration registration, Runnable change) {
        synchronized (this) {
            if (!isHeld(registration)) {
                return false;
            }
            change.run();
            publish(registration.service());
        }
        outbox.deliver();
        return true;
    }

    void remove(MemoryRegistration registration) {
        synchronized (this) {
            if (!isHeld(registration)) {
                return;
            }
            services.computeIfPresent(registration.service(), (service, holders) -> {
                holders.remove(registration.endpoint().address());
                return holders.isEmpty() ? null : holders;
            });
            registrationCount--;
            publish(registration.service());
        }
        outbox.deliver();
    }

    synchronized boolean isHeld(MemoryRegistration registration) {
        Map<String, MemoryRegistration> holders = services.getOrDefault(registration.service(), Map.of());
        return holders.get(registration.endpoint().address()) == registration;
    }

    private synchronized void forget(LiveGroup group) {
        Set<LiveGroup> ofService = groups.getOrDefault(group.service(), Set.of());
        if (ofService.remove(group)) {
            groupCount--;
        }
        if (ofService.isEmpty()) {
            groups.remove(group.service());
        }
    }

    private void publish(ServiceKey service) {
        groups.getOrDefault(service, Set.of()).forEach(group -> group.publish(endpoints(service)));
    }

    private List<Endpoint> endpoints(ServiceKey service) {
        return services.getOrDefault(service, Map.of()).values().stream()
                .map(MemoryRegistration::endpoint)
                .toList();
    }

    private void checkOpen() {
        if (closed) {
            throw new RegistryException(Reason.CLOSED, "registry closed");
        }
    }

    private static void checkBound(String what, int count, int max) {
        if (count >= max) {
            throw new RegistryException(Reason.LIMIT, "too many " + what + ": " + count + " (expected: < " + max + ')');
        }
    }
}
