package io.millrace.tiered.log;

/**
 * Layout of the header of a batch of records in Kafka's log, version 2. All numbers are big endian.
 *
 * <pre>
 *    0             8        12             16      17       21           23                  27                35              43  61
 *   +-------------+--------+--------------+-------+--------+------------+-------------------+-----------------+---------------+---+---------+
 *   | base offset | length | leader epoch | magic | crc32c | attributes | last offset delta | first timestamp | max timestamp | … | records |
 *   +-------------+--------+--------------+-------+--------+------------+-------------------+-----------------+---------------+---+---------+
 *                           |← length ───────────────────────────────────────────────────────────────────────────────────────────────────→|
 *                                                           |← crc32c ────────────────────────────────────────────────────────────────────→|
 * </pre>
 *
 * <p><b>Source.</b> Kafka's documentation, "Message Format", 4.3.
 */
final class RecordBatchDescriptor {

    static final int BASE_OFFSET_OFFSET = 0;
    static final int LENGTH_OFFSET = 8;
    static final int LEADER_EPOCH_OFFSET = 12;
    static final int MAGIC_OFFSET = 16;
    static final int CRC_OFFSET = 17;
    static final int ATTRIBUTES_OFFSET = 21;
    static final int LAST_OFFSET_DELTA_OFFSET = 23;
    static final int MAX_TIMESTAMP_OFFSET = 35;
    static final int HEADER_BYTES = 61;

    /** What the length does not count. */
    static final int LENGTH_OVERHEAD = LEADER_EPOCH_OFFSET;

    /** The version that tiered topics have. */
    static final byte MAGIC = 2;

    private RecordBatchDescriptor() {}
}
