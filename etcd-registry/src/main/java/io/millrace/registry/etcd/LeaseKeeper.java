package io.millrace.registry.etcd;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the one lease of a registry: grants it when it is first needed, renews it, and grants a new one when it is gone.
 *
 * <p>Renewals are single requests with a time limit, not jetcd's keep-alive: that one tells its observers of every
 * broken stream as if the lease had ended, and starts timer threads of its own.
 *
 * <p>Used on the loop only, but for {@link #isAlive}.
 */
final class LeaseKeeper implements Part {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** No lease; etcd gives no such id. */
    static final long NONE = 0;

    /** Who writes under the lease. */
    interface Writer {
        /** There is a lease on a new connection, or a new lease: everything must be written under it. */
        void leased(EtcdConnection connection, long lease);

        /** The lease is gone, and with it all that was written under it. */
        void leaseGone();

        /** Nothing that was asked will be answered. */
        void disconnected();
    }

    private final Loop loop;
    private final Session session;
    private final Timing timing;
    private final Backoff backoff;
    private final Writer writer;
    private @Nullable EtcdConnection connection;
    private Loop.@Nullable Timer timer;
    private boolean needed;
    private long lease = NONE;
    private volatile long aliveUntilNanos = System.nanoTime();

    LeaseKeeper(Loop loop, Session session, Timing timing, Writer writer) {
        this.loop = loop;
        this.session = session;
        this.timing = timing;
        this.backoff = timing.newBackoff();
        this.writer = writer;
    }

    /** Whether the lease cannot have ended yet, by our own clock. Thread-safe. */
    boolean isAlive() {
        return System.nanoTime() - aliveUntilNanos < 0;
    }

    long lease() {
        return lease;
    }

    /** There is something to write. */
    void need() {
        if (!needed) {
            needed = true;
            grant();
        }
    }

    /** etcd does not know this lease any more. */
    void gone(long itsLease) {
        if (itsLease != lease || lease == NONE) {
            return;
        }
        LOG.warn("lease lost, registering anew, lease={}", Long.toHexString(lease));
        lease = NONE;
        aliveUntilNanos = System.nanoTime();
        cancelTimer();
        writer.leaseGone();
        grant();
    }

    @Override
    public void connected(EtcdConnection itsConnection) {
        connection = itsConnection;
        if (lease != NONE) {
            renew(true);
        } else if (needed) {
            grant();
        }
    }

    @Override
    public void disconnected() {
        connection = null;
        cancelTimer();
        writer.disconnected();
    }

    private void grant() {
        EtcdConnection asked = connection;
        if (asked == null) {
            return;
        }
        long askedAt = System.nanoTime();
        asked.grantLease(
                timing.leaseTtl(),
                granted -> {
                    lease = granted.getID();
                    LOG.info("lease granted, lease={}, ttl={} s", Long.toHexString(lease), granted.getTTL());
                    alive(askedAt, granted.getTTL());
                    writer.leased(asked, lease);
                },
                error -> failed(asked, error, this::grant));
    }

    private void renew(boolean onNewConnection) {
        EtcdConnection asked = connection;
        if (asked == null) {
            return;
        }
        long renewed = lease;
        long askedAt = System.nanoTime();
        asked.renewLease(
                renewed,
                timing.answerLimit(),
                answer -> {
                    if (renewed != lease) {
                        return;
                    }
                    alive(askedAt, answer.getTTL());
                    if (onNewConnection) {
                        writer.leased(asked, lease);
                    }
                },
                error -> renewalFailed(asked, renewed, error, onNewConnection));
    }

    private void renewalFailed(EtcdConnection asked, long renewed, Throwable error, boolean onNewConnection) {
        if (Failure.of(error) == Failure.LEASE_GONE) {
            gone(renewed);
        } else {
            failed(asked, error, () -> renew(onNewConnection));
        }
    }

    private void alive(long askedAt, long ttlSeconds) {
        aliveUntilNanos = askedAt + Duration.ofSeconds(ttlSeconds).toNanos();
        backoff.reset();
        session.healed(this);
        timer = loop.in(timing.renewInterval(), () -> renew(false));
    }

    private void failed(EtcdConnection asked, Throwable error, Runnable again) {
        if (Failure.of(error) == Failure.CONNECTION) {
            session.fail(asked, error);
            return;
        }
        LOG.warn("etcd refuses a lease, cause={}", Failure.describe(error));
        session.troubled(this, error);
        timer = loop.in(backoff.next(), again);
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
