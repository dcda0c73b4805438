package io.millrace.registry.etcd;

import io.millrace.registry.RegistryException;
import io.millrace.registry.RegistryException.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings every key to the state that its registration wants, under the lease of the {@link LeaseKeeper}.
 *
 * <p>For each key there is a {@link Slot}, and for each slot one request at a time: so an update cannot overtake the
 * write before it, nor a new registration of an address the removal of the old one. Whatever happens ends in {@link
 * #reconcile}, which asks for the next thing that is missing.
 *
 * <p>Used on the loop only, but for {@link #changed}, {@link #release} and {@link #isLeaseAlive}.
 */
final class Registrar implements LeaseKeeper.Writer {

    private static final Logger LOG = LoggerFactory.getLogger(Registrar.class);

    /** Bounds what one process announces; an agent fronts a handful of services. */
    static final int REGISTRATIONS_MAX = 10_000;

    private final Loop loop;
    private final Session session;
    private final LeaseKeeper leases;
    private final Executor deliveries;
    private final Duration closeLimit;
    private final Backoff backoff;
    private final Map<String, Slot> slots = new HashMap<>();
    private @Nullable EtcdConnection connection;
    private boolean retrying;
    private boolean closed;

    Registrar(Loop loop, Session session, Timing timing, Executor deliveries) {
        this.loop = loop;
        this.session = session;
        this.leases = new LeaseKeeper(loop, session, timing, this);
        this.deliveries = deliveries;
        this.closeLimit = timing.requestTimeout();
        this.backoff = timing.newBackoff();
    }

    /** Takes part in the session from now on. */
    void start() {
        session.add(leases);
    }

    Executor deliveries() {
        return deliveries;
    }

    Duration closeLimit() {
        return closeLimit;
    }

    boolean isLeaseAlive() {
        return leases.isAlive();
    }

    long lease() {
        return leases.lease();
    }

    void add(EtcdRegistration registration) {
        if (closed) {
            refuse(registration, Reason.CLOSED, "registry closed");
            return;
        }
        Slot held = slots.get(registration.key());
        if (held == null && slots.size() >= REGISTRATIONS_MAX) {
            refuse(registration, Reason.LIMIT, "too many registrations: " + slots.size());
            return;
        }
        if (held != null && held.holder != null) {
            refuse(registration, Reason.DUPLICATE, "registered already: key=" + registration.key());
            return;
        }
        Slot slot = slots.computeIfAbsent(registration.key(), Slot::new);
        slot.take(registration);
        leases.need();
        reconcile(slot);
    }

    /** Thread-safe: the registration wants another state. */
    void changed(EtcdRegistration registration) {
        loop.post(() -> {
            Slot slot = slots.get(registration.key());
            if (slot != null && slot.holder == registration) {
                reconcile(slot);
            }
        });
    }

    /** Thread-safe: the registration wants its key removed. */
    void release(EtcdRegistration registration) {
        boolean posted = loop.post(() -> {
            Slot slot = slots.get(registration.key());
            if (slot == null || slot.holder != registration) {
                registration.removed();
                return;
            }
            slot.release();
            loop.in(closeLimit, registration::removed);
            reconcile(slot);
        });
        if (!posted) {
            registration.removed();
        }
    }

    /** Ends all registrations; what they wrote goes with the lease. */
    void close() {
        closed = true;
        for (Slot slot : slots.values()) {
            if (slot.holder != null) {
                slot.holder.end(new RegistryException(Reason.CLOSED, "registry closed"));
                slot.holder.removed();
            }
            slot.finishRemoval();
        }
        slots.clear();
    }

    @Override
    public void leased(EtcdConnection itsConnection, long lease) {
        connection = itsConnection;
        slots.values().forEach(slot -> slot.dirty = true);
        reconcileAll();
    }

    @Override
    public void leaseGone() {
        connection = null;
        slots.values().forEach(Slot::lost);
    }

    @Override
    public void disconnected() {
        connection = null;
        slots.values().forEach(Slot::interrupted);
    }

    private void reconcileAll() {
        List.copyOf(slots.values()).forEach(this::reconcile);
    }

    private void reconcile(Slot slot) {
        EtcdRegistration holder = slot.holder;
        if (holder == null && !slot.mayExist()) {
            slot.finishRemoval();
            slots.remove(slot.key);
            session.healed(slot);
            return;
        }
        EtcdConnection asked = connection;
        if (asked == null || slot.inFlight || closed) {
            return;
        }
        if (holder == null) {
            remove(slot, asked);
        } else if (slot.dirty || holder.wantsWrite()) {
            write(slot, holder, asked);
        }
    }

    private void write(Slot slot, EtcdRegistration holder, EtcdConnection asked) {
        long lease = leases.lease();
        slot.startWrite(lease);
        asked.put(
                slot.key,
                EndpointValue.write(holder.startWrite()),
                lease,
                () -> {
                    slot.inFlight = false;
                    if (slot.lease == lease) {
                        holder.finishWrite();
                        answered(slot);
                    }
                    reconcile(slot);
                },
                error -> failed(slot, lease, asked, error));
    }

    private void remove(Slot slot, EtcdConnection asked) {
        long lease = slot.lease;
        slot.inFlight = true;
        asked.deleteIfHeld(
                slot.key,
                lease,
                () -> {
                    slot.inFlight = false;
                    slot.lease = LeaseKeeper.NONE;
                    answered(slot);
                    reconcile(slot);
                },
                error -> failed(slot, lease, asked, error));
    }

    private void answered(Slot slot) {
        backoff.reset();
        session.healed(slot);
    }

    private void failed(Slot slot, long lease, EtcdConnection asked, Throwable error) {
        slot.inFlight = false;
        slot.dirty = true;
        switch (Failure.of(error)) {
            case CONNECTION -> session.fail(asked, error);
            case LEASE_GONE -> {
                leases.gone(lease);
                // There may be a newer lease already.
                reconcile(slot);
            }
            default -> {
                LOG.warn("etcd refuses a registration, key={}, cause={}", slot.key, Failure.describe(error));
                session.troubled(slot, error);
                retryLater();
            }
        }
    }

    private void retryLater() {
        if (retrying) {
            return;
        }
        retrying = true;
        loop.in(backoff.next(), () -> {
            retrying = false;
            reconcileAll();
        });
    }

    private static void refuse(EtcdRegistration registration, Reason reason, String message) {
        registration.end(new RegistryException(reason, message));
        registration.removed();
    }
}
