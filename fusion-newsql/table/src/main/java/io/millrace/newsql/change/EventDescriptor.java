package io.millrace.newsql.change;

/**
 * The bytes of an event. Numbers are big-endian.
 *
 * <pre>
 *   0      1             9                   17        21
 *   +------+-------------+-------------------+---------+--------
 *   | kind | transaction | micros since 1970 | count   | change …
 *   +------+-------------+-------------------+---------+--------
 *   change of a row      | table: 8 | schema version: 4 | place: 4 | key | before | after |
 *   change of a record   | place: 4 | key | before | after |
 *   key, before, after   | length: 4, or FFFFFFFF for none | bytes |
 * </pre>
 */
final class EventDescriptor {

    /** Kinds. */
    static final int ROWS = 1;

    static final int DEFINITIONS = 2;

    static final int COUNT_OFFSET = 17;
    static final int CHANGES_OFFSET = 21;
    static final int NONE = -1;

    private EventDescriptor() {}
}
