package io.millrace.queue.merge;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.run.Run;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunStorage;
import io.millrace.queue.run.RunWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Sorts a sealed epoch into a run: by queue, and within a queue in the order of arrival, which is that of offsets.
 *
 * <p><b>Memory.</b> Beside the run's own, while it sorts: an eighth of the segment from the arena, at least a megabyte, or a half or a quarter of that if there is no more, and
 * four bytes a message. Heap: a megabyte, whatever the number of queues.
 *
 * <p><b>Threads.</b> One sort at a time on the caller's thread; the run's writer works beside it. It ends early, with an exception, once {@code stopped} says so or the thread
 * is interrupted.
 *
 * <p><b>Errors.</b> {@link QueueException}: CLOSED if stopped; IO, DISK_FULL from writing; CORRUPT if the segment holds what is no message; {@link
 * io.millrace.memory.MemoryException}. Then no run is there, and the same segment can be sorted again.
 */
public final class EpochSorter {
    /** A lane, and the page it is sorted into, fit a second-level cache of a megabyte or two. */
    private static final int LANE_BYTES = 1 << 20;

    private static final int MEMORY_MIN = 1 << 20;

    /** Of the segment, for lanes. Twice as much was no faster; the lists make a pass cheap. */
    private static final int MEMORY_PART = 8;

    /** How much of a segment is gone over before asking whether to stop. */
    private static final int STRETCH = 4 << 20;

    private final RunStorage storage;
    private final BooleanSupplier stopped;
    private final int laneBytes;
    private final int memoryMin;

    /** @param stopped asked now and then, from the sorting thread */
    public EpochSorter(RunStorage storage, BooleanSupplier stopped) {
        this(storage, stopped, LANE_BYTES, MEMORY_MIN);
    }

    EpochSorter(RunStorage storage, BooleanSupplier stopped, int laneBytes, int memoryMin) {
        this.storage = storage;
        this.stopped = stopped;
        this.laneBytes = laneBytes;
        this.memoryMin = memoryMin;
    }

    /**
     * Writes a run of what is in the segment. Borrows the segment.
     *
     * @return gives: the run, and how far it takes the queues, which the caller tells them
     */
    public SortedEpoch sort(EpochSegment segment, EpochQueues queues, Path file, RunOrigin origin) {
        LanePlan plan = plan(segment);
        Page memory = lanesMemory(segment, plan);
        EpochOffsets offsets = new EpochOffsets(queues, storage);
        boolean done = false;
        try {
            plan.assignPasses(memory.capacity());
            SortedEpoch sorted = new SortedEpoch(sort(segment, plan, memory, offsets, file, origin), offsets);
            done = true;
            return sorted;
        } finally {
            memory.release();
            if (!done) {
                offsets.close();
            }
        }
    }

    private Run sort(
            EpochSegment segment, LanePlan plan, Page memory, EpochOffsets offsets, Path file, RunOrigin origin) {
        try (PassLists lists = new PassLists(plan, storage);
                RunWriter writer = RunWriter.create(file, origin, storage)) {
            for (int at = segment.fromIndex(); at < segment.toIndex(); ) {
                checkStopped();
                int end = (int) Math.min(segment.toIndex(), at + (long) STRETCH);
                at = lists.add(segment.page().buffer(), at, end, plan);
            }
            Page sorted = storage.arena().acquire(laneBytes, storage.patience());
            try {
                new EpochSort(segment, lists, memory, sorted, plan, offsets, writer, this::checkStopped).run();
            } finally {
                sorted.release();
            }
            checkStopped();
            return writer.finish();
        }
    }

    // ---- planning ----

    private LanePlan plan(EpochSegment segment) {
        LanePlan plan = new LanePlan(segment.queueLimit(), laneBytes);
        count(segment, plan);
        if (plan.needsSecondCount()) {
            countLarge(segment, plan);
        }
        plan.divide();
        return plan;
    }

    private void count(EpochSegment segment, LanePlan plan) {
        ByteBuffer in = segment.page().buffer();
        int end = segment.toIndex();
        int ask = segment.fromIndex();
        for (int at = segment.fromIndex(); at < end; ) {
            if (at >= ask) {
                checkStopped();
                ask = at + STRETCH;
            }
            int header = in.getInt(at);
            int length = Records.length(header);
            int type = Records.type(header);
            if (header == 0 || length > end - at - Records.headerLength()) {
                throw malformed("record has no end", at, header);
            }
            if (MessageDescriptor.isMessage(type)) {
                int prefix = MessageDescriptor.prefix(type);
                int queue = in.getInt(at + Records.headerLength() + MessageDescriptor.QUEUE_ID_OFFSET);
                if (length < prefix || queue < 0 || queue >= segment.queueLimit()) {
                    throw malformed("record is no message", at, header);
                }
                plan.count(queue, LaneDescriptor.laneLength(length - prefix));
            }
            at += Records.alignedLength(length);
        }
    }

    private void countLarge(EpochSegment segment, LanePlan plan) {
        ByteBuffer in = segment.page().buffer();
        for (int at = segment.fromIndex(); at < segment.toIndex(); ) {
            int header = in.getInt(at);
            int type = Records.type(header);
            if (MessageDescriptor.isMessage(type)) {
                int queue = in.getInt(at + Records.headerLength() + MessageDescriptor.QUEUE_ID_OFFSET);
                plan.countLarge(
                        queue, LaneDescriptor.laneLength(Records.length(header) - MessageDescriptor.prefix(type)));
            }
            at += Records.alignedLength(Records.length(header));
        }
    }

    private static QueueException malformed(String what, int at, int header) {
        return new QueueException(
                Reason.CORRUPT,
                what + ": index=" + at + ", type=" + Records.type(header) + ", length=" + Records.length(header)
                        + "; run './millrace wal verify'");
    }

    private void checkStopped() {
        if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new QueueException(Reason.CLOSED, "sorting was stopped");
        }
    }

    // ---- memory ----

    /** An eighth of the segment if there is so much, or all that the lanes need if that is less. */
    private Page lanesMemory(EpochSegment segment, LanePlan plan) {
        long wanted = Math.max(memoryMin, (segment.toIndex() - segment.fromIndex()) / MEMORY_PART);
        long needed = Math.min(plan.totalBytes(), wanted);
        for (int i = 0; i < 2; i++) {
            Page page = storage.arena().tryAcquire(pageBytes(needed >> i, plan));
            if (page != null) {
                return page;
            }
        }
        return storage.arena().acquire(pageBytes(needed >> 2, plan), storage.patience());
    }

    private int pageBytes(long bytes, LanePlan plan) {
        long least = Math.max(bytes, Math.min(plan.totalBytes(), 2L * laneBytes));
        return (int) (Math.max(least, 1) + PageArena.PAGE_UNIT - 1 & -PageArena.PAGE_UNIT);
    }
}
