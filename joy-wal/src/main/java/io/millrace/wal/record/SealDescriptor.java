package io.millrace.wal.record;

import io.millrace.wal.WalRecord;
import java.nio.ByteBuffer;

/**
 * Layout of a seal, the record that ends a commit group.
 *
 * <pre>
 *   0         4             8           16          24           32             36        40
 *   +---------+-------------+-----------+-----------+------------+--------------+---------+
 *   | header  | group bytes | start     | synced    | ordinal    | previous crc | crc     |
 *   +---------+-------------+-----------+-----------+------------+--------------+---------+
 * </pre>
 *
 * <p>{@code group bytes} leads from the seal back to the group's first record. When the group was sealed, the log began at {@code start}, and everything from there to
 * {@code synced} was known to be on the device. {@code ordinal} counts the callers' records of the log up to here. {@code crc} is the CRC32C over the segment's epoch, its
 * base position, the group's records, and the seal from {@code group bytes} to {@code previous crc}, which is the crc of the group before: so a group can be
 * checked alone, and its place in the chain too. Little endian.
 */
public final class SealDescriptor {

    public static final int GROUP_BYTES_OFFSET = 4;
    public static final int START_OFFSET = 8;
    public static final int SYNCED_OFFSET = 16;
    public static final int ORDINAL_OFFSET = 24;
    public static final int PREVIOUS_CRC_OFFSET = 32;
    public static final int CRC_OFFSET = 36;

    /** Bytes of a seal. */
    public static final int BYTES = 40;

    /** The header of every seal. */
    public static final int SEAL_HEADER = WalRecord.header(RecordDescriptor.SEAL, BYTES - 4);

    /** The header of room for a seal. */
    public static final int SLOT_HEADER = WalRecord.header(RecordDescriptor.SLOT, BYTES - 4);

    /** A group is sealed when its records cross a multiple of this; one larger record makes one larger group. */
    public static final int GROUP_BYTES = 1 << 16;

    /** Says, in the place of {@code group bytes}, that the group is empty and the log was closed in good order: nothing was published behind it. */
    public static final int CLOSED = Integer.MIN_VALUE;

    private SealDescriptor() {}

    /** Bytes of the group that ends with the seal at {@code index}. */
    public static int groupBytes(ByteBuffer memory, int index) {
        return memory.getInt(index + GROUP_BYTES_OFFSET) & Integer.MAX_VALUE;
    }

    /** Whether the seal at {@code index} ends a log that was closed. */
    public static boolean isClosed(ByteBuffer memory, int index) {
        return memory.getInt(index) == SEAL_HEADER && memory.getInt(index + GROUP_BYTES_OFFSET) == CLOSED;
    }

    /** Whether a record of {@code bytes} at {@code index} ends in another stretch of {@link #GROUP_BYTES}: its writer then claims a seal's room. */
    public static boolean crosses(int index, int bytes) {
        return ((index ^ index + bytes) & -GROUP_BYTES) != 0;
    }
}
