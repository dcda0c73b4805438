package io.millrace.mesh.ingress;

import io.millrace.mesh.MethodKey;
import io.millrace.mesh.link.CallTarget;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services that this agent watches, and the numbers of the methods that were called.
 *
 * <p><b>Bounds</b>: at most {@value #MAX_SERVICES} services. When they are all taken, one that never had an endpoint and was not
 * called for a while makes room, so that misspelt names cannot fill the directory for good.
 *
 * <p><b>Threads</b>: thread-safe.
 */
final class ServiceDirectory implements AutoCloseable {
    static final int MAX_SERVICES = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ServiceDirectory.class);
    private static final long FORGET_AFTER_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ServiceRegistry registry;
    private final EndpointMeters meters;
    private final long slowStartNanos;
    private final Map<ServiceKey, WatchedService> services = new ConcurrentHashMap<>();
    private final Map<MethodKey, CallTarget> targets = new ConcurrentHashMap<>();
    private int nextNumber;
    private boolean closed;

    ServiceDirectory(ServiceRegistry registry, long slowStartNanos, EndpointMeters meters) {
        this.registry = registry;
        this.slowStartNanos = slowStartNanos;
        this.meters = meters;
    }

    /** The service, watched from now on; null when the directory is full. */
    @Nullable
    WatchedService service(ServiceKey key) {
        WatchedService known = services.get(key);
        return known != null ? known : watch(key);
    }

    private synchronized @Nullable WatchedService watch(ServiceKey key) {
        WatchedService known = services.get(key);
        if (known != null) {
            return known;
        }
        if (closed || services.size() >= MAX_SERVICES && !forgetOne()) {
            return null;
        }
        WatchedService service = new WatchedService(key, registry.watch(key), slowStartNanos, meters);
        services.put(key, service);
        service.start();
        return service;
    }

    private boolean forgetOne() {
        long now = System.nanoTime();
        for (WatchedService each : services.values()) {
            if (!each.everHadEndpoints() && now - each.usedAtNanos() > FORGET_AFTER_NANOS) {
                services.remove(each.key());
                each.routes().forEach(Route::retire);
                closeQuietly(each);
                return true;
            }
        }
        return false;
    }

    /** The target of a method: the same object each time while there are numbers left. */
    CallTarget target(MethodKey method) {
        CallTarget known = targets.get(method);
        return known != null ? known : newTarget(method);
    }

    private synchronized CallTarget newTarget(MethodKey method) {
        CallTarget known = targets.get(method);
        if (known != null) {
            return known;
        }
        if (nextNumber >= CallTarget.MAX_NUMBERED) {
            return new CallTarget(method, CallTarget.MAX_NUMBERED);
        }
        CallTarget target = new CallTarget(method, nextNumber++);
        targets.put(method, target);
        return target;
    }

    Collection<WatchedService> services() {
        return services.values();
    }

    @Override
    public synchronized void close() {
        closed = true;
        services.values().forEach(ServiceDirectory::closeQuietly);
        services.clear();
    }

    private static void closeQuietly(WatchedService service) {
        try {
            service.close();
        } catch (Exception e) {
            LOG.warn("watch of a service did not close service={} cause={}", service.key(), e.toString());
        }
    }
}
