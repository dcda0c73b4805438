package io.millrace.registry.etcd;

import io.millrace.registry.Health;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code health()} answers; written on the loop, read anywhere. */
final class HealthRecord {

    private final Set<Object> troubled = new HashSet<>();
    private boolean up;
    private volatile Health now = new Health(false, Instant.now(), null);

    Health now() {
        return now;
    }

    void up() {
        up = true;
        record(now.lastError());
    }

    /** True if this is news: the connection was up, or fails for another reason than before. */
    boolean down(String why) {
        boolean news = up || !Objects.equals(now.lastError(), why);
        up = false;
        record(why);
        return news;
    }

    void troubled(Object part, String why) {
        troubled.add(part);
        record(why);
    }

    void healed(Object part) {
        if (troubled.remove(part)) {
            record(now.lastError());
        }
    }

    private void record(@Nullable String lastError) {
        boolean connected = up && troubled.isEmpty();
        Instant since = connected == now.connected() ? now.since() : Instant.now();
        now = new Health(connected, since, lastError);
    }
}
