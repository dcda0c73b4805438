package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import java.util.Locale;

/** The types that CAST knows. */
final class TypeNames {

    private static final int DECIMAL_DIGITS = 10;
    private static final long ANY_LENGTH = 16_777_216L;

    private TypeNames() {}

    static SqlType ofCast(SQLDataType type) {
        String name = type.getName().toUpperCase(Locale.ROOT);
        List<SQLExpr> arguments = type.getArguments();
        return switch (name) {
            case "SIGNED", "SIGNED INTEGER", "SIGNED INT", "INT", "INTEGER", "BIGINT" -> SqlType.BIGINT;
            case "UNSIGNED", "UNSIGNED INTEGER", "UNSIGNED INT" -> SqlType.UNSIGNED;
            case "DECIMAL", "DEC", "NUMERIC" -> SqlType.decimal(
                    (int) number(arguments, 0, DECIMAL_DIGITS), (int) number(arguments, 1, 0));
            case "DOUBLE", "REAL" -> SqlType.DOUBLE;
            case "FLOAT" -> SqlType.DOUBLE;
            case "DATE" -> SqlType.DATE;
            case "DATETIME", "TIMESTAMP" -> SqlType.dateTime((int) number(arguments, 0, 0));
            case "TIME" -> SqlType.time((int) number(arguments, 0, 0));
            case "YEAR" -> SqlType.INT;
            case "CHAR", "NCHAR", "VARCHAR" -> SqlType.text(number(arguments, 0, ANY_LENGTH));
            case "BINARY", "VARBINARY" -> SqlType.bytes(number(arguments, 0, ANY_LENGTH));
            case "JSON" -> new SqlType(
                    io.millrace.newsql.type.TypeId.JSON, ANY_LENGTH, 0, false, "utf8mb4_bin", List.of());
            default -> throw SqlErrors.unsupported("CAST … AS " + name);
        };
    }

    private static long number(List<SQLExpr> arguments, int index, long otherwise) {
        return index < arguments.size() && arguments.get(index) instanceof SQLIntegerExpr number
                ? number.getNumber().longValue()
                : otherwise;
    }
}
