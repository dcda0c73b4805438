package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLBooleanExpr;
import com.alibaba.druid.sql.ast.expr.SQLDateExpr;
import com.alibaba.druid.sql.ast.expr.SQLDateTimeExpr;
import com.alibaba.druid.sql.ast.expr.SQLHexExpr;
import com.alibaba.druid.sql.ast.expr.SQLNullExpr;
import com.alibaba.druid.sql.ast.expr.SQLNumericLiteralExpr;
import com.alibaba.druid.sql.ast.expr.SQLTextLiteralExpr;
import com.alibaba.druid.sql.ast.expr.SQLTimeExpr;
import com.alibaba.druid.sql.ast.expr.SQLTimestampExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLValuableExpr;
import com.alibaba.druid.sql.dialect.mysql.ast.expr.MySqlCharExpr;
import io.millrace.newsql.mysql.ClientText;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Values that stand in the parser's tree. */
final class Literals {

    private Literals() {}

    /** The value that an expression is; null if it has to be computed. */
    static @Nullable Literal of(SQLExpr expr) {
        if (expr instanceof SQLNullExpr) {
            return Literal.NULL;
        }
        if (expr instanceof MySqlCharExpr text) {
            boolean binary = "_binary".equalsIgnoreCase(text.getCharset());
            return binary ? Literal.of(ClientText.encode(text.getText())) : Literal.of(text.getText());
        }
        if (isTemporal(expr)) {
            return null;
        }
        if (expr instanceof SQLTextLiteralExpr text) {
            return Literal.of(text.getText());
        }
        if (expr instanceof SQLBooleanExpr bool) {
            return new Literal(SqlType.BOOLEAN, bool.getBooleanValue() ? 1L : 0L);
        }
        if (expr instanceof SQLHexExpr hex) {
            return digits(hex(hex.getHex()));
        }
        if (expr instanceof SQLBinaryExpr bits) {
            return digits(bits(bits.getText()));
        }
        return expr instanceof SQLNumericLiteralExpr number ? number(number) : null;
    }

    private static boolean isTemporal(SQLExpr expr) {
        return expr instanceof SQLDateExpr
                || expr instanceof SQLTimestampExpr
                || expr instanceof SQLTimeExpr
                || expr instanceof SQLDateTimeExpr;
    }

    private static Literal digits(byte[] bytes) {
        return new Literal(SqlType.digits(bytes.length), bytes);
    }

    private static byte[] hex(String digits) {
        byte[] bytes = new byte[(digits.length() + 1) / 2];
        int shift = digits.length() & 1;
        for (int i = 0; i < digits.length(); i++) {
            int place = i + shift;
            bytes[place / 2] |= (byte) (Character.digit(digits.charAt(i), 16) << (place % 2 == 0 ? 4 : 0));
        }
        return bytes;
    }

    private static byte[] bits(String digits) {
        byte[] bytes = new byte[(digits.length() + 7) / 8];
        for (int i = 0; i < digits.length(); i++) {
            int place = i + bytes.length * 8 - digits.length();
            bytes[place / 8] |= (byte) ((digits.charAt(i) - '0') << (7 - place % 8));
        }
        return bytes;
    }

    private static Literal number(SQLNumericLiteralExpr expr) {
        Number number = expr.getNumber();
        if (number instanceof BigInteger big) {
            return Literal.of(big);
        }
        if (number instanceof BigDecimal decimal) {
            String written = expr.toString();
            return written.indexOf('e') >= 0 || written.indexOf('E') >= 0 ? Literal.real(written) : Literal.of(decimal);
        }
        return number instanceof Double || number instanceof Float
                ? Literal.of(number.doubleValue())
                : Literal.of(number.longValue());
    }

    /** The negative of a number that stands behind a minus; null for anything else. */
    static @Nullable Literal negative(SQLUnaryExpr unary) {
        Literal number = unary.getExpr() instanceof SQLNumericLiteralExpr expr ? number(expr) : null;
        if (number == null
                || number.type().id() != SqlType.UNSIGNED.id()
                || !number.type().unsigned()) {
            return null;
        }
        Object value = number.value();
        return value instanceof Long bits
                ? Literal.of(io.millrace.newsql.type.Casts.unsigned(bits).negate())
                : null;
    }

    /** {@code DATE '2024-01-31'} and its like; null for anything else. @throws io.millrace.newsql.mysql.SqlException 1525 for what is none */
    static @Nullable Expression temporal(SQLExpr expr) {
        if (!isTemporal(expr)) {
            return null;
        }
        Object value = ((SQLValuableExpr) expr).getValue();
        String text = value == null ? "" : value.toString();
        return expr instanceof SQLDateExpr
                ? temporal(text, SqlType.DATE, "DATE")
                : expr instanceof SQLTimeExpr
                        ? temporal(text, SqlType.time(fraction(text)), "TIME")
                        : temporal(text, SqlType.dateTime(fraction(text)), "DATETIME");
    }

    private static Expression temporal(String text, SqlType type, String kind) {
        boolean[] warned = new boolean[1];
        Object value = CastExpressions.constant(text, type, (code, message) -> warned[0] = true);
        boolean isWhole = type.id() != SqlType.DATE.id() || text.strip().length() <= 10;
        if (value == null || warned[0] || !isWhole) {
            throw SqlErrors.of(1525, "HY000", "Incorrect " + kind + " value: '" + text + "'");
        }
        return Expression.constant(type, value);
    }

    static int fraction(String text) {
        int point = text.lastIndexOf('.');
        return point < 0 ? 0 : Math.min(SqlType.FRACTION_DIGITS_MAX, text.length() - point - 1);
    }
}
