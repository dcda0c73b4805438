package io.millrace.queue.run;

import io.millrace.buffer.Crc32c;
import java.nio.ByteBuffer;

/**
 * Layout of a run file. All numbers are little endian.
 *
 * <pre>
 *   0            4096                                                                            end - 4096
 *   +------------+--------------------------+-------------------+-------------------+------------+
 *   | descriptor | data: blocks of 4096     | index             | index again       | descriptor |
 *   +------------+--------------------------+-------------------+-------------------+------------+
 *
 *   descriptor page: both copies are the same 4096 bytes
 *    0       8         12      16       24      28           32       40       48        56
 *   +-------+---------+-------+--------+-------+------------+--------+--------+---------+---------+
 *   | magic | version | block | run id | level | replaced   | from   | to     | min     | max     |
 *   |       |         | bytes |        |       | runs       |        |        | millis  | millis  |
 *   +-------+---------+-------+--------+-------+------------+--------+--------+---------+---------+
 *    64         72       80           88          92       96          100         104        112
 *   +----------+--------+------------+-----------+--------+-----------+-----------+----------+-------------------
 *   | messages | queues | data bytes | first     | groups | row bytes | index     | index    | ids of the runs
 *   |          |        |            | group     |        |           | bytes     | crc32c,0 | replaced, 8 each …
 *   +----------+--------+------------+-----------+--------+-----------+-----------+----------+-------------------
 *    4092: crc32c of the 4092 bytes before
 *
 *   index: groups × 32 | rows | padding to 4 | blocks × 12 | padding to 4096
 *
 *   group: 64 queue ids, group g holds the ids from 64 × (first group + g)
 *    0        8                  16           24            28          29            30            31
 *   +--------+------------------+------------+-------------+-----------+-------------+-------------+---+
 *   | bitmap | lowest first     | start byte | where its   | width of  | width of    | width of    | 0 |
 *   |        | offset           | in data    | rows begin  | end       | count       | first       |   |
 *   +--------+------------------+------------+-------------+-----------+-------------+-------------+---+
 *
 *   row, one for each queue present: numbers of 0 to 8 bytes, as wide as the group needs
 *   +--------------------------------+-------+----------------------------------+
 *   | end byte less group's start    | count | first offset less group's lowest |
 *   +--------------------------------+-------+----------------------------------+
 *
 *   block
 *    0         4                      8                                                                       12
 *   +---------+----------------------+-----------------------------------------------------------------------+
 *   | crc32c  | ordinal in its queue | where that message starts in the block; or, with the top bit set, how |
 *   |         | of the first message | many blocks back the nearest one is in which a message starts         |
 *   |         | that starts here     |                                                                       |
 *   +---------+----------------------+-----------------------------------------------------------------------+
 *
 *   data: for each queue by id, each message by offset: varint(length + 1), bytes. A varint of 0: lost, see RunRepair.
 * </pre>
 */
final class RunDescriptor {

    /** "MRQRUN" and a line end that a transfer as text would change. */
    static final long MAGIC = 0x0A0D_4E55_5251_524DL;

    static final int VERSION = 1;

    /** The unit of reading, of checksums and of alignment for direct transfers. */
    static final int BLOCK_BYTES = 4096;

    static final int BLOCK_SHIFT = 12;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int BLOCK_BYTES_OFFSET = 12;
    static final int RUN_ID_OFFSET = 16;
    static final int LEVEL_OFFSET = 24;
    static final int REPLACED_COUNT_OFFSET = 28;
    static final int FROM_OFFSET = 32;
    static final int TO_OFFSET = 40;
    static final int MIN_MILLIS_OFFSET = 48;
    static final int MAX_MILLIS_OFFSET = 56;
    static final int MESSAGES_OFFSET = 64;
    static final int QUEUES_OFFSET = 72;
    static final int DATA_BYTES_OFFSET = 80;
    static final int FIRST_GROUP_OFFSET = 88;
    static final int GROUPS_OFFSET = 92;
    static final int ROW_BYTES_OFFSET = 96;
    static final int INDEX_BYTES_OFFSET = 100;
    static final int INDEX_CRC_OFFSET = 104;
    static final int REPLACED_OFFSET = 112;
    static final int PAGE_CRC_OFFSET = BLOCK_BYTES - Integer.BYTES;

