package io.millrace.registry.etcd;

import io.millrace.registry.EtcdConfig;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The times that follow from the lease.
 *
 * <p>They are chosen so that a provider whose etcd went away and came back is registered again, and a consumer knows
 * that its etcd was away, before a lease can have ended for that reason: a third of the lease to notice, a third for
 * the answer, less than a third to the next attempt.
 */
record Timing(Duration leaseTtl, Duration requestTimeout, RandomGenerator random) {

    /** Longer pauses win nothing, and a quarter of a minute of lease should not wait longer. */
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    static Timing of(EtcdConfig config, RandomGenerator random) {
        return new Timing(config.leaseTtl(), config.requestTimeout(), random);
    }

    /** Between two renewals of the lease, and two probes of the connection. */
    Duration renewInterval() {
        return leaseTtl.dividedBy(3);
    }

    /** Longest wait for the answer to a renewal or a probe. */
    Duration answerLimit() {
        return min(requestTimeout, renewInterval());
    }

    /** How long endpoints that are missing after trouble are kept. */
    Duration grace() {
        return leaseTtl;
    }

    Backoff newBackoff() {
        return new Backoff(min(PAUSE_MAX, leaseTtl.dividedBy(4)), random);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
