package io.millrace.wal;

/**
 * The header of a record, for readers of pinned pages.
 *
 * <pre>
 *   0           3     4
 *   +-----------+-----+----------------------+---------+
 *   | length:24 | t:8 | payload …            | 0 … 0   |   little endian, the whole a multiple of 8 bytes
 *   +-----------+-----+----------------------+---------+
 * </pre>
 *
 * <p>A header of 0 says that nothing is published at this place yet. Types below {@link #TYPE_MIN} are the log's own; readers step over them.
 */
public final class WalRecord {

    /** The lowest type that callers may use, and the one of records appended without a type. */
    public static final int TYPE_MIN = 16;

    /** The highest type. */
    public static final int TYPE_MAX = 255;

    /** The most bytes of a payload that a header can say; a log's own bound may be lower. */
    public static final int LENGTH_MAX = (1 << 24) - 1;

    /** Records start at multiples of it. */
    public static final int ALIGNMENT = 8;

    private static final int HEADER = 4;
    private static final int TYPE_SHIFT = 24;

    private WalRecord() {}

    /** Bytes before the payload. */
    public static int headerLength() {
        return HEADER;
    }

    /** The header of a record. */
    public static int header(int type, int length) {
        return type << TYPE_SHIFT | length;
    }

    /** Bytes of the payload. */
    public static int length(int header) {
        return header & LENGTH_MAX;
    }

    /** The record's type, 0 to 255. */
    public static int type(int header) {
        return header >>> TYPE_SHIFT;
    }

    /** Bytes from a record with so long a payload to the next. */
    public static int alignedLength(int length) {
        return length + HEADER + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** Whether a reader may look at the record behind this header: it is published, and a caller's. */
    public static boolean isUser(int header) {
        return type(header) >= TYPE_MIN;
    }
}
