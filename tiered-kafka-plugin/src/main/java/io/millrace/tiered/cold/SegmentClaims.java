package io.millrace.tiered.cold;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;

/** One thread at a time copies or deletes a segment; a second one is told so, and does not wait. <b>Threads.</b> Safe. */
final class SegmentClaims {

    private final Set<Uuid> claimed = ConcurrentHashMap.newKeySet();

    /** Something done to a segment. */
    @FunctionalInterface
    interface Change<T> {

        T run() throws IOException, InterruptedException;
    }

    /** Does it while nobody else copies or deletes the segment. */
    <T> T alone(SegmentIdentity identity, Change<T> change) throws TieredException {
        if (!claimed.add(identity.id())) {
            throw new TieredException(Reason.BUSY, "another thread copies or deletes it: " + identity);
        }
        try {
            return change.run();
        } catch (TieredException e) {
            throw e;
        } catch (IOException | InterruptedException e) {
            throw interrupted(identity, e);
        } finally {
            claimed.remove(identity.id());
        }
    }

    static TieredException interrupted(SegmentIdentity identity, Exception cause) {
        Thread.currentThread().interrupt();
        return new TieredException(Reason.INTERRUPTED, "interrupted: " + identity, cause);
    }
}
