package io.millrace.queue.merge;

/**
 * Layout of a message in a lane, in memory only.
 *
 * <pre>
 *   0                   4                   8
 *   +-------------------+-------------------+--------------------+---------+
 *   | queue id          | length            | message …          | to 8    |
 *   +-------------------+-------------------+--------------------+---------+
 * </pre>
 */
final class LaneDescriptor {
    static final int QUEUE_ID_OFFSET = 0;
    static final int LENGTH_OFFSET = 4;
    static final int MESSAGE_OFFSET = 8;

    private LaneDescriptor() {}

    /** Bytes of a message of so many bytes. */
    static int laneLength(int length) {
        return MESSAGE_OFFSET + (length + Long.BYTES - 1 & -Long.BYTES);
    }
}
