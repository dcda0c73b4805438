package io.millrace.thrift.netty;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One set of meters a registry, for all that were given that registry: a registry has one gauge of a name, which shows
 * the sum. Made for the first user, taken out with the last.
 *
 * <p><b>Threads.</b> Safe.
 */
final class SharedMeters<M> {
    private final Function<KeptMeters, M> make;
    private final Map<MeterRegistry, Used<M>> byRegistry = new IdentityHashMap<>();

    SharedMeters(Function<KeptMeters, M> make) {
        this.make = make;
    }

    private record Used<M>(KeptMeters kept, M meters, int users) {
        Used<M> by(int changed) {
            return new Used<>(kept, meters, changed);
        }
    }

    /** The meters of the registry, to be {@linkplain #release released} once; null without a registry. */
    synchronized @Nullable M acquire(@Nullable MeterRegistry registry) {
        if (registry == null) {
            return null;
        }
        Used<M> used = byRegistry.get(registry);
        if (used == null) {
            KeptMeters kept = new KeptMeters(registry);
            used = new Used<>(kept, make.apply(kept), 0);
        }
        byRegistry.put(registry, used.by(used.users() + 1));
        return used.meters();
    }

    synchronized void release(@Nullable MeterRegistry registry) {
        Used<M> used = registry == null ? null : byRegistry.get(registry);
        if (registry == null || used == null) {
            return;
        }
        if (used.users() > 1) {
            byRegistry.put(registry, used.by(used.users() - 1));
        } else {
            byRegistry.remove(registry);
            used.kept().close();
        }
    }
}
