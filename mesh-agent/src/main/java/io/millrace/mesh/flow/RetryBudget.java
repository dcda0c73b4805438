package io.millrace.mesh.flow;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many retries the traffic may add: a fraction of the calls, plus a small floor so that a quiet agent can retry at all.
 *
 * <p>Without it a failing cluster is asked twice for everything just when it can answer least. <b>Threads</b>: thread-safe.
 *
 * <p><b>Source</b>: the retry budget of Finagle and Linkerd, as a token bucket in thousandths of a token.
 */
public final class RetryBudget {
    private static final int TOKEN = 1000;

    private final int depositPerCall;
    private final long most;
    private final AtomicLong balance;

    /**
     * @param percent retries allowed per hundred calls
     * @param reserve retries that may be saved up, and that are there at the start
     */
    public RetryBudget(int percent, int reserve) {
        if (percent < 0 || percent > 100 || reserve < 0) {
            throw new IllegalArgumentException("retry budget out of range: percent=" + percent
                    + " (expected: 0..100), reserve=" + reserve + " (expected: >= 0)");
        }
        this.depositPerCall = percent * TOKEN / 100;
        this.most = (long) reserve * TOKEN;
        this.balance = new AtomicLong(most);
    }

    /** Pays in for one first attempt. */
    public void deposit() {
        // Full in good times: a plain read then, no write that all loops would contend for.
        long now = balance.get();
        if (now < most) {
            balance.compareAndSet(now, Math.min(most, now + depositPerCall));
        }
    }

    /** Takes one retry out; false when the budget is spent. */
    public boolean withdraw() {
        while (true) {
            long now = balance.get();
            if (now < TOKEN) {
                return false;
            }
            if (balance.compareAndSet(now, now - TOKEN)) {
                return true;
            }
        }
    }
}
