package io.millrace.wal.segment;

/**
 * Layout of a segment file's header; the ruler with the whole file is in {@code docs/formats/wal-segment.md}.
 *
 * <pre>
 *   0         8         12      16        24       32              36      40            56       64         72      4096
 *   +---------+---------+-------+---------+--------+---------------+-------+-------------+--------+----------+-------+
 *   | magic   | version | crc   | epoch   | base   | segment bytes | level | boot id     | start  | synced   | 0 … 0 |
 *   +---------+---------+-------+---------+--------+---------------+-------+-------------+--------+----------+-------+
 * </pre>
 *
 * <p>{@code crc} is the CRC32C of bytes 0 to 12 and 16 to 72. {@code epoch} is drawn anew for each use of a file and goes into the checksum of
 * each group. {@code start} is where the log began, {@code synced} what was known to be on the device, when the segment was prepared. Little endian. All fields lie in
 * one sector, so a header is torn by nothing.
 */
public final class SegmentDescriptor {

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int CRC_OFFSET = 12;
    public static final int EPOCH_OFFSET = 16;
    public static final int BASE_OFFSET = 24;
    public static final int SEGMENT_BYTES_OFFSET = 32;
    public static final int LEVEL_OFFSET = 36;
    public static final int BOOT_ID_OFFSET = 40;
    public static final int START_OFFSET = 56;
    public static final int SYNCED_OFFSET = 64;

    /** Bytes of the fields. */
    public static final int FIELDS_END = 72;

    /** Bytes before the first record: a page of the file system, so that nothing else is written together with the header. */
    public static final int HEADER_BYTES = 4096;

    /** "MRWALSEG", read as a little-endian number. */
    public static final long MAGIC = 0x4745534C_4157524DL;

    /** The version that this code writes, and the only one that it reads. */
    public static final int VERSION = 1;

    private SegmentDescriptor() {}
}
