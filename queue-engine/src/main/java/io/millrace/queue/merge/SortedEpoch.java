package io.millrace.queue.merge;

import io.millrace.queue.run.Run;

/**
 * A run of an epoch, and how far it takes its queues, which nobody was told yet.
 *
 * <p>Whoever makes the run part of the store tells the queues in the same step: a checkpoint that knew of the offsets and not
 * of the run would count the epoch's messages twice after a crash. <b>Ownership.</b> The run is the caller's, who also closes this.
 * <b>Threads.</b> One.
 */
public final class SortedEpoch implements AutoCloseable {

    private final Run run;
    private final EpochOffsets offsets;

    SortedEpoch(Run run, EpochOffsets offsets) {
        this.run = run;
        this.offsets = offsets;
    }

    /** The open run; it has no queue if nothing of the epoch is wanted any more. */
    public Run run() {
        return run;
    }

    /** Tells the queues how far they have got. */
    public void advance() {
        offsets.advance(run);
    }

    /** Gives the memory of the offsets back; the run stays. */
    @Override
    public void close() {
        offsets.close();
    }
}
