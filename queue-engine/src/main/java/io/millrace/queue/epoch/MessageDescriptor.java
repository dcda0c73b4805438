package io.millrace.queue.epoch;

/**
 * Layout of a message's record in the log: the payload of a record of type {@link #MESSAGE} or {@link #MESSAGE_WITH_SKIP}.
 *
 * <pre>
 *   0                   4                   8
 *   +-------------------+-------------------+--------------------------
 *   | queue id          | back              | message …                    MESSAGE
 *   +-------------------+-------------------+--------------------------
 *
 *   0                   4                   8                   12                  16                  20
 *   +-------------------+-------------------+-------------------+-------------------+-------------------+---------
 *   | queue id          | back              | skip              | jump              | jump count        | message …
 *   +-------------------+-------------------+-------------------+-------------------+-------------------+---------
 *                                                                                              MESSAGE_WITH_SKIP
 * </pre>
 *
 * <p>{@code back}, {@code skip} and {@code jump} are distances in {@link #DISTANCE_UNIT}-byte units, unsigned, from this
 * record's position to an earlier one of the same queue; 0 where there is none. {@code back} leads to the message before,
 * {@code skip} to the one {@link #SKIP_INTERVAL} before, {@code jump} to the one {@code jump count} before. A message whose
 * offset is a multiple of the interval carries the second form. Little endian.
 */
public final class MessageDescriptor {

    /** Record type: a message. */
    public static final int MESSAGE = 16;

    /** Record type: a message with longer steps back. */
    public static final int MESSAGE_WITH_SKIP = 17;

    /** Messages from one record with longer steps to the next of the same queue. */
    public static final int SKIP_INTERVAL = 32;

    /** Bytes of one unit of a distance: records are aligned to it. */
    public static final int DISTANCE_UNIT = 8;

    /** Farthest that a distance can lead back. */
    public static final long DISTANCE_BYTES_MAX = 0xFFFF_FFFFL * DISTANCE_UNIT;

    public static final int QUEUE_ID_OFFSET = 0;
    public static final int BACK_OFFSET = 4;
    public static final int SKIP_OFFSET = 8;
    public static final int JUMP_OFFSET = 12;
    public static final int JUMP_COUNT_OFFSET = 16;

    /** Bytes before the message in a record of type {@link #MESSAGE}. */
    public static final int PREFIX = 8;

    /** Bytes before the message in a record of type {@link #MESSAGE_WITH_SKIP}. */
    public static final int PREFIX_WITH_SKIP = 20;

    private MessageDescriptor() {}

    /** Whether a record of this type holds a message. */
    public static boolean isMessage(int type) {
        return type == MESSAGE || type == MESSAGE_WITH_SKIP;
    }

    /** Bytes before the message in a record of this type. */
    public static int prefix(int type) {
        return type == MESSAGE ? PREFIX : PREFIX_WITH_SKIP;
    }

    /** The distance field for a step back of so many bytes. */
    public static int distance(long bytes) {
        return (int) (bytes / DISTANCE_UNIT);
    }

    /** Bytes of a distance field. */
    public static long distanceBytes(int field) {
        return Integer.toUnsignedLong(field) * DISTANCE_UNIT;
    }
}
