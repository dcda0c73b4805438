package io.millrace.tiered.log;

import static io.millrace.tiered.log.RecordBatchDescriptor.*;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of a batch of records.
 *
 * @param firstOffset of its first record
 * @param lastOffset of its last record, inclusive
 * @param leaderEpoch in which it was written
 * @param crc CRC32C of what follows the checksum
 * @param bytes of the batch with its header
 */
record BatchHeader(long firstOffset, long lastOffset, int leaderEpoch, int crc, int bytes) {

    /** Reads a header from the first {@link RecordBatchDescriptor#HEADER_BYTES}; null if this is none. */
    static @Nullable BatchHeader read(ByteBuffer header) {
        long firstOffset = header.getLong(BASE_OFFSET_OFFSET);
        int length = header.getInt(LENGTH_OFFSET);
        int lastOffsetDelta = header.getInt(LAST_OFFSET_DELTA_OFFSET);
        boolean isBatch = firstOffset >= 0
                && length >= HEADER_BYTES - LENGTH_OVERHEAD
                && length <= Integer.MAX_VALUE - LENGTH_OVERHEAD
                && header.get(MAGIC_OFFSET) == MAGIC
                && lastOffsetDelta >= 0;
        return isBatch
                ? new BatchHeader(
                        firstOffset,
                        firstOffset + lastOffsetDelta,
                        header.getInt(LEADER_EPOCH_OFFSET),
                        header.getInt(CRC_OFFSET),
                        length + LENGTH_OVERHEAD)
                : null;
    }
}
