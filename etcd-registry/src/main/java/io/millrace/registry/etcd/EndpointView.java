package io.millrace.registry.etcd;

import io.millrace.registry.Endpoint;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is believed to stand below one prefix, from reads and events.
 *
 * <p><b>Grace.</b> The second and every later {@link #read} follows upon trouble, in which providers may have lost
 * their leases, or etcd all its data; they come back by themselves, but later than we. So from such a read until
 * {@link #endGrace}, an endpoint that the read lacks or an event deletes is only noted as missing. A put clears it; the end of
 * the grace removes what is still missing. Without trouble, an event deletes at once.
 *
 * <p><b>Bounds.</b> Endpoints beyond the maximum are refused; the first refusal since a read is told to the caller, and
 * {@link #wantsRead} says when there is room for those refused.
 *
 * <p>A key whose value cannot be read keeps the endpoint that it had, if any.
 */
final class EndpointView {

    private final int max;
    private final Map<String, Endpoint> known = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private boolean answered;
    private boolean inGrace;
    private boolean refused;

    EndpointView(int max) {
        this.max = max;
    }

    /**
     * Takes a complete answer of etcd.
     *
     * @param found each key with its endpoint, or empty where the value is malformed
     * @param more whether the answer was cut off at the maximum
     */
    void read(Map<String, Optional<Endpoint>> found, boolean more) {
        refused = more;
        missing.clear();
        known.keySet().stream().filter(key -> !found.containsKey(key)).forEach(missing::add);
        found.forEach((key, endpoint) -> endpoint.ifPresent(present -> put(key, present)));
        inGrace = answered;
        answered = true;
    }

    /** False if the endpoint is refused, and none was since the last read: worth a line in the log. */
    boolean put(String key, Endpoint endpoint) {
        missing.remove(key);
        if (!known.containsKey(key) && known.size() >= max && !dropOneMissing()) {
            boolean first = !refused;
            refused = true;
            return !first;
        }
        known.put(key, endpoint);
        return true;
    }

    void delete(String key) {
        if (!known.containsKey(key)) {
            return;
        }
        if (inGrace) {
            missing.add(key);
        } else {
            known.remove(key);
        }
    }

    void endGrace() {
        inGrace = false;
        known.keySet().removeAll(missing);
        missing.clear();
    }

    /** Whether a read has been taken yet. */
    boolean isAnswered() {
        return answered;
    }

    boolean isInGrace() {
        return inGrace;
    }

    /** Whether endpoints were refused that would have room now. */
    boolean wantsRead() {
        return refused && known.size() < max;
    }

    Collection<Endpoint> endpoints() {
        return Collections.unmodifiableCollection(known.values());
    }

    private boolean dropOneMissing() {
        if (missing.isEmpty()) {
            return false;
        }
        String dropped = missing.iterator().next();
        missing.remove(dropped);
        return known.remove(dropped) != null;
    }
}
