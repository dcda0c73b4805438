package io.millrace.newsql.mysql;

/** Bits of a server's status, as in MySQL's {@code SERVER_STATUS_flags_enum}. */
public final class StatusFlags {
    public static final int IN_TRANSACTION = 1;
    public static final int AUTOCOMMIT = 2;
    /** The wire sets it. */
    public static final int MORE_RESULTS = 8;

    public static final int NO_GOOD_INDEX_USED = 16;
    public static final int NO_INDEX_USED = 32;
    /** The wire sets it. */
    public static final int CURSOR_EXISTS = 64;
    /** The wire sets it. */
    public static final int LAST_ROW_SENT = 128;

    public static final int SCHEMA_DROPPED = 256;
    public static final int NO_BACKSLASH_ESCAPES = 512;
    public static final int METADATA_CHANGED = 1024;
    public static final int SLOW_QUERY = 2048;
    public static final int OUT_PARAMETERS = 4096;
    public static final int IN_READ_ONLY_TRANSACTION = 8192;
    /** The wire sets it. */
    public static final int SESSION_STATE_CHANGED = 16384;

    private StatusFlags() {}
}
