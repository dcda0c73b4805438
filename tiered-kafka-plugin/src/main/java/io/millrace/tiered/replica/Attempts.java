package io.millrace.tiered.replica;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;

/** What has failed, and when it is worth another try: after a second, then twice as long each time. <b>Threads.</b> One. */
final class Attempts {

    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int DOUBLINGS_MAX = 6;

    private final Map<Uuid, Failed> failures = new HashMap<>();

    private record Failed(int count, long next) {}

    boolean isDue(Uuid segment, long now) {
        Failed failed = failures.get(segment);
        return failed == null || now - failed.next() >= 0;
    }

    /** Failed; answers whether for the first time. */
    boolean failed(Uuid segment, long now) {
        Failed before = failures.get(segment);
        int count = before == null ? 1 : before.count() + 1;
        failures.put(segment, new Failed(count, now + (FIRST_NANOS << Math.min(count - 1, DOUBLINGS_MAX))));
        return count == 1;
    }

    /** Worked; answers whether it had failed before. */
    boolean worked(Uuid segment) {
        return failures.remove(segment) != null;
    }

    /** Forgets what nobody wants any more. */
    void retain(Set<Uuid> segments) {
        failures.keySet().retainAll(segments);
    }
}
