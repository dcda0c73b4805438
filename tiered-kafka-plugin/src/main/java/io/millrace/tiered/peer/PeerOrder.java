package io.millrace.tiered.peer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Who is asked first: those who failed a moment ago are asked last, or a host that is down would cost every read its timeout. <b>Threads.</b> Safe. */
final class PeerOrder {

    private static final long AVOIDED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Map<PeerAddress, Long> failedAt = new ConcurrentHashMap<>();

    /** The same brokers, in the same order but for those who failed. */
    List<PeerAddress> of(List<PeerAddress> peers) {
        List<PeerAddress> order = new ArrayList<>(peers);
        order.sort(Comparator.comparing(this::isAvoided));
        return order;
    }

    void failed(PeerAddress peer) {
        failedAt.put(peer, System.nanoTime());
    }

    void worked(PeerAddress peer) {
        failedAt.remove(peer);
    }

    private boolean isAvoided(PeerAddress peer) {
        Long at = failedAt.get(peer);
        return at != null && System.nanoTime() - at < AVOIDED_NANOS;
    }
}
