package io.millrace.queue.run;

import static io.millrace.queue.run.RunDescriptor.BLOCK_BYTES;

import io.millrace.buffer.Crc32c;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run says of itself, in its first and in its last page.
 *
 * @param rowBytes bytes of the rows in the index, before padding
 * @param indexBytes bytes of one copy of the index, padded
 * @param indexCrc checksum of either copy
 */
record RunFooter(
        RunOrigin origin,
        long messages,
        long queues,
        long dataBytes,
        int firstGroup,
        int groups,
        int rowBytes,
        int indexBytes,
        int indexCrc) {

    long blocks() {
        return RunDescriptor.blocks(dataBytes);
    }

    long fileBytes() {
        return RunDescriptor.fileBytes(dataBytes, indexBytes);
    }

    /** Writes one page, all 4096 bytes of it. */
    void encode(ByteBuffer page, int at) {
        for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
            page.putLong(at + i, 0);
        }
        page.putLong(at + RunDescriptor.MAGIC_OFFSET, RunDescriptor.MAGIC);
        page.putInt(at + RunDescriptor.VERSION_OFFSET, RunDescriptor.VERSION);
        page.putInt(at + RunDescriptor.BLOCK_BYTES_OFFSET, BLOCK_BYTES);
        page.putLong(at + RunDescriptor.RUN_ID_OFFSET, origin.runId());
        page.putInt(at + RunDescriptor.LEVEL_OFFSET, origin.level());
        page.putInt(at + RunDescriptor.REPLACED_COUNT_OFFSET, origin.replaces().size());
        page.putLong(at + RunDescriptor.FROM_OFFSET, origin.journalFrom());
        page.putLong(at + RunDescriptor.TO_OFFSET, origin.journalTo());
        page.putLong(at + RunDescriptor.MIN_MILLIS_OFFSET, origin.minMillis());
        page.putLong(at + RunDescriptor.MAX_MILLIS_OFFSET, origin.maxMillis());
        page.putLong(at + RunDescriptor.MESSAGES_OFFSET, messages);
        page.putLong(at + RunDescriptor.QUEUES_OFFSET, queues);
        page.putLong(at + RunDescriptor.DATA_BYTES_OFFSET, dataBytes);
        page.putInt(at + RunDescriptor.FIRST_GROUP_OFFSET, firstGroup);
        page.putInt(at + RunDescriptor.GROUPS_OFFSET, groups);
        page.putInt(at + RunDescriptor.ROW_BYTES_OFFSET, rowBytes);
        page.putInt(at + RunDescriptor.INDEX_BYTES_OFFSET, indexBytes);
        page.putInt(at + RunDescriptor.INDEX_CRC_OFFSET, indexCrc);
        int id = at + RunDescriptor.REPLACED_OFFSET;
        for (long replaced : origin.replaces()) {
            page.putLong(id, replaced);
            id += Long.BYTES;
        }
        page.putInt(at + RunDescriptor.PAGE_CRC_OFFSET, Crc32c.update(0, page, at, RunDescriptor.PAGE_CRC_OFFSET));
    }

    /**
     * Reads one page.
     *
     * @throws QueueException CORRUPT if it is none, or says what cannot be; UNSUPPORTED_VERSION
     */
    static RunFooter decode(ByteBuffer page, int at, Path file) {
        if (page.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("buffer is not little endian");
        }
        check(page.getLong(at + RunDescriptor.MAGIC_OFFSET) == RunDescriptor.MAGIC, "magic", file);
        int crc = Crc32c.update(0, page, at, RunDescriptor.PAGE_CRC_OFFSET);
        check(page.getInt(at + RunDescriptor.PAGE_CRC_OFFSET) == crc, "checksum", file);
        int version = page.getInt(at + RunDescriptor.VERSION_OFFSET);
        if (version != RunDescriptor.VERSION) {
            throw new QueueException(
                    Reason.UNSUPPORTED_VERSION,
                    "run has another version: " + version + " (expected: " + RunDescriptor.VERSION + "), file=" + file
                            + "; open it with the release that wrote it");
        }
        check(page.getInt(at + RunDescriptor.BLOCK_BYTES_OFFSET) == BLOCK_BYTES, "block bytes", file);
        RunFooter footer = new RunFooter(
                origin(page, at, file),
                page.getLong(at + RunDescriptor.MESSAGES_OFFSET),
                page.getLong(at + RunDescriptor.QUEUES_OFFSET),
                page.getLong(at + RunDescriptor.DATA_BYTES_OFFSET),
                page.getInt(at + RunDescriptor.FIRST_GROUP_OFFSET),
                page.getInt(at + RunDescriptor.GROUPS_OFFSET),
                page.getInt(at + RunDescriptor.ROW_BYTES_OFFSET),
                page.getInt(at + RunDescriptor.INDEX_BYTES_OFFSET),
                page.getInt(at + RunDescriptor.INDEX_CRC_OFFSET));
        footer.checkSizes(file);
        return footer;
    }

    private static RunOrigin origin(ByteBuffer page, int at, Path file) {
        int count = page.getInt(at + RunDescriptor.REPLACED_COUNT_OFFSET);
        check(count >= 0 && count <= RunDescriptor.REPLACED_MAX, "replaced runs", file);
        List<Long> replaced = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            replaced.add(page.getLong(at + RunDescriptor.REPLACED_OFFSET + i * Long.BYTES));
        }
        try {
            return new RunOrigin(
                    page.getLong(at + RunDescriptor.RUN_ID_OFFSET),
                    page.getInt(at + RunDescriptor.LEVEL_OFFSET),
                    page.getLong(at + RunDescriptor.FROM_OFFSET),
                    page.getLong(at + RunDescriptor.TO_OFFSET),
                    page.getLong(at + RunDescriptor.MIN_MILLIS_OFFSET),
                    page.getLong(at + RunDescriptor.MAX_MILLIS_OFFSET),
                    replaced);
        } catch (IllegalArgumentException e) {
            throw new QueueException(Reason.CORRUPT, "run describes no run: " + e.getMessage() + ", file=" + file, e);
        }
    }

    /** All that is computed from these numbers later stays within what a long and an index hold. */
    private void checkSizes(Path file) {
        check(dataBytes >= 0 && dataBytes <= (long) RunDescriptor.INDEX_BYTES_MAX << 10, "data bytes", file);
        check(groups >= 0 && rowBytes >= 0 && firstGroup >= 0, "groups", file);
        check(firstGroup + (long) groups <= 1L << Integer.SIZE - 1 - RunDescriptor.GROUP_SHIFT, "groups", file);
        long content = RunDescriptor.indexContentBytes(groups, rowBytes, dataBytes);
        check(content <= RunDescriptor.INDEX_BYTES_MAX, "index bytes", file);
        check(indexBytes == Math.max(BLOCK_BYTES, RunDescriptor.padded(content)), "index bytes", file);
        check(messages >= queues && messages <= dataBytes && queues >= 0, "messages", file);
        check(queues <= (long) groups * RunDescriptor.GROUP_QUEUES, "queues", file);
    }

    private static void check(boolean holds, String what, Path file) {
        if (!holds) {
            throw new QueueException(
                    Reason.CORRUPT,
                    "run is described wrongly: " + what + ", file=" + file + "; run './millrace queue verify'");
        }
    }
}
