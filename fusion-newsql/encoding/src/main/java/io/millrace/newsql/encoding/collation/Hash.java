package io.millrace.newsql.encoding.collation;

/** FNV-1a over weights or bytes, mixed at the end so that all its bits are good for a table. */
final class Hash {

    static final long START = 0xCBF2_9CE4_8422_2325L;

    private static final long PRIME = 0x100_0000_01B3L;
    private static final long MIX = 0xFF51_AFD7_ED55_8CCDL;

    private Hash() {}

    static long add(long hash, int weight) {
        return (hash ^ weight) * PRIME;
    }

    static long end(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * MIX;
        return mixed ^ (mixed >>> 33);
    }
}
