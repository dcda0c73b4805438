package io.millrace.newsql.type;

import io.millrace.newsql.type.TypeId.Family;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type with what a declaration says of it.
 *
 * @param id which one
 * @param length characters or bytes of a string, digits of a decimal, bits of BIT, digits that an integer with ZEROFILL shows at least
 * @param decimals digits behind the point of a decimal, or of the seconds of a time; {@link #FLOATING} for a double without any
 * @param unsigned of numbers
 * @param collation of strings; {@code binary} for bytes and everything else
 * @param elements of ENUM and SET
 */
public record SqlType(TypeId id, long length, int decimals, boolean unsigned, String collation, List<String> elements) {

    /** Decimals of a DOUBLE that shows as many as it needs. */
    public static final int FLOATING = 31;

    /** Decimals of a literal whose digits are bits. */
    private static final int DIGITS = -1;

    /** Decimals of an integer that shows zeros before its digits. */
    private static final int ZEROS = 255;

    public static final int DECIMAL_DIGITS_MAX = 65;
    public static final int DECIMAL_SCALE_MAX = 30;
    public static final int FRACTION_DIGITS_MAX = 6;

    public static final String BINARY_COLLATION = "binary";
    public static final String DEFAULT_COLLATION = "utf8mb4_0900_ai_ci";

    public static final SqlType NULL = of(TypeId.NULL, 0, 0);
    public static final SqlType INT = of(TypeId.INT, 11, 0);
    public static final SqlType BIGINT = of(TypeId.BIGINT, 20, 0);
    public static final SqlType UNSIGNED = new SqlType(TypeId.BIGINT, 20, 0, true, BINARY_COLLATION, List.of());
    public static final SqlType BOOLEAN = of(TypeId.INT, 1, 0);
    public static final SqlType DOUBLE = of(TypeId.DOUBLE, 23, FLOATING);
    public static final SqlType FLOAT = of(TypeId.FLOAT, 12, FLOATING);
    public static final SqlType YEAR = new SqlType(TypeId.YEAR, 4, 0, true, BINARY_COLLATION, List.of());
    public static final SqlType DATE = of(TypeId.DATE, 10, 0);
    public static final SqlType JSON = new SqlType(TypeId.JSON, 4_294_967_295L, 0, false, "utf8mb4_bin", List.of());
    public static final SqlType VARBINARY = of(TypeId.VARBINARY, 65535, 0);

    private static SqlType of(TypeId id, long length, int decimals) {
        return new SqlType(id, length, decimals, false, BINARY_COLLATION, List.of());
    }

    public static SqlType decimal(int precision, int scale) {
        int digits = Math.min(Math.max(precision, 1), DECIMAL_DIGITS_MAX);
        return of(TypeId.DECIMAL, digits, Math.min(Math.min(Math.max(scale, 0), DECIMAL_SCALE_MAX), digits));
    }

    /** A double that shows so many digits behind the point; as many as it has from {@link #FLOATING} on. */
    public static SqlType real(int decimals) {
        return decimals >= FLOATING ? DOUBLE : of(TypeId.DOUBLE, 23, decimals);
    }

    public static SqlType dateTime(int fraction) {
        return of(TypeId.DATETIME, fraction == 0 ? 19 : 20 + fraction, fraction);
    }

    public static SqlType time(int fraction) {
        return of(TypeId.TIME, fraction == 0 ? 10 : 11 + fraction, fraction);
    }

    public static SqlType text(long characters) {
        return text(characters, DEFAULT_COLLATION);
    }

    public static SqlType text(long characters, String collation) {
        return new SqlType(TypeId.VARCHAR, Math.max(characters, 0), 0, false, collation, List.of());
    }

    /** Of a hexadecimal or bit literal: bytes, but a number where one is wanted. */
    public static SqlType digits(long length) {
        return new SqlType(TypeId.VARBINARY, length, DIGITS, false, BINARY_COLLATION, List.of());
    }

    public boolean isDigits() {
        return id == TypeId.VARBINARY && decimals == DIGITS;
    }

    /** An integer without a sign that shows zeros before its digits. @param digits that it shows at least */
    public SqlType withZeros(int digits) {
        return new SqlType(id, digits, ZEROS, true, collation, elements);
    }

    public boolean hasZeros() {
        return isInteger() && decimals == ZEROS;
    }

    /** The type in expressions, which ignore ZEROFILL. */
    public SqlType withoutZeros() {
        return hasZeros() ? new SqlType(id, 20, 0, true, collation, elements) : this;
    }

    /** Bytes that are filled up with zeros to their length. */
    public static SqlType padded(long length) {
        return of(TypeId.BINARY, length, 0);
    }

    public static SqlType bytes(long length) {
        return of(TypeId.VARBINARY, length, 0);
    }

    public Family family() {
        return id.family();
    }

    public boolean isNumber() {
        return switch (family()) {
            case INTEGER, DECIMAL, DOUBLE -> true;
            default -> false;
        };
    }

    public boolean isInteger() {
        return family() == Family.INTEGER;
    }

    public boolean isString() {
        return family() == Family.TEXT || family() == Family.BYTES;
    }

    public boolean isTemporal() {
        return family() == Family.TEMPORAL;
    }

    /** DATE, DATETIME and TIMESTAMP. */
    public boolean hasDate() {
        return id == TypeId.DATE || id == TypeId.DATETIME || id == TypeId.TIMESTAMP;
    }

    /** Whether its values are an element's number rather than its text. */
    public boolean isEnumerated() {
        return id == TypeId.ENUM || id == TypeId.SET;
    }

    /** Digits of an integer type that takes part in decimal arithmetic. */
    public int digits() {
        return switch (id) {
            case TINYINT -> 3;
            case SMALLINT, YEAR -> 5;
            case MEDIUMINT -> unsigned ? 8 : 7;
            case INT -> 10;
            case BIGINT, BIT -> unsigned ? 20 : 19;
            case DECIMAL -> (int) length;
            default -> 20;
        };
    }

    /** Most bytes of a value of a string type, as its declaration allows. */
    public long bytesMax() {
        return switch (id) {
            case TINYTEXT, TINYBLOB -> 255;
            case TEXT, BLOB -> 65_535;
            case MEDIUMTEXT, MEDIUMBLOB -> 16_777_215;
            case LONGTEXT, LONGBLOB, JSON -> 4_294_967_295L;
            case CHAR, VARCHAR, ENUM, SET -> length * 4;
            default -> length;
        };
    }

    public SqlType withCollation(String name) {
        return new SqlType(id, length, decimals, unsigned, name, elements);
    }

    public SqlType asUnsigned() {
        return new SqlType(id, length, decimals, true, collation, elements);
    }

    /** The whole declaration, as {@code COLUMN_TYPE} of information_schema prints it. */
    public String declaration() {
        if (hasZeros()) {
            return id.sqlName() + "(" + length + ") unsigned zerofill";
        }
        return switch (id) {
            case TINYINT -> (length == 1 && !unsigned ? "tinyint(1)" : "tinyint") + sign();
            case SMALLINT, MEDIUMINT, INT, BIGINT -> id.sqlName() + sign();
            case BIT, CHAR, VARCHAR, BINARY, VARBINARY -> id.sqlName() + "(" + length + ")";
            case DECIMAL -> "decimal(" + length + "," + decimals + ")" + sign();
            case FLOAT, DOUBLE -> id.sqlName()
                    + (decimals == FLOATING ? "" : "(" + length + "," + decimals + ")")
                    + sign();
            case TIME, DATETIME, TIMESTAMP -> id.sqlName() + (decimals == 0 ? "" : "(" + decimals + ")");
            case ENUM, SET -> elements.stream()
                    .map(element -> "'" + element.replace("'", "''") + "'")
                    .collect(Collectors.joining(",", id.sqlName() + "(", ")"));
            default -> id.sqlName();
        };
    }

    private String sign() {
        return unsigned ? " unsigned" : "";
    }
}
