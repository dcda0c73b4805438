package io.millrace.mesh.balance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Smooth weighted round robin over the candidates that are reachable, below their limit and not ejected: weights 1, 2, 3 give
 * c b a c b c, never the same three in a row.
 *
 * <p><b>Cost</b>: one pass over the candidates, no allocation. <b>Threads</b>: one event loop.
 *
 * <p><b>Source</b>: the smooth balancing of nginx's upstream module.
 *
 * @param <C> the candidates
 */
public final class WeightedBalancer<C extends Candidate> {
    private List<C> candidates = List.of();

    /** Replaces the candidates; those that stay keep their turn. */
    public void candidates(List<C> now) {
        candidates = List.copyOf(now);
    }

    /** All candidates. */
    public List<C> candidates() {
        return candidates;
    }

    /** The candidate that is next, or null when none can take a call now. */
    public @Nullable C pick(long nowNanos) {
        return pick(nowNanos, null);
    }

    /** As {@link #pick(long)}, but never {@code except}. */
    public @Nullable C pick(long nowNanos, @Nullable Candidate except) {
        C best = null;
        long sum = 0;
        for (int i = 0; i < candidates.size(); i++) {
            C each = candidates.get(i);
            if (each == except || !each.isReachable() || !each.state().isAvailable(nowNanos)) {
                continue;
            }
            int weight = each.state().weightAt(nowNanos);
            each.turn += weight;
            sum += weight;
            if (best == null || each.turn > best.turn) {
                best = each;
            }
        }
        if (best != null) {
            best.turn -= sum;
        }
        return best;
    }
}
