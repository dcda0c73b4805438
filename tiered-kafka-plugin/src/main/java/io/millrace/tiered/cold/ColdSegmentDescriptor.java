package io.millrace.tiered.cold;

/**
 * Layout of a cold segment's manifest file and of the custom metadata that Kafka keeps for it. All numbers are little endian.
 *
 * <pre>
 *   manifest file
 *   0        multiple of 4096
 *   +--------+---------+---------+-----+
 *   | head   | index   | index   | …   |
 *   +--------+---------+---------+-----+
 *
 *   head
 *    0       8         12      16         32           48          52      56       64     72          80     88       92
 *   +-------+---------+-------+----------+------------+-----------+-------+--------+------+-----------+------+--------+---------+
 *   | magic | version | head  | topic id | segment id | partition | chunk | first  | last | largest   | data | chunks | indexes |
 *   |       |         | bytes |          |            |           | bytes | offset |      | timestamp |      |        |         |
 *   +-------+---------+-------+----------+------------+-----------+-------+--------+------+-----------+------+--------+---------+
 *    92: number of indexes (4)   96: SHA-256 (32)   128: bytes of the topic's name (4)   132: 0 (4)
 *    136: indexes × 24 | crc32c of each chunk, 4 each | topic's name | 0 to a multiple of 4 | crc32c of the head before
 *
 *   index, of those that are present, by type
 *    0      4        8                        16              24
 *   +------+--------+------------------------+---------------+
 *   | type | crc32c | position behind head's | length        |
 *   |      |        | padding                |               |
 *   +------+--------+------------------------+---------------+
 *
 *   custom metadata
 *    0         4   8             16            48
 *   +---------+---+-------------+-------------+
 *   | version | 0 | data length | SHA-256     |
 *   +---------+---+-------------+-------------+
 * </pre>
 */
public final class ColdSegmentDescriptor {

    /** "MRCOLD" and a line end that a transfer as text would change. */
    public static final long MAGIC = 0x0A0D_444C_4F43_524DL;

    /** The version that this code writes, and the only one that it reads. */
    public static final int VERSION = 1;

    /** Of data and indexes in the file, and of the head's end. */
    public static final int ALIGNMENT = 4096;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int HEAD_BYTES_OFFSET = 12;
    public static final int TOPIC_ID_OFFSET = 16;
    public static final int SEGMENT_ID_OFFSET = 32;
    public static final int PARTITION_OFFSET = 48;
    public static final int CHUNK_BYTES_OFFSET = 52;
    public static final int FIRST_OFFSET_OFFSET = 56;
    public static final int LAST_OFFSET_OFFSET = 64;
    public static final int TIMESTAMP_OFFSET = 72;
    public static final int DATA_BYTES_OFFSET = 80;
    public static final int CHUNK_COUNT_OFFSET = 88;
    public static final int INDEX_COUNT_OFFSET = 92;
    public static final int DIGEST_OFFSET = 96;
    public static final int TOPIC_BYTES_OFFSET = 128;
    public static final int ZERO_OFFSET = 132;
    public static final int INDEXES_OFFSET = 136;

    /** Of an index's entry. */
    public static final int INDEX_TYPE_OFFSET = 0;

    public static final int INDEX_CRC_OFFSET = 4;
    public static final int INDEX_POSITION_OFFSET = 8;
    public static final int INDEX_LENGTH_OFFSET = 16;
    public static final int INDEX_ENTRY_BYTES = 24;

    /** SHA-256. */
    public static final int DIGEST_BYTES = 32;

    /** Kafka's longest name of a topic has 249 characters of one byte. */
    public static final int TOPIC_BYTES_MAX = 255;

    /** A segment of 2 GiB in the smallest chunks takes 128 KiB; more is no head. */
    public static final int HEAD_BYTES_MAX = 256 << 10;

    public static final int CUSTOM_VERSION_OFFSET = 0;
    public static final int CUSTOM_ZERO_OFFSET = 4;
    public static final int CUSTOM_DATA_BYTES_OFFSET = 8;
    public static final int CUSTOM_DIGEST_OFFSET = 16;

    /** Kafka allows 128 unless told otherwise. */
    public static final int CUSTOM_BYTES = CUSTOM_DIGEST_OFFSET + DIGEST_BYTES;

    private ColdSegmentDescriptor() {}

    /** Where the chunks' checksums begin. */
    public static int chunkCrcsOffset(int indexCount) {
        return INDEXES_OFFSET + indexCount * INDEX_ENTRY_BYTES;
    }

    /** Where the topic's name begins. */
    public static long topicOffset(int indexCount, long chunkCount) {
        return chunkCrcsOffset(indexCount) + chunkCount * Integer.BYTES;
    }

    /** Bytes of the head with its checksum, without the padding behind it. */
    public static long headBytes(int indexCount, long chunkCount, int topicBytes) {
        long end = topicOffset(indexCount, chunkCount) + topicBytes;
        return ((end + Integer.BYTES - 1) & -Integer.BYTES) + Integer.BYTES;
    }

    /** Where the first index begins. */
    public static long indexesOffset(long headBytes) {
        return (headBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
