package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;
import static io.millrace.queue.run.RunDescriptor.ENTRY_BYTES;
import static io.millrace.queue.run.RunDescriptor.ENTRY_CRC;
import static io.millrace.queue.run.RunDescriptor.ENTRY_ORDINAL;
import static io.millrace.queue.run.RunDescriptor.ENTRY_START;
import static io.millrace.queue.run.RunDescriptor.GROUP_BITMAP;
import static io.millrace.queue.run.RunDescriptor.GROUP_BYTES;
import static io.millrace.queue.run.RunDescriptor.GROUP_COUNT_WIDTH;
import static io.millrace.queue.run.RunDescriptor.GROUP_END_WIDTH;
import static io.millrace.queue.run.RunDescriptor.GROUP_FIRST_WIDTH;
import static io.millrace.queue.run.RunDescriptor.GROUP_LOWEST_FIRST;
import static io.millrace.queue.run.RunDescriptor.GROUP_ROWS;
import static io.millrace.queue.run.RunDescriptor.GROUP_SHIFT;
import static io.millrace.queue.run.RunDescriptor.GROUP_START;
import static io.millrace.queue.run.RunDescriptor.NO_START;
import static io.millrace.queue.run.RunDescriptor.blocksOffset;
import static io.millrace.queue.run.RunDescriptor.mask;

import io.millrace.memory.Page;
import java.nio.ByteBuffer;

/**
 * The index of a run in memory: finds a queue's extent, and near which block a message starts, without I/O or allocation.
 *
 * <p>A lookup touches one group and one row, two or three cache lines: the rows of a group are as wide as its largest numbers need, and hold ends instead of lengths, so that
 * nothing is summed up. <b>Threads.</b> Safe: nothing changes. <b>Ownership.</b> Owns the page.
 */
final class RunIndex implements AutoCloseable {
    private final Page page;
    private final ByteBuffer bytes;
    private final int firstGroup;
    private final int groups;
    private final int rows;
    private final int blocks;

    /** Takes the page, whose bytes were {@linkplain RunIndexCheck checked} or just built. */
    RunIndex(Page page, RunFooter footer) {
        this.page = page;
        this.bytes = page.buffer();
        firstGroup = footer.firstGroup();
        groups = footer.groups();
        rows = groups * GROUP_BYTES;
        blocks = (int) blocksOffset(groups, footer.rowBytes());
    }

    Page page() {
        return page;
    }

    /** The smallest queue id that may be here. */
    int firstQueue() {
        return firstGroup << GROUP_SHIFT;
    }

    /** Whether the queue has messages here, and where. */
    boolean locate(int queueId, RunExtent into) {
        int group = (queueId >>> GROUP_SHIFT) - firstGroup;
        if (group < 0 || group >= groups) {
            return false;
        }
        int at = group * GROUP_BYTES;
        long bitmap = bytes.getLong(at + GROUP_BITMAP);
        long bit = 1L << queueId;
        if ((bitmap & bit) == 0) {
            return false;
        }
        int rank = Long.bitCount(bitmap & bit - 1);
        long groupStart = bytes.getLong(at + GROUP_START);
        int endWidth = bytes.get(at + GROUP_END_WIDTH);
        int countWidth = bytes.get(at + GROUP_COUNT_WIDTH);
        int firstWidth = bytes.get(at + GROUP_FIRST_WIDTH);
        int stride = endWidth + countWidth + firstWidth;
        int row = rows + bytes.getInt(at + GROUP_ROWS) + rank * stride;
        long start = rank == 0 ? 0 : bytes.getLong(row - stride) & mask(endWidth);
        long end = bytes.getLong(row) & mask(endWidth);
        long count = bytes.getLong(row + endWidth) & mask(countWidth);
        long first = bytes.getLong(row + endWidth + countWidth) & mask(firstWidth);
        into.set(queueId, bytes.getLong(at + GROUP_LOWEST_FIRST) + first, count, groupStart + start, end - start);
        return true;
    }

    /** The smallest id of a queue present that is at least {@code from}, or -1. */
    int ceilingQueue(int from) {
        int group = Math.max(0, (from >>> GROUP_SHIFT) - firstGroup);
        long above = (from >>> GROUP_SHIFT) < firstGroup ? -1L : -1L << from;
        for (; group < groups; group++) {
            long bitmap = bytes.getLong(group * GROUP_BYTES + GROUP_BITMAP) & above;
            if (bitmap != 0) {
                return (firstGroup + group << GROUP_SHIFT) + Long.numberOfTrailingZeros(bitmap);
            }
            above = -1L;
        }
        return -1;
    }

    /** A block's checksum as stored. */
    int crc(long block) {
        return bytes.getInt(entry(block) + ENTRY_CRC);
    }

    /** The last block in which a message of the extent starts first and is not behind {@code ordinal}; -1: only the extent's own start is. */
    long floorBlock(RunExtent extent, long ordinal) {
        long best = -1;
        long low = (extent.startByte() >>> BLOCK_SHIFT) + 1;
        long high = extent.endByte() - 1 >>> BLOCK_SHIFT;
        while (low <= high) {
            long middle = low + high >>> 1;
            long block = startingBlock(middle);
            boolean before = block <= extent.startByte() >>> BLOCK_SHIFT;
            if (!before && (startByte(block) >= extent.endByte() || ordinal(block) > ordinal)) {
                high = block - 1;
            } else {
                best = before ? best : block;
                low = middle + 1;
            }
        }
        return best;
    }

    /** A byte at or before which all messages of the extent below {@code ordinal} end; the nearest that the index knows. */
    long ceilingByte(RunExtent extent, long ordinal) {
        if (ordinal >= extent.count()) {
            return extent.endByte();
        }
        long below = floorBlock(extent, ordinal - 1);
        long block = (below < 0 ? extent.startByte() >>> BLOCK_SHIFT : below) + 1;
        long last = extent.endByte() - 1 >>> BLOCK_SHIFT;
        while (block <= last && bytes.getInt(entry(block) + ENTRY_START) < 0) {
            block++; // at most one message long
        }
        return block > last ? extent.endByte() : Math.min(extent.endByte(), startByte(block));
    }

    /** The ordinal, in its queue, of the first message that starts in the block. */
    long ordinal(long block) {
        return Integer.toUnsignedLong(bytes.getInt(entry(block) + ENTRY_ORDINAL));
    }

    /** Whether a message starts in the block. */
    boolean hasStart(long block) {
        return bytes.getInt(entry(block) + ENTRY_START) >= 0;
    }

    /** Where, in the data, the first message of a block with a start begins. */
    long startByte(long block) {
        return (block << BLOCK_SHIFT) + bytes.getInt(entry(block) + ENTRY_START);
    }

    /** The block itself, or the nearest one before in which a message starts. */
    private long startingBlock(long block) {
        int start = bytes.getInt(entry(block) + ENTRY_START);
        return start >= 0 ? block : block - (start & ~NO_START);
    }

    private int entry(long block) {
        return blocks + (int) block * ENTRY_BYTES;
    }

    @Override
    public void close() {
        page.release();
    }
}
