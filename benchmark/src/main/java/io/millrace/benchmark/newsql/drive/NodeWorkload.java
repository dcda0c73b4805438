package io.millrace.benchmark.newsql.drive;

/** What connections of a storage node do, over and over. */
public enum NodeWorkload {
    /** A string of {@link #VALUE_BYTES} bytes. */
    GET,
    /** Four fields of a row that may be there already. */
    HSET,
    /** A row of four fields. */
    HGETALL,
    /** Ten members from a random one on, out of all keys of the table. */
    ZRANGEBYLEX;

    public static final int VALUE_BYTES = 64;
    public static final int FIELDS = 4;
    public static final int FIELD_BYTES = 32;
    public static final int MEMBERS = 10;

    /** The sorted set of all keys. */
    public static final String KEYS = "keys";

    private static final int DIGITS = 10;

    /** A key of a string, {@code s:0000000042}; of a row {@code r:…}; of a member {@code m:…}. */
    public static byte[] key(char kind, int number) {
        byte[] key = new byte[2 + DIGITS];
        key[0] = (byte) kind;
        key[1] = ':';
        int rest = number;
        for (int i = key.length - 1; i > 1; i--) {
            key[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return key;
    }
}
