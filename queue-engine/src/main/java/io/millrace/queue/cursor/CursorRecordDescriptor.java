package io.millrace.queue.cursor;

/**
 * Layout of a cursor's record in the log.
 *
 * <pre>
 *   0           4                       12
 *   +-----------+-----------------------+-----------------------
 *   | queue id  | offset                | group in UTF-8 …
 *   +-----------+-----------------------+-----------------------
 * </pre>
 *
 * <p>Little endian; the group reaches to the end of the record.
 */
public final class CursorRecordDescriptor {

    /** Record type: a group committed how far it has come. */
    public static final int COMMITTED = 21;

    public static final int QUEUE_ID_OFFSET = 0;
    public static final int OFFSET_OFFSET = 4;
    public static final int GROUP_OFFSET = 12;

    private CursorRecordDescriptor() {}
}
