package io.millrace.newsql.encoding.collation;

/**
 * Layout of a table of weights, a resource beside these classes. Numbers are big-endian.
 *
 * <pre>
 *   0       4         8          12        16
 *   | magic | version | checksum | length  | body, deflated (zlib)
 *
 *   body      | rule 1 | levels 1 | sequences 2 | ‹sequence› … | pages 2 | ‹page› …
 *   sequence  | count 1 | weight 2 | …                                     no two are the same
 *   page      | number 2 | levels × 256 × entry 2 |                        code points number × 256 and the 255 behind it
 * </pre>
 *
 * The checksum (CRC-32C) and the length are those of the body before it is deflated. An entry is a weight; or, by a rule of the UCA, from
 * {@value #SEQUENCES} the index of a sequence (an empty one where a character weighs nothing on the level), or {@value #UNLISTED_ENTRY}
 * for a character that is not listed though others of its page are.
 */
final class WeightTableDescriptor {

    static final int MAGIC = 0x4D57_5431; // MWT1

    static final int VERSION = 4;
    static final int CHECKSUM = 8;
    static final int LENGTH = 12;
    static final int HEADER_BYTES = 16;

    /** 4 levels of all pages of Unicode would be 9 MB; a table has some 150 pages. */
    static final int BODY_BYTES_MAX = 1 << 20;

    static final int PAGE_SHIFT = 8;
    static final int PAGE_ENTRIES = 1 << PAGE_SHIFT;
    static final int PAGE_MASK = PAGE_ENTRIES - 1;
    static final int PAGES_MAX = (Character.MAX_CODE_POINT + 1) >> PAGE_SHIFT;

    static final int SEQUENCES = 0x8000;
    static final int UNLISTED_ENTRY = 0xFFFF;

    private WeightTableDescriptor() {}
}
