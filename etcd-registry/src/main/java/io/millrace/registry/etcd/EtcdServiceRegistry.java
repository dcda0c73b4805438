package io.millrace.registry.etcd;

import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.Health;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.group.LiveGroup;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registry in etcd: passes what callers ask on to the loop. */
public final class EtcdServiceRegistry implements ServiceRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(EtcdServiceRegistry.class);

    /** Bounds the watches of one process, each of which etcd has to serve. */
    private static final int GROUPS_MAX = 10_000;

    private final EtcdConfig config;
    private final Timing timing;
    private final Loop loop = new Loop("millrace-registry-etcd");
    private final Deliveries deliveries = new Deliveries("millrace-registry-listeners");
    private final Session session;
    private final Registrar registrar;
    private final Map<LiveGroup, EtcdGroup> groups = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    private EtcdServiceRegistry(EtcdConfig config) {
        this.config = config;
        this.timing = Timing.of(config, new Random());
        this.session = new Session(config, loop, new EtcdClients(config, loop.executor()), timing);
        this.registrar = new Registrar(loop, session, timing, deliveries);
    }

    /**
     * Opens the registry; the connection is made behind the caller's back.
     *
     * @throws IllegalArgumentException if a certificate or key file cannot be read or holds no such thing
     */
    public static ServiceRegistry open(EtcdConfig config) {
        EtcdServiceRegistry registry = new EtcdServiceRegistry(config);
        registry.loop.post(() -> {
            registry.registrar.start();
            registry.session.connect();
        });
        return registry;
    }

    @Override
    public CompletionStage<Registration> register(ServiceKey service, Endpoint endpoint) {
        String key = KeyLayout.millrace(config.namespace(), service).key(endpoint);
        EtcdRegistration registration = new EtcdRegistration(service, key, endpoint, registrar);
        if (!loop.post(() -> registrar.add(registration))) {
            registration.end(registryClosed());
        }
        return registration.registered();
    }

    @Override
    public EndpointGroup watch(ServiceKey service) {
        if (groups.size() >= GROUPS_MAX) {
            throw new RegistryException(
                    Reason.LIMIT, "too many groups: " + groups.size() + " (expected: < " + GROUPS_MAX + ')');
        }
        LiveGroup live = new LiveGroup(service, deliveries, this::forget);
        EtcdGroup group = new EtcdGroup(live, config, loop, session, timing);
        groups.put(live, group);
        // Looked at after the put, as close() closes the groups after it set the flag: one of the two sees the other.
        if (closed.get() || !loop.post(group::start)) {
            live.close();
            throw registryClosed();
        }
        return live;
    }

    @Override
    public Health health() {
        return session.health();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            List.copyOf(groups.keySet()).forEach(LiveGroup::close);
            loop.post(this::revoke);
        }
        try {
            // The answer to the revocation, and then some for the thread to get there.
            if (!ended.await(config.requestTimeout().toMillis() + 1000, TimeUnit.MILLISECONDS)) {
                LOG.warn("registry not closed in time, its lease will end by itself");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void forget(LiveGroup live) {
        EtcdGroup group = groups.remove(live);
        if (group != null) {
            loop.post(group::stop);
        }
    }

    private void revoke() {
        long lease = registrar.lease();
        registrar.close();
        EtcdConnection connection = session.connectionIfUp();
        if (connection == null || lease == LeaseKeeper.NONE) {
            end();
            return;
        }
        // Should the connection fail meanwhile, no answer comes.
        loop.in(config.requestTimeout(), this::end);
        connection.revokeLease(lease, this::end, error -> {
            LOG.warn("lease not revoked, it will end by itself, cause={}", Failure.describe(error));
            end();
        });
    }

    /** May come twice. */
    private void end() {
        session.close();
        loop.close();
        deliveries.close();
        ended.countDown();
    }

    private static RegistryException registryClosed() {
        return new RegistryException(Reason.CLOSED, "registry closed");
    }
}
