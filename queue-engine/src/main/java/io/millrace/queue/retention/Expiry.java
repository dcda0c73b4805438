package io.millrace.queue.retention;

import io.millrace.queue.Retention;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import java.util.List;

/** Applies a {@link Retention} to the runs. One thread at a time. */
public final class Expiry {

    private final Retention retention;
    private final Catalog catalog;
    private final RunExtent extent = new RunExtent();

    /** With these limits, trimming queues of this catalog. */
    public Expiry(Retention retention, Catalog catalog) {
        this.retention = retention;
        this.catalog = catalog;
    }

    /** How many of the oldest runs, of all oldest first, must go at this time. */
    public int expired(List<Run> runs, long nowMillis) {
        long bytes = runs.stream().mapToLong(Run::fileBytes).sum();
        int count = 0;
        for (Run run : runs) {
            if (bytes <= retention.bytes() && !isTooOld(run, nowMillis)) {
                break;
            }
            bytes -= run.fileBytes();
            count++;
        }
        return count;
    }

    /** Trims every queue to the end of this run, which is the oldest. */
    public void trimAll(Run run) {
        for (int queue = run.ceilingQueue(0); queue >= 0; queue = run.ceilingQueue(queue + 1)) {
            if (run.locate(queue, extent) && catalog.isLive(queue)) {
                catalog.raiseFirst(queue, extent.nextOffset());
            }
        }
    }

    private boolean isTooOld(Run run, long nowMillis) {
        return !retention.age().equals(Retention.NO_AGE)
                && nowMillis - run.origin().maxMillis() > retention.age().toMillis();
    }
}
