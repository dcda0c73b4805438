package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLCharacterDataType;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import java.util.Locale;

/** The types that CAST knows. */
final class TypeNames {

    private static final int DECIMAL_DIGITS = 10;
    private static final long ANY_LENGTH = 16_777_216L;
    private static final int FLOAT_BITS = 24;

    private TypeNames() {}

    /** @param collation of text that names none */
    static SqlType ofCast(SQLDataType type, String collation) {
        String name = type.getName().toUpperCase(Locale.ROOT);
        List<SQLExpr> arguments = type.getArguments();
        return switch (name) {
            case "SIGNED", "SIGNED INTEGER", "SIGNED INT", "INT", "INTEGER", "BIGINT" -> SqlType.BIGINT;
            case "UNSIGNED", "UNSIGNED INTEGER", "UNSIGNED INT" -> SqlType.UNSIGNED;
            case "DECIMAL", "DEC", "NUMERIC" -> decimal(number(arguments, 0, DECIMAL_DIGITS), number(arguments, 1, 0));
            case "DOUBLE", "REAL" -> SqlType.DOUBLE;
            case "FLOAT" -> number(arguments, 0, 0) > FLOAT_BITS ? SqlType.DOUBLE : SqlType.FLOAT;
            case "DATE" -> SqlType.DATE;
            case "DATETIME" -> SqlType.dateTime(fraction(arguments));
            case "TIME" -> SqlType.time(fraction(arguments));
            case "YEAR" -> SqlType.YEAR;
            case "CHAR", "NCHAR", "VARCHAR", "CHARACTER" -> text(type, number(arguments, 0, ANY_LENGTH), collation);
            case "BINARY" -> arguments.isEmpty()
                    ? SqlType.bytes(ANY_LENGTH)
                    : SqlType.padded(number(arguments, 0, ANY_LENGTH));
            case "JSON" -> new SqlType(
                    io.millrace.newsql.type.TypeId.JSON, ANY_LENGTH, 0, false, "utf8mb4_bin", List.of());
            case "POINT",
                    "LINESTRING",
                    "POLYGON",
                    "MULTIPOINT",
                    "MULTILINESTRING",
                    "MULTIPOLYGON",
                    "GEOMETRYCOLLECTION" -> throw SqlErrors.unsupported("CAST … AS " + name);
            default -> throw SqlErrors.syntax(type.toString(), 1);
        };
    }

    private static SqlType decimal(long digits, long scale) {
        if (digits > SqlType.DECIMAL_DIGITS_MAX) {
            throw SqlErrors.of(1426, "42000", "Too-big precision " + digits + " specified for 'CAST'. Maximum is 65.");
        }
        if (scale > SqlType.DECIMAL_SCALE_MAX) {
            throw SqlErrors.of(1425, "42000", "Too big scale " + scale + " specified for 'CAST'. Maximum is 30.");
        }
        if (scale > digits) {
            throw SqlErrors.of(
                    1427, "42000", "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column 'CAST').");
        }
        return SqlType.decimal((int) (digits == 0 ? DECIMAL_DIGITS : digits), (int) scale);
    }

    private static int fraction(List<SQLExpr> arguments) {
        long digits = number(arguments, 0, 0);
        if (digits > SqlType.FRACTION_DIGITS_MAX) {
            throw SqlErrors.of(1426, "42000", "Too-big precision " + digits + " specified for 'CAST'. Maximum is 6.");
        }
        return (int) digits;
    }

    private static SqlType text(SQLDataType type, long length, String collation) {
        String charset = type instanceof SQLCharacterDataType text ? text.getCharSetName() : null;
        return charset != null && TextCharset.of(charset) == TextCharset.BINARY
                ? SqlType.bytes(length)
                : SqlType.text(length, collation);
    }

    private static long number(List<SQLExpr> arguments, int index, long otherwise) {
        return index < arguments.size() && arguments.get(index) instanceof SQLIntegerExpr number
                ? number.getNumber().longValue()
                : otherwise;
    }
}
