package io.millrace.queue;

import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunExtent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Follows the offsets of every queue from run to run: where one begins behind the end of the one before, messages are missing.
 *
 * <p>What a queue's entry in the checkpoint is lost with (its name, how far it is trimmed, how far it is sorted) is taken from
 * the runs. Memory: sixteen bytes a queue. <b>Threads:</b> one.
 */
final class InspectContinuity {

    private static final long NONE = -1;

    private final InspectedState state;
    private final Catalog catalog;
    private final List<Gap> gaps = new ArrayList<>();
    private final RunExtent extent = new RunExtent();
    private final List<Integer> nameless = new ArrayList<>();
    private long[] next = new long[0];
    private long[] bytes = new long[0];

    /**
     * Messages that are missing.
     *
     * @param before place, in the list of runs that can be read, of the one that they are missing before; its size: behind all
     */
    record Gap(int before, int queue, long fromOffset, long toOffset) {}

    InspectContinuity(InspectedState state) {
        this.state = state;
        this.catalog = state.catalog();
    }

    /** The next run, oldest first; {@code place} counts those that were added. */
    void add(Run run, int place) {
        for (int queue = run.ceilingQueue(0); queue >= 0; queue = run.ceilingQueue(queue + 1)) {
            if (isWanted(queue) && run.locate(queue, extent)) {
                follow(queue, place);
            }
        }
    }

    /** After the last run: what the checkpoint says that there is more. */
    void finish(int runs) {
        int count = catalog.count();
        for (int queue = 0; queue < count; queue++) {
            if (!catalog.isLive(queue)) {
                continue;
            }
            long end = next(queue);
            long from = Math.max(end, catalog.first(queue));
            if (from < catalog.sortedNext(queue)) {
                gaps.add(new Gap(runs, queue, from, catalog.sortedNext(queue)));
            } else if (end > catalog.sortedNext(queue)) {
                catalog.sortedNext(queue, end);
            }
        }
    }

    /** Missing messages, in the order in which runs that stand for them would stand. */
    List<Gap> gaps() {
        return gaps;
    }

    /** Queues whose names nobody knows any more. */
    List<Integer> nameless() {
        return nameless;
    }

    /** What a queue's messages take in all runs. */
    long bytes(int queue) {
        return queue < bytes.length ? bytes[queue] : 0;
    }

    private void follow(int queue, int place) {
        long expected = next(queue);
        if (expected == NONE && !state.isKnown(queue)) {
            catalog.raiseFirst(queue, extent.firstOffset());
        }
        long from = Math.max(expected, catalog.first(queue));
        if (from < extent.firstOffset()) {
            gaps.add(new Gap(place, queue, from, extent.firstOffset()));
        }
        if (queue >= next.length) {
            int old = next.length;
            next = Arrays.copyOf(next, Math.max(catalog.count(), queue + 1));
            bytes = Arrays.copyOf(bytes, next.length);
            Arrays.fill(next, old, next.length, NONE);
        }
        bytes[queue] += extent.byteLength();
        next[queue] = Math.max(expected, extent.nextOffset());
    }

    /** Messages of deleted queues are of no interest; those of queues that a damaged checkpoint has forgotten are. */
    private boolean isWanted(int queue) {
        if (catalog.isLive(queue)) {
            return true;
        }
        if (!state.isDamaged() || state.isDeleted(queue)) {
            return false;
        }
        catalog.restore(queue, QueueInspector.recoveredName(queue).getBytes(StandardCharsets.US_ASCII));
        nameless.add(queue);
        return catalog.isLive(queue);
    }

    private long next(int queue) {
        return queue < next.length ? next[queue] : NONE;
    }
}
