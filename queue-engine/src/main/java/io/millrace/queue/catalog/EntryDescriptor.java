package io.millrace.queue.catalog;

/**
 * Layout of one queue's line in memory: one cache line, aligned to its length.
 *
 * <pre>
 *    0        4        8                16               24               32
 *   +--------+--------+----------------+----------------+----------------+
 *   | lock   | version| next offset    | head position  | skip position  |
 *   +--------+--------+----------------+----------------+----------------+
 *   32               40   42 44                                          64
 *   +----------------+----+-+-+------------------------------------------+
 *   | first offset   |len |f|0| name of up to 20 bytes                   |
 *   +----------------+----+-+-+------------------------------------------+
 *                              or, from 48, the reference of a longer one
 * </pre>
 *
 * <p>{@code lock}: 1 while a writer holds the queue. {@code version}: odd while next, head and skip change together, so that
 * readers take them as one. {@code head}: position in the log of the newest message, 0 if the log holds none. {@code skip}:
 * of the newest that carries longer steps. {@code first}: messages below it are trimmed.
 */
public final class EntryDescriptor {

    /** Bytes of an entry. */
    public static final int ENTRY_BYTES = 64;

    public static final int LOCK_OFFSET = 0;
    public static final int VERSION_OFFSET = 4;
    public static final int NEXT_OFFSET = 8;
    public static final int HEAD_OFFSET = 16;
    public static final int SKIP_OFFSET = 24;
    public static final int FIRST_OFFSET = 32;
    public static final int NAME_LENGTH_OFFSET = 40;
    public static final int FLAGS_OFFSET = 42;
    public static final int NAME_OFFSET = 44;
    public static final int NAME_REFERENCE_OFFSET = 48;

    /** Longest name in bytes that fits into the line. */
    public static final int INLINE_NAME_BYTES = ENTRY_BYTES - NAME_OFFSET;

    /** Flag: the queue exists. Without it the line is that of a deleted queue, or of none yet. */
    public static final int LIVE = 1;

    /** Flag: every character of the name is ASCII, so that one byte is one character. */
    public static final int ASCII = 2;

    private EntryDescriptor() {}
}
