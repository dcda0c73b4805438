package io.millrace.mesh.ingress;

import io.millrace.mesh.balance.Ejection;
import io.millrace.mesh.balance.EndpointState;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.ServiceKey;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One service that the agent watches in the registry: the states of its endpoints, and the routes of all loops that follow them.
 *
 * <p><b>Threads</b>: thread-safe. The registry's listener is the only writer of the states.
 */
final class WatchedService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedService.class);

    private final ServiceKey key;
    private final EndpointGroup group;
    private final EndpointMeters meters;
    private final long slowStartNanos;
    private final Ejection.Floor floor = new Ejection.Floor();
    private final List<Route> routes = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile List<EndpointState> endpoints = List.of();
    private volatile boolean known;
    private volatile boolean everHadEndpoints;
    private volatile long usedAtNanos = System.nanoTime();
    private AutoCloseable listening = () -> {};

    WatchedService(ServiceKey key, EndpointGroup group, long slowStartNanos, EndpointMeters meters) {
        this.key = key;
        this.group = group;
        this.slowStartNanos = slowStartNanos;
        this.meters = meters;
    }

    /** Begins to follow the registry. */
    void start() {
        listening = group.listen(this::onEndpoints);
        group.ready().whenComplete((first, failure) -> known = true);
    }

    ServiceKey key() {
        return key;
    }

    List<EndpointState> endpoints() {
        return endpoints;
    }

    /** Whether the registry has answered at all. */
    boolean isKnown() {
        return known || everHadEndpoints;
    }

    boolean everHadEndpoints() {
        return everHadEndpoints;
    }

    void touch(long nowNanos) {
        usedAtNanos = nowNanos;
    }

    long usedAtNanos() {
        return usedAtNanos;
    }

    List<Route> routes() {
        return routes;
    }

    void add(Route route) {
        routes.add(route);
    }

    /** Calls of all loops that wait for room. */
    AtomicInteger waiting() {
        return waiting;
    }

    /** Calls on their way to any endpoint. */
    int inFlight() {
        int sum = 0;
        for (EndpointState each : endpoints) {
            sum += each.inFlight();
        }
        return sum;
    }

    private void onEndpoints(List<Endpoint> now) {
        Map<InetSocketAddress, EndpointState> before = new LinkedHashMap<>();
        endpoints.forEach(each -> before.put(addressOf(each.endpoint()), each));
        // The endpoints that are there when the agent starts are not fresh; those that join later grow into their
        // share.
        long slowStart = everHadEndpoints ? slowStartNanos : 0;
        List<EndpointState> after = now.stream()
                .map(each -> {
                    EndpointState known = before.remove(addressOf(each));
                    if (known != null) {
                        known.update(each);
                        return known;
                    }
                    LOG.info(
                            "endpoint joined service={} address={} weight={} capacity={}",
                            key,
                            each.host() + ":" + each.port(),
                            each.weight(),
                            each.capacity());
                    EndpointState joined = new EndpointState(each, System.nanoTime(), slowStart, new Ejection(floor));
                    meters.joined(key, joined);
                    return joined;
                })
                .toList();
        for (EndpointState gone : before.values()) {
            LOG.info("endpoint left service={} address={}", key, addressOf(gone.endpoint()));
            gone.ejection().retire();
            meters.left(key, gone);
        }
        floor.size(after.size());
        endpoints = after;
        if (!after.isEmpty() && !everHadEndpoints) {
            everHadEndpoints = true;
            // Only now: names that nobody registers are the callers' mistakes, and no meters.
            meters.known(key, () -> endpoints.size());
        }
        routes.forEach(Route::onEndpointsChanged);
    }

    static InetSocketAddress addressOf(Endpoint endpoint) {
        return InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port());
    }

    @Override
    public void close() throws Exception {
        listening.close();
        group.close();
        endpoints.forEach(each -> meters.left(key, each));
        meters.forgotten(key);
    }
}
