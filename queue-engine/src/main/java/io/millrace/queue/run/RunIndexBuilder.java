package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.GROUP_BYTES;
import static io.millrace.queue.run.RunDescriptor.GROUP_QUEUES;
import static io.millrace.queue.run.RunDescriptor.GROUP_SHIFT;
import static io.millrace.queue.run.RunDescriptor.INDEX_BYTES_MAX;
import static io.millrace.queue.run.RunDescriptor.width;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import java.time.Duration;

/** Collects the index of a run that is being written, queue by queue and block by block. <b>Threads.</b> One. */
final class RunIndexBuilder implements AutoCloseable {
    private final PageArena arena;
    private final Duration patience;
    private final GrowingBytes groups;
    private final GrowingBytes rows;
    private final GrowingBytes blocks;

    private int firstGroup;
    private int group = -1;
    private long bitmap;
    private long groupStart;
    private int present;
    private final long[] ends = new long[GROUP_QUEUES];
    private final long[] counts = new long[GROUP_QUEUES];
    private final long[] firsts = new long[GROUP_QUEUES];

    RunIndexBuilder(PageArena arena, Duration patience) {
        this.arena = arena;
        this.patience = patience;
        groups = new GrowingBytes(arena, patience);
        rows = new GrowingBytes(arena, patience);
        blocks = new GrowingBytes(arena, patience);
    }

    /** Adds a queue whose id is above those before. */
    void addQueue(int queueId, long firstOffset, long count, long startByte, long endByte) {
        int itsGroup = queueId >>> GROUP_SHIFT;
        if (itsGroup != group) {
            startGroup(itsGroup, startByte);
        }
        bitmap |= 1L << queueId;
        ends[present] = endByte - groupStart;
        counts[present] = count;
        firsts[present] = firstOffset;
        present++;
    }

    private void startGroup(int itsGroup, long startByte) {
        if (group < 0) {
            firstGroup = itsGroup;
        } else {
            endGroup();
            for (int absent = group + 1; absent < itsGroup; absent++) {
                putGroup(0, 0, startByte, 0, 0, 0);
            }
        }
        group = itsGroup;
        groupStart = startByte;
        bitmap = 0;
        present = 0;
    }

    private void endGroup() {
        long lowest = firsts[0];
        for (int i = 1; i < present; i++) {
            lowest = Math.min(lowest, firsts[i]);
        }
        long widestCount = 0;
        long widestFirst = 0;
        for (int i = 0; i < present; i++) {
            widestCount |= counts[i];
            widestFirst |= firsts[i] - lowest;
        }
        int endWidth = width(ends[present - 1]);
        int countWidth = width(widestCount);
        int firstWidth = width(widestFirst);
        putGroup(bitmap, lowest, groupStart, endWidth, countWidth, firstWidth);
        for (int i = 0; i < present; i++) {
            rows.put(ends[i], endWidth);
            rows.put(counts[i], countWidth);
            rows.put(firsts[i] - lowest, firstWidth);
        }
    }

    private void putGroup(long bits, long lowest, long start, int endWidth, int countWidth, int firstWidth) {
        groups.putLong(bits);
        groups.putLong(lowest);
        groups.putLong(start);
        groups.putInt(rows.size());
        groups.putInt(endWidth | countWidth << 8 | firstWidth << 16);
    }

    /** Adds the next block; {@code start} as the descriptor has it. */
    void addBlock(int crc, int ordinal, int start) {
        blocks.putInt(crc);
        blocks.putInt(ordinal);
        blocks.putInt(start);
    }

    int firstGroup() {
        return firstGroup;
    }

    int groupCount() {
        return groups.size() / GROUP_BYTES;
    }

    int rowBytes() {
        return rows.size();
    }

    /** Gives the finished index: one page, padded with zeros. */
    Page build(long dataBytes) {
        if (group >= 0) {
            endGroup();
        }
        long content = RunDescriptor.indexContentBytes(groupCount(), rows.size(), dataBytes);
        if (content > INDEX_BYTES_MAX) {
            throw new IllegalStateException("index is too large: bytes=" + content + " (expected: <= " + INDEX_BYTES_MAX
                    + "); make more runs of fewer messages");
        }
        int bytes = (int) Math.max(RunDescriptor.BLOCK_BYTES, RunDescriptor.padded(content));
        Page index = arena.acquire(bytes, patience);
        groups.copyTo(index, 0);
        rows.copyTo(index, groups.size());
        int rowsEnd = groups.size() + rows.size();
        int blocksAt = (int) RunDescriptor.blocksOffset(groupCount(), rows.size());
        index.zero(rowsEnd, blocksAt - rowsEnd);
        blocks.copyTo(index, blocksAt);
        index.zero((int) content, bytes - (int) content);
        return index;
    }

    @Override
    public void close() {
        groups.close();
        rows.close();
        blocks.close();
    }
}
