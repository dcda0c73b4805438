package io.millrace.queue.catalog;

/**
 * Layout of the records in the log that tell what happened to a queue, not what is in it.
 *
 * <pre>
 *   0           4
 *   +-----------+-----------------------
 *   | queue id  | name in UTF-8 …          CREATED: to the end of the record
 *   +-----------+-----------------------
 *   | queue id  | first offset (8)         TRIMMED: messages below it are gone
 *   +-----------+-----------------------
 *   | queue id  |                          DELETED: with all its messages
 *   +-----------+
 * </pre>
 *
 * <p>Little endian.
 */
public final class QueueRecordDescriptor {

    /** Record type: a queue was made. */
    public static final int CREATED = 18;

    /** Record type: a queue was trimmed. */
    public static final int TRIMMED = 19;

    /** Record type: a queue was deleted. */
    public static final int DELETED = 20;

    public static final int QUEUE_ID_OFFSET = 0;
    public static final int NAME_OFFSET = 4;
    public static final int FIRST_OFFSET = 4;

    public static final int CREATED_PREFIX = 4;
    public static final int TRIMMED_LENGTH = 12;
    public static final int DELETED_LENGTH = 4;

    private QueueRecordDescriptor() {}
}
