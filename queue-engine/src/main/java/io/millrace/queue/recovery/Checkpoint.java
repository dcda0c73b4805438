package io.millrace.queue.recovery;

import java.util.List;

/**
 * What a checkpoint says beside its queues and cursors, which are in the catalog once it is read.
 *
 * @param sequence rises with every checkpoint, from 1; 0 is the checkpoint of an empty directory
 * @param epochBytes size of the epochs that positions count
 * @param journalPosition the log is replayed from here; what is before it is in the runs
 * @param nextRun id of the next run that is written
 * @param runs ids of the runs, oldest first
 */
public record Checkpoint(long sequence, int epochBytes, long journalPosition, long nextRun, List<Long> runs) {

    public Checkpoint {
        runs = List.copyOf(runs);
    }

    /** What is known of an empty directory. */
    public static Checkpoint none(int epochBytes) {
        return new Checkpoint(0, epochBytes, 0, 1, List.of());
    }
}
