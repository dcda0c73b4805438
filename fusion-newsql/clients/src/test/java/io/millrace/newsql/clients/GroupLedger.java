package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one client knows of its own groups of rows: what was acknowledged, and the one change whose end it did not hear.
 *
 * <p><b>Threads.</b> One at a time: the client's while it writes, the test's between.
 */
final class GroupLedger {

    /** Groups of a client lie between its number times this, and the next one's. */
    private static final long GROUPS = 1_000_000_000L;

    /** More than these, and a client removes rather than adds; a round reads all of them. */
    private static final int LIVE_MAX = 150;

    private final int client;
    private final Map<Long, Integer> versions = new TreeMap<>();
    private long next;
    private long counted;
    private @Nullable GroupChange unheard;

    GroupLedger(int client) {
        this.client = client;
        this.next = client * GROUPS;
    }

    /** What to do next: mostly add a group, else change or remove one. */
    GroupChange choose(Random random) {
        int kind = random.nextInt(10);
        boolean counts = random.nextInt(8) == 0;
        if (versions.isEmpty() || (kind < 6 && versions.size() < LIVE_MAX)) {
            return new GroupChange(next++, null, 0, counts);
        }
        List<Long> groups = new ArrayList<>(versions.keySet());
        long group = groups.get(random.nextInt(groups.size()));
        int version = versions.getOrDefault(group, 0);
        return new GroupChange(group, version, kind < 8 ? version + 1 : null, counts);
    }

    /** The server is asked to commit this, and may do so from here on. */
    void asks(GroupChange change) {
        unheard = change;
    }

    /** The server has acknowledged what it was asked for. */
    void hears() {
        if (unheard != null) {
            apply(unheard);
            unheard = null;
        }
    }

    /** The server has said that it has not done what it was asked for. */
    void isRefused() {
        unheard = null;
    }

    private void apply(GroupChange change) {
        if (change.after() == null) {
            versions.remove(change.group());
        } else {
            versions.put(change.group(), change.after());
        }
        counted += change.counted() ? 1 : 0;
    }

    /** Holds what a recovered server has to what is known, and learns how the change that was not heard of ended. */
    void settle(Map<Long, Integer> found) {
        GroupChange change = unheard;
        if (change != null) {
            Integer now = found.get(change.group());
            assertThat(now).as("unacknowledged: %s", change).isIn(change.before(), change.after());
            if (Objects.equals(now, change.after())) {
                apply(change);
            }
            unheard = null;
        }
        Map<Long, Integer> own = new TreeMap<>(found);
        own.keySet().removeIf(group -> group / GROUPS != client);
        assertThat(own).as("groups of client %d", client).isEqualTo(versions);
    }

    /** How many of its transactions added to the counter. */
    long counted() {
        return counted;
    }
}
