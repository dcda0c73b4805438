package io.millrace.queue.recovery;

/**
 * Layout of a checkpoint: blocks, one behind the other, each with its checksum.
 *
 * <pre>
 *   0           4           8           12          16
 *   +-----------+-----------+-----------+-----------+-----------------
 *   | crc32c    | kind      | count     | length    | payload …
 *   +-----------+-----------+-----------+-----------+-----------------
 * </pre>
 *
 * <p>The checksum covers kind, count, length and payload, and is seeded with the checkpoint's sequence and the block's
 * place, so that no block of another checkpoint or place is taken for it. Payloads:
 *
 * <pre>
 *   HEADER   magic (8) | version (4) | epoch bytes (4) | sequence (8) | journal position (8) | next run (8) | queues (4)
 *   RUNS     count × run id (8), oldest first
 *   QUEUES   count × { queue id (4) | first offset (8) | first unsorted offset (8) | name length (2) | name }
 *   CURSORS  count × { queue id (4) | offset (8) | group length (2) | group }
 *   END      blocks before this one (4)
 * </pre>
 *
 * <p>Little endian. A file without END is incomplete and never got its name.
 */
public final class CheckpointDescriptor {

    /** "M_CHECKP", little endian. */
    public static final long MAGIC = 0x504B434548435F4DL;

    public static final int VERSION = 1;

    public static final int CRC_OFFSET = 0;
    public static final int KIND_OFFSET = 4;
    public static final int COUNT_OFFSET = 8;
    public static final int LENGTH_OFFSET = 12;
    public static final int PAYLOAD_OFFSET = 16;

    public static final int KIND_HEADER = 1;
    public static final int KIND_RUNS = 2;
    public static final int KIND_QUEUES = 3;
    public static final int KIND_CURSORS = 4;
    public static final int KIND_END = 5;

    /** Payload of the header. */
    public static final int HEADER_BYTES = 44;

    /** Fixed part of a queue's entry. */
    public static final int QUEUE_PREFIX = 22;

    /** Fixed part of a cursor's entry. */
    public static final int CURSOR_PREFIX = 14;

    /** Largest block, its head included. */
    public static final int BLOCK_BYTES_MAX = 64 * 1024;

    private CheckpointDescriptor() {}
}
