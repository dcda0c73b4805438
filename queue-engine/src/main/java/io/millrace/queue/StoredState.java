package io.millrace.queue;

import io.millrace.queue.epoch.Epoch;
import io.millrace.queue.epoch.EpochView;
import io.millrace.queue.epoch.EpochViews;
import io.millrace.queue.read.QueueReader;
import io.millrace.queue.read.StoreView;
import io.millrace.queue.run.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which runs and epochs there are: changed step by step, read as {@linkplain StoreView views} that hold still.
 *
 * <p><b>Threads:</b> a change is synchronized and makes a new view; taking a view is one atomic increment.
 */
final class StoredState implements EpochViews, QueueReader.Views {

    private final int epochBytes;
    private final List<Run> runs = new ArrayList<>();
    private final List<Epoch> epochs = new ArrayList<>();
    private long epochsStart;
    private volatile @Nullable StoreView view;

    /** Nothing stored; owns the references of runs and epochs that are added. */
    StoredState(int epochBytes) {
        this.epochBytes = epochBytes;
    }

    /** Begins with these runs; epochs follow from this position on. */
    synchronized void begin(List<Run> initial, List<Epoch> open, long journalPosition) {
        runs.addAll(initial);
        epochs.addAll(open);
        epochsStart = journalPosition;
        publish();
    }

    /** An epoch was begun. */
    synchronized void add(Epoch epoch) {
        epochs.add(epoch);
        publish();
    }

    /** The oldest epoch is now in this run, or held no message if there is none. */
    synchronized void replaceOldestEpoch(@Nullable Run run, long endPosition) {
        Epoch oldest = epochs.remove(0);
        epochsStart = endPosition;
        if (run != null) {
            runs.add(run);
        }
        publish();
        oldest.release();
    }

    /**
     * These runs, which follow each other, are now in that one, or held nothing that is still wanted if there is none.
     * Their references are the caller's from now on.
     */
    synchronized void replaceRuns(List<Run> old, @Nullable Run merged) {
        replace(runs, old, merged);
        publish();
    }

    private static void replace(List<Run> runs, List<Run> old, @Nullable Run merged) {
        int at = runs.indexOf(old.get(0));
        runs.subList(at, at + old.size()).clear();
        if (merged != null) {
            runs.add(at, merged);
        }
    }

    /** The runs that there would be if these were {@linkplain #replaceRuns replaced}, oldest first. */
    synchronized List<Run> runsWith(List<Run> old, @Nullable Run merged) {
        List<Run> changed = new ArrayList<>(runs);
        replace(changed, old, merged);
        return changed;
    }

    /** The runs of the moment, oldest first; they stay as long as the caller holds a view. */
    synchronized List<Run> runs() {
        return List.copyOf(runs);
    }

    /** Where in the log the epochs begin. */
    synchronized long epochsStart() {
        return epochsStart;
    }

    @Override
    public StoreView acquire() {
        while (true) {
            StoreView current = view;
            if (current == null) {
                throw OperationGate.closed();
            }
            if (current.tryRetain()) {
                return current;
            }
        }
    }

    @Override
    public EpochView acquireEpochs() {
        StoreView current = acquire();
        try {
            EpochView epochView = current.epochs();
            if (!epochView.tryRetain()) {
                throw new IllegalStateException("epochs were released under a view");
            }
            return epochView;
        } finally {
            current.release();
        }
    }

    /** Gives everything back. Nobody may take a view any more. */
    synchronized void close() {
        StoreView last = view;
        view = null;
        if (last != null) {
            last.release();
        }
        runs.forEach(Run::release);
        epochs.forEach(Epoch::release);
        runs.clear();
        epochs.clear();
    }

    private void publish() {
        StoreView before = view;
        view = new StoreView(runs, new EpochView(epochs, epochBytes, epochsStart));
        if (before != null) {
            before.release();
        }
    }
}
