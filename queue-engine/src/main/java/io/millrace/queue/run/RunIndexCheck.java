package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_SHIFT;
import static io.millrace.queue.run.RunDescriptor.ENTRY_BYTES;
import static io.millrace.queue.run.RunDescriptor.ENTRY_START;
import static io.millrace.queue.run.RunDescriptor.GROUP_BYTES;
import static io.millrace.queue.run.RunDescriptor.mask;

import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Checks that an index, whose checksum was right, leads nowhere outside of the run: what a lookup then trusts.
 *
 * <p>A checksum says that these bytes were written, not that they were written by us. The walk costs two nanoseconds a queue, once, when a run is opened.
 */
final class RunIndexCheck {
    private final ByteBuffer bytes;
    private final RunFooter footer;
    private final Path file;
    private final int rowsAt;
    private final int blocksAt;
    private int row;
    private long at;
    private long queues;
    private long messages;

    private RunIndexCheck(ByteBuffer bytes, RunFooter footer, Path file) {
        this.bytes = bytes;
        this.footer = footer;
        this.file = file;
        rowsAt = footer.groups() * GROUP_BYTES;
        blocksAt = (int) RunDescriptor.blocksOffset(footer.groups(), footer.rowBytes());
    }

    /** @throws QueueException CORRUPT if anything does not fit */
    static void check(ByteBuffer bytes, RunFooter footer, Path file) {
        RunIndexCheck check = new RunIndexCheck(bytes, footer, file);
        for (int group = 0; group < footer.groups(); group++) {
            check.group(group);
        }
        check.holds(check.row == footer.rowBytes(), "rows", footer.groups());
        check.holds(check.at == footer.dataBytes(), "end of the data", footer.groups());
        check.holds(check.queues == footer.queues(), "queues", footer.groups());
        check.holds(check.messages == footer.messages(), "messages", footer.groups());
        check.blocks();
    }

    private void group(int group) {
        int index = group * GROUP_BYTES;
        long bitmap = bytes.getLong(index + RunDescriptor.GROUP_BITMAP);
        long lowest = bytes.getLong(index + RunDescriptor.GROUP_LOWEST_FIRST);
        int endWidth = bytes.get(index + RunDescriptor.GROUP_END_WIDTH);
        int countWidth = bytes.get(index + RunDescriptor.GROUP_COUNT_WIDTH);
        int firstWidth = bytes.get(index + RunDescriptor.GROUP_FIRST_WIDTH);
        int stride = endWidth + countWidth + firstWidth;
        int present = Long.bitCount(bitmap);
        holds(isWidth(endWidth) && isWidth(countWidth) && isWidth(firstWidth), "widths", group);
        holds(lowest >= 0, "lowest offset", group);
        holds(bytes.getLong(index + RunDescriptor.GROUP_START) == at, "start", group);
        if (present > 0) {
            holds(bytes.getInt(index + RunDescriptor.GROUP_ROWS) == row, "place of the rows", group);
        }
        holds(footer.rowBytes() - row >= present * stride, "rows", group);
        long start = at;
        for (int i = 0; i < present; i++) {
            int here = rowsAt + row;
            long end = start + (bytes.getLong(here) & mask(endWidth));
            long count = bytes.getLong(here + endWidth) & mask(countWidth);
            long first = bytes.getLong(here + endWidth + countWidth) & mask(firstWidth);
            holds(end > at && end <= footer.dataBytes(), "end of a queue", group);
            holds(count > 0 && count <= end - at, "messages of a queue", group);
            holds(first >= 0 && lowest + first >= 0 && lowest + first + count > 0, "offset of a queue", group);
            at = end;
            messages += count;
            row += stride;
        }
        queues += present;
    }

    private static boolean isWidth(int width) {
        return width >= 0 && width <= Long.BYTES;
    }

    private void blocks() {
        int entry = blocksAt + ENTRY_START;
        long nearest = -1;
        for (long block = 0; block < footer.blocks(); block++) {
            int start = bytes.getInt(entry);
            if (start >= 0) {
                nearest = block;
                holds((block << BLOCK_SHIFT) + start < footer.dataBytes(), "start in block", block);
                holds(start < RunDescriptor.BLOCK_BYTES, "start in block", block);
            } else {
                holds(nearest >= 0 && (start & ~RunDescriptor.NO_START) == block - nearest, "way back", block);
            }
            entry += ENTRY_BYTES;
        }
    }

    private void holds(boolean holds, String what, long where) {
        if (!holds) {
            throw new QueueException(
                    Reason.CORRUPT, "index of a run does not fit: " + what + ", at=" + where + ", file=" + file);
        }
    }
}
