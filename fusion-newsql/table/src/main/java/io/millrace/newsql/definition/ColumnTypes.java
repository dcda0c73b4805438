package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLDataTypeImpl;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLCharacterDataType;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.type.TypeId;
import java.util.List;
import java.util.Locale;

/** Types of columns as they are declared. */
final class ColumnTypes {

    static final long CHARACTERS_MAX = 16_383;
    static final long BYTES_MAX = 65_535;
    private static final int CHARACTER_BYTES = 4;
    private static final int BITS_MAX = 64;
    private static final int YEAR_DIGITS = 4;
    private static final long[] LARGE_BYTES = {255, 65_535, 16_777_215, 4_294_967_295L};
    private static final List<TypeId> TEXTS = List.of(TypeId.TINYTEXT, TypeId.TEXT, TypeId.MEDIUMTEXT, TypeId.LONGTEXT);
    private static final List<TypeId> BLOBS = List.of(TypeId.TINYBLOB, TypeId.BLOB, TypeId.MEDIUMBLOB, TypeId.LONGBLOB);

    private ColumnTypes() {}

    /** @param collation of the table, for texts that name none */
    static SqlType of(String name, SQLColumnDefinition definition, String collation) {
        SQLDataType type = definition.getDataType();
        List<SQLExpr> arguments = type.getArguments();
        boolean zeros = type instanceof SQLDataTypeImpl number && number.isZerofill();
        boolean unsigned = zeros || type instanceof SQLDataTypeImpl number && number.isUnsigned();
        String kind = type.getName().toUpperCase(Locale.ROOT);
        SqlType plain = of(name, kind, definition, unsigned, collation);
        return zeros ? withZeros(plain, arguments) : plain;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1235 for what is no integer */
    private static SqlType withZeros(SqlType type, List<SQLExpr> arguments) {
        if (!type.isInteger() || type.id() == TypeId.BIT) {
            throw SqlErrors.unsupported("ZEROFILL of " + type.id().sqlName().toUpperCase(Locale.ROOT));
        }
        // Without a width of its own it has that of the type without a sign.
        long width = type.id() == TypeId.BIGINT ? type.length() : type.length() - 1;
        return type.id() == TypeId.YEAR ? type : type.withZeros((int) argument(arguments, 0, width));
    }

    private static SqlType of(
            String name, String kind, SQLColumnDefinition definition, boolean unsigned, String collation) {
        List<SQLExpr> arguments = definition.getDataType().getArguments();
        return switch (kind) {
            case "BOOL", "BOOLEAN" -> number(TypeId.TINYINT, 1, false);
            case "TINYINT", "INT1" -> number(TypeId.TINYINT, argument(arguments, 0, 4), unsigned);
            case "SMALLINT", "INT2" -> number(TypeId.SMALLINT, 6, unsigned);
            case "MEDIUMINT", "INT3", "MIDDLEINT" -> number(TypeId.MEDIUMINT, 9, unsigned);
            case "INT", "INTEGER", "INT4" -> number(TypeId.INT, 11, unsigned);
            case "BIGINT", "SERIAL", "INT8" -> number(TypeId.BIGINT, 20, unsigned || kind.equals("SERIAL"));
            case "BIT" -> number(TypeId.BIT, bits(name, argument(arguments, 0, 1)), true);
            case "YEAR" -> year(arguments);
            case "DECIMAL", "DEC", "NUMERIC", "FIXED" -> decimal(name, arguments, unsigned);
            case "FLOAT", "FLOAT4" -> floating(
                    arguments.size() == 1 && argument(arguments, 0, 0) > 24 ? TypeId.DOUBLE : TypeId.FLOAT,
                    arguments,
                    unsigned);
            case "DOUBLE", "DOUBLE PRECISION", "REAL", "FLOAT8" -> floating(TypeId.DOUBLE, arguments, unsigned);
            case "DATE" -> SqlType.DATE;
            case "TIME" -> SqlType.time(fraction(name, arguments));
            case "DATETIME" -> SqlType.dateTime(fraction(name, arguments));
            case "TIMESTAMP" -> {
                SqlType dateTime = SqlType.dateTime(fraction(name, arguments));
                yield new SqlType(
                        TypeId.TIMESTAMP,
                        dateTime.length(),
                        dateTime.decimals(),
                        false,
                        SqlType.BINARY_COLLATION,
                        List.of());
            }
            default -> string(name, kind, definition, collation);
        };
    }

    private static SqlType string(String name, String kind, SQLColumnDefinition definition, String collation) {
        SQLDataType type = definition.getDataType();
        List<SQLExpr> arguments = type.getArguments();
        String chosen = collation(definition, collation);
        boolean bytes = chosen.equals(SqlType.BINARY_COLLATION);
        return switch (kind) {
            case "CHAR", "NCHAR", "CHARACTER", "NATIONAL CHAR", "NATIONAL CHARACTER" -> bytes
                    ? bytes(TypeId.BINARY, checked(name, argument(arguments, 0, 1), 0, 255))
                    : text(TypeId.CHAR, checked(name, argument(arguments, 0, 1), 0, 255), chosen);
            case "VARCHAR", "NVARCHAR", "CHARACTER VARYING", "CHAR VARYING", "VARCHARACTER", "NATIONAL VARCHAR" -> {
                if (arguments.isEmpty()) {
                    throw SqlErrors.syntax("varchar", 1);
                }
                yield bytes
                        ? bytes(TypeId.VARBINARY, checked(name, argument(arguments, 0, 1), 0, BYTES_MAX))
                        : text(TypeId.VARCHAR, checked(name, argument(arguments, 0, 1), 0, CHARACTERS_MAX), chosen);
            }
            case "BINARY" -> bytes(TypeId.BINARY, checked(name, argument(arguments, 0, 1), 0, 255));
            case "VARBINARY" -> bytes(TypeId.VARBINARY, checked(name, argument(arguments, 0, 1), 0, BYTES_MAX));
            case "TINYTEXT" -> text(TypeId.TINYTEXT, 255, chosen);
            case "TEXT" -> sized(arguments, text(TypeId.TEXT, 65_535, chosen), TEXTS, CHARACTER_BYTES);
            case "MEDIUMTEXT", "LONG", "LONG VARCHAR", "LONG CHAR VARYING" -> text(
                    TypeId.MEDIUMTEXT, 16_777_215, chosen);
            case "LONGTEXT" -> text(TypeId.LONGTEXT, 4_294_967_295L, chosen);
            case "TINYBLOB" -> bytes(TypeId.TINYBLOB, 255);
            case "BLOB" -> sized(arguments, bytes(TypeId.BLOB, 65_535), BLOBS, 1);
            case "MEDIUMBLOB", "LONG VARBINARY" -> bytes(TypeId.MEDIUMBLOB, 16_777_215);
            case "LONGBLOB" -> bytes(TypeId.LONGBLOB, 4_294_967_295L);
            case "JSON" -> text(TypeId.JSON, 4_294_967_295L, "utf8mb4_bin");
            case "ENUM", "SET" -> elements(name, kind.equals("ENUM") ? TypeId.ENUM : TypeId.SET, arguments, chosen);
            case "GEOMETRY",
                    "POINT",
                    "LINESTRING",
                    "POLYGON",
                    "MULTIPOINT",
                    "MULTILINESTRING",
                    "MULTIPOLYGON",
                    "GEOMETRYCOLLECTION",
                    "VECTOR" -> throw SqlErrors.unsupported("type " + kind);
            default -> throw SqlErrors.syntax(type.getName(), 1);
        };
    }

    /** TEXT(n) and BLOB(n) are the smallest of their kind that holds so much. */
    private static SqlType sized(List<SQLExpr> arguments, SqlType plain, List<TypeId> kinds, int bytesEach) {
        if (arguments.isEmpty()) {
            return plain;
        }
        long bytes = argument(arguments, 0, 0) * bytesEach;
        for (int i = 0; i < kinds.size(); i++) {
            if (bytes <= LARGE_BYTES[i]) {
                return new SqlType(kinds.get(i), LARGE_BYTES[i], 0, false, plain.collation(), List.of());
            }
        }
        throw SqlErrors.of(1439, "42000", "Display width out of range for column (max = 4294967295)");
    }

    private static long bits(String name, long bits) {
        if (bits > BITS_MAX) {
            throw SqlErrors.of(
                    1439, "42000", "Display width out of range for column '" + name + "' (max = " + BITS_MAX + ")");
        }
        return bits == 0 ? 1 : bits;
    }

    private static SqlType year(List<SQLExpr> arguments) {
        if (argument(arguments, 0, YEAR_DIGITS) != YEAR_DIGITS) {
            throw SqlErrors.of(1818, "HY000", "Supports only YEAR or YEAR(4) column.");
        }
        return number(TypeId.YEAR, YEAR_DIGITS, true);
    }

    private static SqlType number(TypeId id, long length, boolean unsigned) {
        return new SqlType(id, length, 0, unsigned, SqlType.BINARY_COLLATION, List.of());
    }

    private static SqlType text(TypeId id, long length, String collation) {
        return new SqlType(
                id,
                length,
                0,
                false,
                collation.equals(SqlType.BINARY_COLLATION) ? "utf8mb4_bin" : collation,
                List.of());
    }

    private static SqlType bytes(TypeId id, long length) {
        return new SqlType(id, length, 0, false, SqlType.BINARY_COLLATION, List.of());
    }

    private static SqlType elements(String name, TypeId id, List<SQLExpr> arguments, String collation) {
        List<String> elements = arguments.stream()
                .map(each -> ((SQLCharExpr) each).getText().stripTrailing())
                .toList();
        for (int i = 1; i < elements.size(); i++) {
            String element = elements.get(i);
            if (elements.subList(0, i).stream().anyMatch(element::equalsIgnoreCase)) {
                throw SqlErrors.of(
                        1291, "HY000", "Column '" + name + "' has duplicated value '" + element + "' in " + id);
            }
        }
        if (id == TypeId.SET && elements.size() > Long.SIZE) {
            throw SqlErrors.of(1097, "HY000", "Too many strings for column " + name + " and SET");
        }
        long length = elements.stream().mapToInt(String::length).max().orElse(0);
        return new SqlType(id, length, 0, false, collation, elements);
    }

    private static SqlType decimal(String name, List<SQLExpr> arguments, boolean unsigned) {
        long digits = argument(arguments, 0, 10);
        long scale = argument(arguments, 1, 0);
        if (digits > SqlType.DECIMAL_DIGITS_MAX) {
            throw SqlErrors.of(
                    1426, "42000", "Too-big precision " + digits + " specified for '" + name + "'. Maximum is 65.");
        }
        if (scale > SqlType.DECIMAL_SCALE_MAX) {
            throw SqlErrors.of(
                    1425, "42000", "Too big scale " + scale + " specified for column '" + name + "'. Maximum is 30.");
        }
        if (scale > digits && digits > 0) {
            throw SqlErrors.of(
                    1427,
                    "42000",
                    "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '" + name + "').");
        }
        SqlType type = SqlType.decimal(digits == 0 ? 10 : (int) digits, (int) scale);
        return unsigned ? type.asUnsigned() : type;
    }

    private static SqlType floating(TypeId id, List<SQLExpr> arguments, boolean unsigned) {
        boolean fixed = arguments.size() == 2;
        long length = fixed ? argument(arguments, 0, 0) : id == TypeId.FLOAT ? 12 : 22;
        return new SqlType(
                id,
                length,
                fixed ? (int) argument(arguments, 1, 0) : SqlType.FLOATING,
                unsigned,
                SqlType.BINARY_COLLATION,
                List.of());
    }

    private static int fraction(String name, List<SQLExpr> arguments) {
        long digits = argument(arguments, 0, 0);
        if (digits > SqlType.FRACTION_DIGITS_MAX) {
            throw SqlErrors.of(
                    1426, "42000", "Too-big precision " + digits + " specified for '" + name + "'. Maximum is 6.");
        }
        return (int) digits;
    }

    private static long argument(List<SQLExpr> arguments, int index, long otherwise) {
        return index < arguments.size() && arguments.get(index) instanceof SQLIntegerExpr number
                ? number.getNumber().longValue()
                : otherwise;
    }

    private static long checked(String name, long length, long least, long most) {
        if (length < least || length > most) {
            throw SqlErrors.of(
                    1074,
                    "42000",
                    "Column length too big for column '" + name + "' (max = " + most + "); use BLOB or TEXT instead");
        }
        return length;
    }

    private static String collation(SQLColumnDefinition definition, String otherwise) {
        String collate = definition.getCollateExpr() == null
                ? null
                : definition.getCollateExpr().toString();
        String charset = definition.getCharsetExpr() == null
                ? null
                : definition.getCharsetExpr().toString();
        boolean binary = false;
        if (definition.getDataType() instanceof SQLCharacterDataType type) {
            collate = collate == null ? type.getCollate() : collate;
            charset = charset == null ? type.getCharSetName() : charset;
            binary = type.isHasBinary();
        }
        if (collate == null && charset == null) {
            return binary ? "utf8mb4_bin" : otherwise;
        }
        return collate != null
                ? checkCollation(collate)
                : binary ? "utf8mb4_bin" : collationOf(charset == null ? "utf8mb4" : charset);
    }

    /** The default collation of a character set. */
    static String collationOf(String charset) {
        return switch (charset.toLowerCase(Locale.ROOT).replace("'", "")) {
            case "utf8mb4", "utf8", "utf8mb3", "ascii", "latin1" -> SqlType.DEFAULT_COLLATION;
            case "binary" -> SqlType.BINARY_COLLATION;
            default -> throw SqlErrors.of(1115, "42000", "Unknown character set: '" + charset + "'");
        };
    }

    static String checkCollation(String collation) {
        String name = collation.toLowerCase(Locale.ROOT).replace("'", "").replace("`", "");
        if (!TextOrder.exists(name)) {
            throw SqlErrors.of(1273, "HY000", "Unknown collation: '" + collation + "'");
        }
        return name;
    }
}