    /** The descriptor page takes no more ids of replaced runs. */
    static final int REPLACED_MAX = 256;

    static final int GROUP_SHIFT = 6;
    static final int GROUP_QUEUES = 1 << GROUP_SHIFT;
    static final int GROUP_BYTES = 32;
    static final int GROUP_BITMAP = 0;
    static final int GROUP_LOWEST_FIRST = 8;
    static final int GROUP_START = 16;
    static final int GROUP_ROWS = 24;
    static final int GROUP_END_WIDTH = 28;
    static final int GROUP_COUNT_WIDTH = 29;
    static final int GROUP_FIRST_WIDTH = 30;

    static final int ENTRY_BYTES = 12;
    static final int ENTRY_CRC = 0;
    static final int ENTRY_ORDINAL = 4;
    static final int ENTRY_START = 8;

    /** In an entry's start: no message starts in this block, the rest is the distance back to one where it does. */
    static final int NO_START = 0x8000_0000;

    /** One page of memory holds an index. */
    static final int INDEX_BYTES_MAX = 1 << 30;

    /** Ordinals are unsigned ints. */
    static final long QUEUE_MESSAGES_MAX = 0xFFFF_FFFFL;

    private RunDescriptor() {}

    /** Blocks that so many bytes of data take. */
    static long blocks(long dataBytes) {
        return dataBytes + BLOCK_BYTES - 1 >>> BLOCK_SHIFT;
    }

    /** Where a block stands in the file. */
    static long blockPosition(long block) {
        return block + 1 << BLOCK_SHIFT;
    }

    /** Where a copy of the index stands in the file. */
    static long indexPosition(long dataBytes, int indexBytes, int copy) {
        return blockPosition(blocks(dataBytes)) + (long) copy * indexBytes;
    }

    /** Where the last page stands: the second descriptor. */
    static long footerPosition(long dataBytes, int indexBytes) {
        return indexPosition(dataBytes, indexBytes, 2);
    }

    /** Bytes of the whole file. */
    static long fileBytes(long dataBytes, int indexBytes) {
        return footerPosition(dataBytes, indexBytes) + BLOCK_BYTES;
    }

    /** Bytes of an index before it is padded; may be beyond {@link #INDEX_BYTES_MAX}. */
    static long indexContentBytes(int groups, int rowBytes, long dataBytes) {
        return blocksOffset(groups, rowBytes) + blocks(dataBytes) * ENTRY_BYTES;
    }

    /** Where the entries of the blocks begin in an index. */
    static long blocksOffset(int groups, int rowBytes) {
        return (long) groups * GROUP_BYTES + (rowBytes + 3L & ~3L);
    }

    /** Rounded up to whole blocks. */
    static long padded(long bytes) {
        return bytes + BLOCK_BYTES - 1 & -BLOCK_BYTES;
    }

    /** Bytes that a number takes in a row. */
    static int width(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8;
    }

    /** The bits of a number of so many bytes. */
    static long mask(int width) {
        return width == 0 ? 0 : -1L >>> Long.SIZE - 8 * width;
    }

    /**
     * The checksum of the block at {@code at}, mixed with the run and the block's number, so that a block of another run, or from another place of this one, does not pass.
     *
     * <p>Both factors are odd with well-spread bits (Knuth, the multiplicative hash: 2⁶⁴ / φ); the upper half carries the mix.
     */
    static int blockCrc(ByteBuffer bytes, int at, long runId, long block) {
        long mixed = (runId + 1) * 0x9E37_79B9_7F4A_7C15L ^ (block + 1) * 0xD1B5_4A32_D192_ED03L;
        return Crc32c.update(0, bytes, at, BLOCK_BYTES) ^ (int) (mixed * 0x9E37_79B9_7F4A_7C15L >>> 32);
    }
}
