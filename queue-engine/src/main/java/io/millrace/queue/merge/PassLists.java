package io.millrace.queue.merge;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.run.RunStorage;
import java.nio.ByteBuffer;

/**
 * Where in the segment the messages of each pass stand, so that a pass looks at its own records only and does not have to guess, record by record, whether it is one: four bytes a
 * message.
 *
 * <p><b>Ownership.</b> Owns its page. <b>Threads.</b> One.
 */
final class PassLists implements AutoCloseable {
    private final Page page;
    private final int[] starts;
    private final int[] cursors;

    /** Empty lists, of the lengths that the plan has counted. */
    PassLists(LanePlan plan, RunStorage storage) {
        starts = new int[plan.passes() + 1];
        for (int lane = 0; lane < plan.lanes(); lane++) {
            starts[plan.pass(lane) + 1] += plan.messages(lane);
        }
        for (int pass = 0; pass < plan.passes(); pass++) {
            starts[pass + 1] += starts[pass];
        }
        cursors = starts.clone();
        long bytes = Math.max(1, (long) starts[plan.passes()] * Integer.BYTES);
        page = storage.arena()
                .acquire((int) (bytes + PageArena.PAGE_UNIT - 1 & -PageArena.PAGE_UNIT), storage.patience());
    }

    /** Adds the messages that begin in {@code [at, end)}; returns where the next record begins. */
    int add(ByteBuffer segment, int at, int end, LanePlan plan) {
        ByteBuffer list = page.buffer();
        int next = at;
        while (next < end) {
            int header = segment.getInt(next);
            if (MessageDescriptor.isMessage(Records.type(header))) {
                int queue = segment.getInt(next + Records.headerLength() + MessageDescriptor.QUEUE_ID_OFFSET);
                int pass = plan.pass(plan.lane(queue));
                list.putInt(cursors[pass]++ * Integer.BYTES, next);
            }
            next += Records.alignedLength(Records.length(header));
        }
        return next;
    }

    /** The first entry of a pass; it ends where the next one begins. */
    int start(int pass) {
        return starts[pass];
    }

    /** The index, in the segment, of an entry's record. */
    int get(int entry) {
        return page.buffer().getInt(entry * Integer.BYTES);
    }

    @Override
    public void close() {
        page.release();
    }
}
