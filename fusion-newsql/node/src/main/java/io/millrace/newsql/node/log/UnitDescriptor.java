package io.millrace.newsql.node.log;

/**
 * The layout of a commit in the log.
 *
 * <pre>
 *   0         1             …
 *   +---------+-------------+-------+-----------+---------------------------------------------------------+ …
 *   | version | event + 1   | event | writes    | space:8 | key length | key | value length + 1 | value   |
 *   +---------+-------------+-------+-----------+---------------------------------------------------------+ …
 * </pre>
 *
 * <p>Lengths and counts are unsigned, seven bits a byte, lowest first; 0 in place of a length + 1 says that there is nothing: no event, or a deleted key.
 *
 * <p>A unit that does not fit into one record of the log is cut into records of types {@link #FIRST}, any number of {@link #MIDDLE}, {@link #LAST}. What begins anew
 * before a {@link #LAST} voids what came before: its process ended, or the disk was full.
 */
final class UnitDescriptor {

    static final byte VERSION = 1;

    /** Types of records. */
    static final int WHOLE = 16;

    static final int FIRST = 17;
    static final int MIDDLE = 18;
    static final int LAST = 19;

    /** Most bytes of a length or count. */
    static final int VARINT_BYTES_MAX = 5;

    private UnitDescriptor() {}
}
