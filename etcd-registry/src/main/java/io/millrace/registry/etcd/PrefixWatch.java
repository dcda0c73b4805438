package io.millrace.registry.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.watch.WatchEvent;
import io.millrace.registry.Endpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an {@link EndpointView} in step with the keys below one prefix: read, watch from the revision after, and again
 * when the watch ends.
 */
final class PrefixWatch implements Part, WatchStream.Events {

    private static final Logger LOG = LoggerFactory.getLogger(PrefixWatch.class);

    private final KeyLayout layout;
    private final int max;
    private final Loop loop;
    private final Session session;
    private final Duration grace;
    private final Backoff backoff;
    private final Runnable onChange;
    private final EndpointView view;
    private @Nullable EtcdConnection connection;
    private @Nullable WatchStream stream;
    private Loop.@Nullable Timer retryTimer;
    private Loop.@Nullable Timer graceTimer;

    PrefixWatch(KeyLayout layout, int max, Loop loop, Session session, Timing timing, Runnable onChange) {
        this.layout = layout;
        this.max = max;
        this.loop = loop;
        this.session = session;
        this.grace = timing.grace();
        this.backoff = timing.newBackoff();
        this.onChange = onChange;
        this.view = new EndpointView(max);
    }

    boolean isAnswered() {
        return view.isAnswered();
    }

    Collection<Endpoint> endpoints() {
        return view.endpoints();
    }

    @Override
    public void connected(EtcdConnection itsConnection) {
        connection = itsConnection;
        read();
    }

    @Override
    public void disconnected() {
        connection = null;
        endStream();
        cancel(retryTimer);
        // What is missing stays until the next read has had its own grace.
        cancel(graceTimer);
    }

    private void read() {
        EtcdConnection asked = connection;
        if (asked == null) {
            return;
        }
        endStream();
        cancel(graceTimer);
        asked.read(layout.prefix(), max + 1, answer -> answered(asked, answer), this::failed);
    }

    private void answered(EtcdConnection asked, GetResponse answer) {
        boolean more = answer.getKvs().size() > max;
        Map<String, Optional<Endpoint>> found = new HashMap<>();
        answer.getKvs().stream().limit(max).forEach(kv -> found.put(key(kv), endpoint(kv)));
        view.read(found, more);
        if (more) {
            logRefusal(key(answer.getKvs().get(max)));
        }
        onChange.run();
        endStream();
        stream = asked.watch(layout.prefix(), answer.getHeader().getRevision() + 1, this);
    }

    @Override
    public void created() {
        backoff.reset();
        session.healed(this);
        if (view.isInGrace()) {
            graceTimer = loop.in(grace, this::endGrace);
        }
    }

    @Override
    public void changed(List<WatchEvent> events) {
        events.forEach(this::apply);
        onChange.run();
        readIfWanted();
    }

    @Override
    public void ended(Throwable why) {
        stream = null;
        failed(why);
    }

    private void apply(WatchEvent event) {
        String key = key(event.getKeyValue());
        if (event.getEventType() == WatchEvent.EventType.DELETE) {
            view.delete(key);
        } else if (event.getEventType() == WatchEvent.EventType.PUT) {
            endpoint(event.getKeyValue()).ifPresent(endpoint -> {
                if (!view.put(key, endpoint)) {
                    logRefusal(key);
                }
            });
        }
    }

    private void endGrace() {
        view.endGrace();
        onChange.run();
        readIfWanted();
    }

    /** Pauses first: a set that keeps swaying around its maximum must not be read without end. */
    private void readIfWanted() {
        boolean waiting = retryTimer != null && retryTimer.isPending();
        if (view.wantsRead() && !waiting) {
            readLater();
        }
    }

    private void readLater() {
        cancel(retryTimer);
        retryTimer = loop.in(backoff.next(), this::read);
    }

    private void failed(Throwable why) {
        Failure failure = Failure.of(why);
        if (failure == Failure.CONNECTION) {
            if (connection != null) {
                session.fail(connection, why);
            }
            return;
        }
        if (failure == Failure.COMPACTED) {
            LOG.info("watch was compacted away, reading again, prefix={}", layout.prefix());
        } else {
            LOG.warn("etcd refuses to show endpoints, prefix={}, cause={}", layout.prefix(), Failure.describe(why));
            session.troubled(this, why);
        }
        readLater();
    }

    private void endStream() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }

    private Optional<Endpoint> endpoint(KeyValue kv) {
        try {
            return Optional.of(layout.read(key(kv), kv.getValue().getBytes()));
        } catch (IllegalArgumentException malformed) {
            LOG.warn("malformed registration ignored, key={}, cause={}", key(kv), malformed.getMessage());
            return Optional.empty();
        }
    }

    private void logRefusal(String key) {
        LOG.warn("too many endpoints, further ones are refused, first={}, max={}", key, max);
    }

    private static String key(KeyValue kv) {
        ByteSequence key = kv.getKey();
        return key.toString(StandardCharsets.UTF_8);
    }

    private static void cancel(Loop.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
