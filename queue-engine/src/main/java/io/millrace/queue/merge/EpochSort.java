package io.millrace.queue.merge;

import io.millrace.memory.Page;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.run.RunWriter;
import java.nio.ByteBuffer;

/**
 * One sort under way: deals the messages of each pass into their lanes, then sorts each lane. Watched by {@code SorterRates}.
 *
 * <p>All that it reads at random is in the cache: the counters of a lane and its output. Segment, lists and lanes are gone through from front to back.
 */
final class EpochSort {
    /** Messages dealt before asking whether to stop. */
    private static final int STRETCH = 1 << 16;

    /** Messages fetched together: as many misses as a core has under way, and their lines stay in the first-level cache. */
    private static final int BATCH = 32;

    /** Bytes of a line of the cache. */
    private static final int LINE = 64;

    private final ByteBuffer in;
    private final PassLists lists;
    private final ByteBuffer memory;
    private final int memoryBytes;
    private final LanePlan plan;
    private final EpochOffsets offsets;
    private final RunWriter writer;
    private final Runnable checkStopped;
    private final LaneSort laneSort;
    /** Where in the memory each lane has got to. */
    private final int[] cursors;

    private final int lastIndex;
    /** Keeps the fetches from being optimised away. */
    private int touched;

    /** Borrows all of it. */
    EpochSort(
            EpochSegment segment,
            PassLists lists,
            Page memory,
            Page sorted,
            LanePlan plan,
            EpochOffsets offsets,
            RunWriter writer,
            Runnable checkStopped) {
        in = segment.page().buffer();
        lastIndex = segment.page().capacity() - 1;
        this.lists = lists;
        this.memory = memory.buffer();
        memoryBytes = memory.capacity();
        this.plan = plan;
        this.offsets = offsets;
        this.writer = writer;
        this.checkStopped = checkStopped;
        laneSort = new LaneSort(offsets, writer, sorted);
        cursors = new int[plan.lanes()];
    }

    /** Returns a number without meaning. */
    int run() {
        int lane = 0;
        for (int pass = 0; pass < plan.passes(); pass++) {
            int first = lane;
            while (lane < plan.lanes() && plan.pass(lane) == pass) {
                lane++;
            }
            if (plan.bytes(first) > memoryBytes) {
                straight(pass, plan.firstQueue(first));
            } else {
                deal(pass, first, lane);
                sortLanes(first, lane);
            }
        }
        return touched;
    }

    /** Copies the messages of a pass each to the end of its lane. */
    private void deal(int pass, int firstLane, int endLane) {
        int sum = 0;
        for (int lane = firstLane; lane < endLane; lane++) {
            cursors[lane] = sum;
            sum += (int) plan.bytes(lane);
        }
        int end = lists.start(pass + 1);
        for (int entry = lists.start(pass); entry < end; entry += BATCH) {
            if (entry % STRETCH < BATCH) {
                checkStopped.run();
            }
            int batchEnd = Math.min(end, entry + BATCH);
            touched += touch(entry, batchEnd);
            deal(entry, batchEnd);
        }
    }

    /**
     * Fetches the records of a batch from memory. In a loop this short the processor waits for all of them at once; while dealing it would wait for one after the other.
     */
    private int touch(int from, int to) {
        int sum = 0;
        for (int entry = from; entry < to; entry++) {
            int at = lists.get(entry);
            sum += in.get(at) + in.get(Math.min(at + LINE, lastIndex));
        }
        return sum;
    }

    private void deal(int from, int to) {
        for (int entry = from; entry < to; entry++) {
            int at = lists.get(entry);
            int header = in.getInt(at);
            int prefix = MessageDescriptor.prefix(Records.type(header));
            int payload = at + Records.headerLength();
            int queue = in.getInt(payload + MessageDescriptor.QUEUE_ID_OFFSET);
            int length = Records.length(header) - prefix;
            int lane = plan.lane(queue);
            int target = cursors[lane];
            memory.putInt(target + LaneDescriptor.QUEUE_ID_OFFSET, queue);
            memory.putInt(target + LaneDescriptor.LENGTH_OFFSET, length);
            memory.put(target + LaneDescriptor.MESSAGE_OFFSET, in, payload + prefix, length);
            cursors[lane] = target + LaneDescriptor.laneLength(length);
        }
    }

    private void sortLanes(int firstLane, int endLane) {
        int start = 0;
        for (int lane = firstLane; lane < endLane; lane++) {
            checkStopped.run();
            int end = cursors[lane];
            if (plan.isTall(lane)) {
                tall(start, end, plan.firstQueue(lane));
            } else {
                laneSort.sort(memory, start, end, plan.firstQueue(lane), plan.endQueue(lane));
            }
            start = end;
        }
    }

    /** A lane of one queue: its messages are in order. */
    private void tall(int start, int end, int queue) {
        TallQueue tall = new TallQueue(queue, offsets, writer);
        for (int at = start; at < end; ) {
            int length = memory.getInt(at + LaneDescriptor.LENGTH_OFFSET);
            tall.message(memory, at + LaneDescriptor.MESSAGE_OFFSET, length);
            at += LaneDescriptor.laneLength(length);
        }
        tall.end();
    }

    /** One queue with more than the memory: straight from the segment. */
    private void straight(int pass, int queue) {
        TallQueue tall = new TallQueue(queue, offsets, writer);
        for (int entry = lists.start(pass); entry < lists.start(pass + 1); entry++) {
            if (entry % STRETCH == 0) {
                checkStopped.run();
            }
            int at = lists.get(entry);
            int header = in.getInt(at);
            int prefix = MessageDescriptor.prefix(Records.type(header));
            tall.message(in, at + Records.headerLength() + prefix, Records.length(header) - prefix);
        }
        tall.end();
    }
}
