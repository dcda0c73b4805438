package io.millrace.newsql.mysql;

/** Bits of a column's definition, as MySQL has them. */
public final class ColumnFlags {
    public static final int NOT_NULL = 1;
    public static final int PRIMARY_KEY = 2;
    public static final int UNIQUE_KEY = 4;
    public static final int MULTIPLE_KEY = 8;
    public static final int BLOB = 16;
    public static final int UNSIGNED = 32;
    /** The text protocol pads with zeros to the column's length. */
    public static final int ZEROFILL = 64;

    public static final int BINARY = 128;
    public static final int ENUM = 256;
    public static final int AUTO_INCREMENT = 512;
    public static final int TIMESTAMP = 1024;
    public static final int SET = 2048;
    public static final int NO_DEFAULT_VALUE = 4096;
    public static final int ON_UPDATE_NOW = 8192;
    public static final int NUM = 32768;

    private ColumnFlags() {}
}
