package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLDataTypeImpl;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLCharExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryOperator;
import com.alibaba.druid.sql.ast.statement.SQLCharacterDataType;
import com.alibaba.druid.sql.ast.statement.SQLColumnCheck;
import com.alibaba.druid.sql.ast.statement.SQLColumnConstraint;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import com.alibaba.druid.sql.ast.statement.SQLColumnPrimaryKey;
import com.alibaba.druid.sql.ast.statement.SQLColumnReference;
import com.alibaba.druid.sql.ast.statement.SQLNotNullConstraint;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ColumnInfo.Fallback;
import io.millrace.newsql.catalog.ColumnInfo.Kind;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.ColumnValues;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.WarningSink;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Definitions of columns. */
final class ColumnDefinitions {

    private static final int NAME_MAX = 64;
    private static final long CHARACTERS_MAX = 16_383;
    private static final long BYTES_MAX = 65_535;

    private ColumnDefinitions() {}

    /** @param collation of the table, for texts that name none */
    static ColumnInfo column(SQLColumnDefinition definition, int id, int version, String collation) {
        String name = checkName(ExpressionCompiler.unquote(definition.getName().getSimpleName()));
        if (definition.getGeneratedAlwaysAs() != null || definition.getAsExpr() != null) {
            throw SqlErrors.unsupported("generated columns");
        }
        SqlType type = type(name, definition, collation);
        boolean nullable = true;
        for (SQLColumnConstraint constraint : definition.getConstraints()) {
            nullable &= !(constraint instanceof SQLNotNullConstraint) && !(constraint instanceof SQLColumnPrimaryKey);
            if (constraint instanceof SQLColumnCheck || constraint instanceof SQLColumnReference) {
                throw SqlErrors.unsupported(constraint instanceof SQLColumnCheck ? "CHECK constraints" : "FOREIGN KEY");
            }
        }
        Fallback fallback = fallback(name, definition.getDefaultExpr(), type, nullable);
        if (definition.isAutoIncrement()
                && (!type.isNumber() || type.family() == TypeId.Family.DECIMAL || fallback != null)) {
            throw SqlErrors.of(1063, "42000", "Incorrect column specifier for column '" + name + "'");
        }
        boolean updates = definition.getOnUpdate() != null;
        String comment = definition.getComment() instanceof SQLCharExpr text ? text.getText() : "";
        return new ColumnInfo(
                id,
                name,
                type,
                nullable && !definition.isAutoIncrement(),
                fallback,
                null,
                version,
                definition.isAutoIncrement(),
                updates,
                comment);
    }

    static String checkName(String name) {
        if (name.isEmpty() || name.endsWith(" ")) {
            throw SqlErrors.of(1166, "42000", "Incorrect column name '" + name + "'");
        }
        if (name.codePointCount(0, name.length()) > NAME_MAX) {
            throw SqlErrors.of(1059, "42000", "Identifier name '" + name + "' is too long");
        }
        return name;
    }

    // ---- types ----

