package io.millrace.queue;

import java.nio.file.Path;
import java.util.List;

/**
 * What a look at every byte of a store has shown.
 *
 * @param damages in the order in which they were found; at most {@value #KEPT_MAX} of them
 * @param losses messages that the damages cost, at most {@value #KEPT_MAX} ranges
 * @param damageCount of all damages
 * @param lostMessages of all losses
 * @param extraFiles that belong to nothing; the next opening deletes them
 * @param queues that exist
 * @param messages that can be read
 * @param bytes looked at
 */
public record QueueVerification(
        List<QueueDamage> damages,
        List<QueueLoss> losses,
        long damageCount,
        long lostMessages,
        List<Path> extraFiles,
        int queues,
        long messages,
        long bytes) {

    /** Most damages and losses that a report names one by one. */
    public static final int KEPT_MAX = 100_000;

    public QueueVerification {
        damages = List.copyOf(damages);
        losses = List.copyOf(losses);
        extraFiles = List.copyOf(extraFiles);
    }

    /** Whether every byte is as it was written, and nothing is missing. */
    public boolean isSound() {
        return damageCount == 0 && lostMessages == 0;
    }
}
