package io.millrace.mesh.ingress;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import io.millrace.mesh.balance.EndpointState;
import io.millrace.registry.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes and removes the meters of endpoints as they join and leave, so that a service that moves about leaves none behind. Thread-safe. */
final class EndpointMeters {
    private final MeterBook book;
    private final Map<ServiceKey, Meter> services = new ConcurrentHashMap<>();
    private final Map<EndpointState, Entry> entries = new ConcurrentHashMap<>();

    EndpointMeters(MeterBook book) {
        this.book = book;
    }

    /** A service that the registry knows; {@link #forgotten} ends it. */
    void known(ServiceKey service, Supplier<Number> endpoints) {
        services.computeIfAbsent(service, key -> book.gauge(MeshMeters.ENDPOINTS, endpoints, key.toString()));
    }

    void forgotten(ServiceKey service) {
        Meter gauge = services.remove(service);
        if (gauge != null) {
            book.remove(gauge);
        }
    }

    void joined(ServiceKey service, EndpointState state) {
        String name = service.toString();
        String address = state.endpoint().host() + ":" + state.endpoint().port();
        List<Meter> gauges = List.of(
                book.gauge(MeshMeters.ENDPOINT_IN_FLIGHT, state::inFlight, name, address),
                book.gauge(MeshMeters.ENDPOINT_LIMIT, state::limit, name, address),
                book.gauge(MeshMeters.ENDPOINT_WEIGHT, () -> state.endpoint().weight(), name, address));
        StatusTimers timers = new StatusTimers(
                status -> book.timer(MeshMeters.ENDPOINT_CALLS, name, address, Integer.toString(status)));
        entries.put(state, new Entry(gauges, timers, book.counter(MeshMeters.EJECTIONS, address)));
    }

    void left(ServiceKey service, EndpointState state) {
        Entry entry = entries.remove(state);
        if (entry != null) {
            entry.gauges.forEach(book::remove);
            entry.timers.forEach(book::remove);
        }
    }

    /** The timers of an endpoint, or null once it has left. */
    @Nullable
    StatusTimers timers(EndpointState state) {
        Entry entry = entries.get(state);
        return entry == null ? null : entry.timers;
    }

    void ejected(EndpointState state) {
        Entry entry = entries.get(state);
        if (entry != null) {
            entry.ejections.increment();
        }
    }

    private record Entry(List<Meter> gauges, StatusTimers timers, Counter ejections) {}
}
