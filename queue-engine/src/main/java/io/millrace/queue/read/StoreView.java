package io.millrace.queue.read;

import io.millrace.queue.epoch.EpochView;
import io.millrace.queue.run.Run;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All that is stored at one moment: the runs, oldest first, and the epochs that follow them.
 *
 * <p><b>Threads:</b> immutable and reference counted; born with one reference. While one is held no run is unlinked and no
 * epoch's page used for anything else.
 */
public final class StoreView {

    private final Run[] runs;
    private final EpochView epochs;
    private final AtomicInteger references = new AtomicInteger(1);

    /** A view of these runs, of which it takes a reference each, and these epochs, whose reference becomes its own. */
    public StoreView(List<Run> runs, EpochView epochs) {
        this.runs = runs.toArray(new Run[0]);
        this.epochs = epochs;
        for (Run run : this.runs) {
            if (!run.tryRetain()) {
                throw new IllegalStateException("run was released: " + run);
            }
        }
    }

    /** Runs in it. */
    public int runCount() {
        return runs.length;
    }

    /** A run, counted from 0, the oldest. */
    public Run run(int index) {
        return runs[index];
    }

    /** The runs, oldest first. */
    public List<Run> runs() {
        return List.of(runs);
    }

    /** The epochs behind the newest run. */
    public EpochView epochs() {
        return epochs;
    }

    /** Adds a reference if there is one left. */
    public boolean tryRetain() {
        int now = references.get();
        while (now > 0) {
            if (references.compareAndSet(now, now + 1)) {
                return true;
            }
            now = references.get();
        }
        return false;
    }

    /** Gives a reference back; the last gives runs and epochs back. */
    public void release() {
        if (references.decrementAndGet() == 0) {
            for (Run run : runs) {
                run.release();
            }
            epochs.release();
        }
    }
}
