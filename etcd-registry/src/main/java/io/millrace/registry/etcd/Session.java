package io.millrace.registry.etcd;

import io.etcd.jetcd.Client;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.Health;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection that answers.
 *
 * <pre>
 *             probe answered              probe or any request failed
 *   trying ───────────────────► up ─────────────────────────────────────┐
 *     ▲  └── failed ──► waiting ◄─────────────────────────────────────  ┘
 *     └─────────────────── │  after a jittered pause
 * </pre>
 *
 * <p>Used on the loop only, but for {@link #health}.
 */
final class Session {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /**
     * How long a client that failed is left before it is closed. jetcd reports the error of a watch first and schedules
     * its own repetition then, which would throw on a closed client.
     */
    private static final Duration RETIREMENT = Duration.ofMillis(200);

    private final EtcdConfig config;
    private final Loop loop;
    private final EtcdClients clients;
    private final Timing timing;
    private final Backoff backoff;
    private final String probeKey;
    private final HealthRecord health = new HealthRecord();
    private final Set<Part> parts = new LinkedHashSet<>();
    private final Set<EtcdConnection> retired = new HashSet<>();
    private @Nullable EtcdConnection connection;
    private Loop.@Nullable Timer timer;
    private boolean up;
    private boolean closed;

    Session(EtcdConfig config, Loop loop, EtcdClients clients, Timing timing) {
        this.config = config;
        this.loop = loop;
        this.clients = clients;
        this.timing = timing;
        this.backoff = timing.newBackoff();
        this.probeKey = config.namespace() + "/";
    }

    /** Thread-safe. */
    Health health() {
        return health.now();
    }

    void add(Part part) {
        if (!closed && parts.add(part) && up && connection != null) {
            part.connected(connection);
        }
    }

    void remove(Part part) {
        if (parts.remove(part)) {
            part.disconnected();
            health.healed(part);
        }
    }

    /** Makes the first or the next connection. */
    void connect() {
        if (closed) {
            return;
        }
        Client client;
        try {
            client = clients.open();
        } catch (RuntimeException unusable) {
            waitAndConnect(unusable);
            return;
        }
        EtcdConnection tried = new EtcdConnection(client, loop, config.requestTimeout());
        connection = tried;
        probe(tried);
    }

    /** The connection is of no use any more; nothing happens if it is already replaced. */
    void fail(EtcdConnection failed, Throwable why) {
        if (failed != connection) {
            return;
        }
        drop();
        waitAndConnect(why);
    }

    /** etcd answers, but refuses what this part needs. */
    void troubled(Object part, Throwable why) {
        health.troubled(part, Failure.describe(why));
    }

    /** This part has what it needs. */
    void healed(Object part) {
        health.healed(part);
    }

    @Nullable
    EtcdConnection connectionIfUp() {
        return up ? connection : null;
    }

    void close() {
        closed = true;
        drop();
        retired.forEach(EtcdConnection::close);
        retired.clear();
        health.down("registry closed");
    }

    private void probe(EtcdConnection probed) {
        probed.probe(probeKey, timing.answerLimit(), () -> answered(probed), error -> {
            // No permission for the key that is probed is an answer too: etcd is there.
            if (Failure.of(error) == Failure.REFUSED) {
                answered(probed);
            } else {
                fail(probed, error);
            }
        });
    }

    private void answered(EtcdConnection probed) {
        if (!up) {
            up = true;
            backoff.reset();
            health.up();
            LOG.info("connected to etcd, endpoints={}", config.endpoints());
            List.copyOf(parts).forEach(part -> part.connected(probed));
        }
        // A part may have failed the connection a moment ago.
        if (probed == connection) {
            timer = loop.in(timing.renewInterval(), () -> probe(probed));
        }
    }

    private void waitAndConnect(Throwable why) {
        if (closed) {
            return;
        }
        String reason = Failure.describe(why);
        if (health.down(reason)) {
            LOG.warn("etcd not reachable, retrying, endpoints={}, cause={}", config.endpoints(), reason);
        }
        Duration pause = backoff.next();
        LOG.debug("next attempt, pause={}, cause={}", pause, reason);
        timer = loop.in(pause, this::connect);
    }

    private void drop() {
        up = false;
        if (timer != null) {
            timer.cancel();
        }
        if (connection != null) {
            retire(connection);
            connection = null;
        }
        parts.forEach(Part::disconnected);
    }

    private void retire(EtcdConnection failed) {
        failed.abandon();
        retired.add(failed);
        loop.in(RETIREMENT, () -> {
            if (retired.remove(failed)) {
                failed.close();
            }
        });
    }
}