    private static SqlType type(String name, SQLColumnDefinition definition, String collation) {
        SQLDataType type = definition.getDataType();
        List<SQLExpr> arguments = type.getArguments();
        boolean unsigned = type instanceof SQLDataTypeImpl number && number.isUnsigned();
        String kind = type.getName().toUpperCase(Locale.ROOT);
        return switch (kind) {
            case "BOOL", "BOOLEAN" -> number(TypeId.TINYINT, 1, false);
            case "TINYINT" -> number(TypeId.TINYINT, argument(arguments, 0, 4), unsigned);
            case "SMALLINT" -> number(TypeId.SMALLINT, 6, unsigned);
            case "MEDIUMINT" -> number(TypeId.MEDIUMINT, 9, unsigned);
            case "INT", "INTEGER" -> number(TypeId.INT, 11, unsigned);
            case "BIGINT", "SERIAL" -> number(TypeId.BIGINT, 20, unsigned || kind.equals("SERIAL"));
            case "BIT" -> number(TypeId.BIT, checked(name, argument(arguments, 0, 1), 1, 64), true);
            case "YEAR" -> number(TypeId.YEAR, 4, true);
            case "DECIMAL", "DEC", "NUMERIC", "FIXED" -> decimal(name, arguments, unsigned);
            case "FLOAT" -> floating(
                    arguments.size() == 1 && argument(arguments, 0, 0) > 24 ? TypeId.DOUBLE : TypeId.FLOAT,
                    arguments,
                    unsigned);
            case "DOUBLE", "DOUBLE PRECISION", "REAL" -> floating(TypeId.DOUBLE, arguments, unsigned);
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
            case "CHAR", "NCHAR", "CHARACTER" -> bytes
                    ? bytes(TypeId.BINARY, argument(arguments, 0, 1))
                    : text(TypeId.CHAR, checked(name, argument(arguments, 0, 1), 0, 255), chosen);
            case "VARCHAR", "NVARCHAR", "CHARACTER VARYING" -> {
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
            case "TEXT" -> text(TypeId.TEXT, 65_535, chosen);
            case "MEDIUMTEXT", "LONG", "LONG VARCHAR" -> text(TypeId.MEDIUMTEXT, 16_777_215, chosen);
            case "LONGTEXT" -> text(TypeId.LONGTEXT, 4_294_967_295L, chosen);
            case "TINYBLOB" -> bytes(TypeId.TINYBLOB, 255);
            case "BLOB" -> bytes(TypeId.BLOB, 65_535);
            case "MEDIUMBLOB" -> bytes(TypeId.MEDIUMBLOB, 16_777_215);
            case "LONGBLOB" -> bytes(TypeId.LONGBLOB, 4_294_967_295L);
            case "JSON" -> text(TypeId.JSON, 4_294_967_295L, "utf8mb4_bin");
            case "ENUM", "SET" -> elements(kind.equals("ENUM") ? TypeId.ENUM : TypeId.SET, arguments, chosen);
            default -> throw SqlErrors.unsupported("type " + kind);
        };
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

    private static SqlType elements(TypeId id, List<SQLExpr> arguments, String collation) {
        List<String> elements = arguments.stream()
                .map(each -> ((SQLCharExpr) each).getText().stripTrailing())
                .toList();
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

    // ---- defaults ----

    static @Nullable Fallback fallback(String column, @Nullable SQLExpr expr, SqlType type, boolean nullable) {
        if (expr == null) {
            return null;
        }
        if (expr instanceof SQLNullExpr) {
            if (!nullable) {
                throw invalid(column);
            }
            return new Fallback(Kind.NULL, "");
        }
        if (isNow(expr)) {
            return new Fallback(Kind.NOW, "");
        }
        boolean negative = expr instanceof SQLUnaryExpr unary && unary.getOperator() == SQLUnaryOperator.Negative;
        Literal literal = ExpressionCompiler.literal(negative ? ((SQLUnaryExpr) expr).getExpr() : expr);
        if (literal == null || literal.value() == null) {
            throw SqlErrors.unsupported("DEFAULT (expression)");
        }
        String text = (negative ? "-" : "") + Casts.toText(literal.value(), literal.type());
        if (literal.value() instanceof byte[] bytes && type.isNumber()) {
            text = new java.math.BigInteger(1, bytes).toString();
        }
        try {
            ColumnValues.Target target = new ColumnValues.Target(column, true, 1, ZoneOffset.UTC, 0, WarningSink.NONE);
            ColumnValues.assign(text, SqlType.text(text.length()), type, target);
        } catch (io.millrace.newsql.mysql.SqlException e) {
            throw invalid(column);
        }
        return new Fallback(Kind.LITERAL, text);
    }

    private static io.millrace.newsql.mysql.SqlException invalid(String column) {
        return SqlErrors.of(1067, "42000", "Invalid default value for '" + column + "'");
    }

    private static boolean isNow(SQLExpr expr) {
        String name = expr instanceof SQLMethodInvokeExpr call ? call.getMethodName() : expr.toString();
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP" -> true;
            default -> false;
        };
    }
}
