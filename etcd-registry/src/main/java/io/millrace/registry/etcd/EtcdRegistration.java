package io.millrace.registry.etcd;

import io.millrace.registry.Endpoint;
import io.millrace.registry.Registration;
import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import io.millrace.registry.ServiceKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a caller holds of a registration: the state it wants, and those who wait for that to be written.
 *
 * <p>However many updates are asked for while etcd is away, there are two stages at most: {@code writing}, for what the
 * request under way will bring, and {@code next}, for what came after it. A request that failed leaves both, and the
 * one that repeats it brings the newest state.
 */
final class EtcdRegistration implements Registration {

    private static final Logger LOG = LoggerFactory.getLogger(EtcdRegistration.class);

    private final ServiceKey service;
    private final String key;
    private final Registrar registrar;
    private final CompletableFuture<Void> removed = new CompletableFuture<>();
    private final CompletionStage<Void> removedStage;
    private final Write first;

    // Guarded by this.
    private Endpoint endpoint;
    private @Nullable Endpoint sent;
    private @Nullable Write writing;
    private @Nullable Write next;
    private boolean closed;

    private volatile boolean written;

    EtcdRegistration(ServiceKey service, String key, Endpoint endpoint, Registrar registrar) {
        this.service = service;
        this.key = key;
        this.endpoint = endpoint;
        this.registrar = registrar;
        this.first = new Write(registrar.deliveries());
        this.next = first;
        this.removedStage =
                removed.thenRunAsync(() -> {}, registrar.deliveries()).minimalCompletionStage();
    }

    @Override
    public ServiceKey service() {
        return service;
    }

    @Override
    public synchronized Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public CompletionStage<Void> update(Endpoint changed) {
        Write write;
        synchronized (this) {
            if (!changed.address().equals(endpoint.address())) {
                throw new IllegalArgumentException(
                        "address differs: " + changed.address() + " (expected: " + endpoint.address() + ')');
            }
            if (closed) {
                return CompletableFuture.failedStage(closedFailure());
            }
            endpoint = changed;
            if (next == null) {
                next = new Write(registrar.deliveries());
            }
            write = next;
        }
        registrar.changed(this);
        return write.stage();
    }

    @Override
    public boolean isLive() {
        return written && registrar.isLeaseAlive();
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        if (end(closedFailure())) {
            registrar.release(this);
        }
        return removedStage;
    }

    @Override
    public void close() {
        var unused = closeAsync();
        try {
            removed.get(2 * registrar.closeLimit().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException late) {
            LOG.warn("registration not removed in time, its lease will end it, key={}", key, late);
        }
    }

    String key() {
        return key;
    }

    /** Completes with this when first written. */
    CompletionStage<Registration> registered() {
        return first.stage().thenApply(done -> this);
    }

    /** Whether somebody waits for a write. */
    synchronized boolean wantsWrite() {
        return writing != null || next != null;
    }

    /** The state to write now. */
    synchronized Endpoint startWrite() {
        if (writing == null) {
            writing = next;
            next = null;
        }
        sent = endpoint;
        return endpoint;
    }

    /** What the last {@link #startWrite} gave is in etcd. */
    void finishWrite() {
        written = true;
        Write done;
        Write alsoDone;
        synchronized (this) {
            done = writing;
            writing = null;
            alsoDone = endpoint.equals(sent) ? next : null;
            next = alsoDone == null ? next : null;
        }
        Write.complete(done);
        Write.complete(alsoDone);
    }

    /** The lease is gone, and the key with it. */
    void lost() {
        written = false;
    }

    /** Ends what waits; false if it was ended before. */
    boolean end(RegistryException why) {
        Write one;
        Write other;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            one = writing;
            other = next;
        }
        written = false;
        Write.fail(one, why);
        Write.fail(other, why);
        return true;
    }

    /** The endpoint is gone from etcd, or as good as. */
    void removed() {
        removed.complete(null);
    }

    private RegistryException closedFailure() {
        return new RegistryException(Reason.CLOSED, "registration closed: service=" + service + ", key=" + key);
    }
}
