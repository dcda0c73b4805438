package io.millrace.newsql.encoding;

/**
 * Layout of a key: its columns one behind another, without lengths between them.
 *
 * <pre>
 *  NULL       | 01 |
 *  64 bits    | 02 | sign or top bit turned over, big-endian, 8 bytes           |   integers, temporals, bits
 *  double     | 02 | IEEE 754; negative: all bits turned over, else the sign    |
 *  decimal    | 02 | unscaled, two's complement, sign turned over, width fixed  |   by the column's precision
 *  string     | 02 | 8 bytes | more | 8 bytes | more | … | 8 bytes | used |         used 0–8 of the last group, more = 09
 *  padded     | 02 | 8 bytes | 03 or 01 | … | 8 bytes | 02 |                        what follows is behind, before, or only spaces
 * </pre>
 *
 * A descending column has all its bytes turned over, the tag included.
 */
final class KeyDescriptor {

    static final int NULL = 0x01;
    static final int VALUE = 0x02;

    static final int GROUP_BYTES = 8;

    /** Behind a group of a string that more groups follow; otherwise the count of its bytes that are used. */
    static final int MORE = GROUP_BYTES + 1;

    /** Behind a group of a padded string: what follows sorts before as many spaces. */
    static final int LESS_THAN_SPACES = 0x01;

    /** Behind the last group of a padded string: nothing but spaces follows. */
    static final int ONLY_SPACES = 0x02;

    /** Behind a group of a padded string: what follows sorts behind as many spaces. */
    static final int MORE_THAN_SPACES = 0x03;

    private KeyDescriptor() {}
}
