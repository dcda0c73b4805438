package io.millrace.newsql.mysql;

import org.jspecify.annotations.Nullable;

/** MySQL's types of columns and parameters, with their codes on the wire. */
public enum ColumnType {
    DECIMAL(0),
    TINY(1),
    SHORT(2),
    LONG(3),
    FLOAT(4),
    DOUBLE(5),
    NULL(6),
    TIMESTAMP(7),
    LONGLONG(8),
    INT24(9),
    DATE(10),
    TIME(11),
    DATETIME(12),
    YEAR(13),
    NEWDATE(14),
    VARCHAR(15),
    BIT(16),
    BOOL(244),
    JSON(245),
    NEWDECIMAL(246),
    ENUM(247),
    SET(248),
    TINY_BLOB(249),
    MEDIUM_BLOB(250),
    LONG_BLOB(251),
    BLOB(252),
    VAR_STRING(253),
    STRING(254),
    GEOMETRY(255);

    private static final @Nullable ColumnType[] BY_CODE = new @Nullable ColumnType[256];

    static {
        for (ColumnType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;

    ColumnType(int code) {
        this.code = code;
    }

    /** The byte on the wire, 0 to 255. */
    public int code() {
        return code;
    }

    /** The type of a byte on the wire, or null. */
    public static @Nullable ColumnType ofCode(int code) {
        return BY_CODE[code & 0xFF];
    }
}
