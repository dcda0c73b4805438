package io.millrace.newsql.type;

/** The types of MySQL 8, as columns and expressions have them. The numbers are in the catalog's records. */
public enum TypeId {
    NULL(0, Family.NULL, "null"),
    TINYINT(1, Family.INTEGER, "tinyint"),
    SMALLINT(2, Family.INTEGER, "smallint"),
    MEDIUMINT(3, Family.INTEGER, "mediumint"),
    INT(4, Family.INTEGER, "int"),
    BIGINT(5, Family.INTEGER, "bigint"),
    BIT(6, Family.INTEGER, "bit"),
    YEAR(7, Family.INTEGER, "year"),
    DECIMAL(8, Family.DECIMAL, "decimal"),
    FLOAT(9, Family.DOUBLE, "float"),
    DOUBLE(10, Family.DOUBLE, "double"),
    DATE(11, Family.TEMPORAL, "date"),
    TIME(12, Family.TEMPORAL, "time"),
    DATETIME(13, Family.TEMPORAL, "datetime"),
    TIMESTAMP(14, Family.TEMPORAL, "timestamp"),
    CHAR(15, Family.TEXT, "char"),
    VARCHAR(16, Family.TEXT, "varchar"),
    TINYTEXT(17, Family.TEXT, "tinytext"),
    TEXT(18, Family.TEXT, "text"),
    MEDIUMTEXT(19, Family.TEXT, "mediumtext"),
    LONGTEXT(20, Family.TEXT, "longtext"),
    BINARY(21, Family.BYTES, "binary"),
    VARBINARY(22, Family.BYTES, "varbinary"),
    TINYBLOB(23, Family.BYTES, "tinyblob"),
    BLOB(24, Family.BYTES, "blob"),
    MEDIUMBLOB(25, Family.BYTES, "mediumblob"),
    LONGBLOB(26, Family.BYTES, "longblob"),
    ENUM(27, Family.TEXT, "enum"),
    SET(28, Family.TEXT, "set"),
    JSON(29, Family.TEXT, "json");

    /** How values of a type are held: Long, BigDecimal, Double, packed Long, String, byte[]. */
    public enum Family {
        NULL,
        INTEGER,
        DECIMAL,
        DOUBLE,
        TEMPORAL,
        TEXT,
        BYTES
    }

    private final int number;
    private final Family family;
    private final String sqlName;

    TypeId(int number, Family family, String sqlName) {
        this.number = number;
        this.family = family;
        this.sqlName = sqlName;
    }

    /** Its number in the catalog's records. */
    public int number() {
        return number;
    }

    public Family family() {
        return family;
    }

    /** As {@code SHOW} prints it, in lower case. */
    public String sqlName() {
        return sqlName;
    }

    /** Whether its strings live outside of a length in characters: TEXT and BLOB of all sizes, JSON. */
    public boolean isLarge() {
        return this == JSON
                || compareTo(TINYTEXT) >= 0 && compareTo(LONGTEXT) <= 0
                || compareTo(TINYBLOB) >= 0 && compareTo(LONGBLOB) <= 0;
    }

    /** The type of a number in a record; null if there is none. */
    public static @org.jspecify.annotations.Nullable TypeId of(int number) {
        return number >= 0 && number < values().length ? values()[number] : null;
    }
}
