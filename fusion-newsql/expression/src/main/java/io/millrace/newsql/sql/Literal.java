package io.millrace.newsql.sql;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A value that stands in a statement, or was sent for one of its parameters.
 *
 * @param type never a column's; its length says how long the value is
 * @param value as {@link Casts} holds values of the type
 */
public record Literal(SqlType type, @Nullable Object value) {

    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final int UNSIGNED_BITS = 64;

    public static final Literal NULL = new Literal(SqlType.NULL, null);

    public static Literal of(long value) {
        return new Literal(SqlType.BIGINT, value);
    }

    public static Literal of(double value) {
        return new Literal(SqlType.DOUBLE, value);
    }

    public static Literal of(BigDecimal value) {
        return new Literal(SqlType.decimal(Math.max(value.precision(), value.scale()), value.scale()), value);
    }

    /** A BIGINT, an unsigned one, or a decimal: what the size asks for. */
    public static Literal of(BigInteger value) {
        if (value.compareTo(LONG_MAX) <= 0 && value.bitLength() < UNSIGNED_BITS) {
            return of(value.longValue());
        }
        return value.signum() > 0 && value.bitLength() <= UNSIGNED_BITS
                ? new Literal(SqlType.UNSIGNED, value.longValue())
                : of(new BigDecimal(value));
    }

    public static Literal of(String text) {
        return new Literal(SqlType.text(text.codePointCount(0, text.length())), text);
    }

    /** Whether it is a text that begins with a character that LIKE takes for others. */
    public boolean isOpenPattern() {
        return value instanceof String text && !text.isEmpty() && (text.charAt(0) == '%' || text.charAt(0) == '_');
    }

    public static Literal of(byte[] bytes) {
        return new Literal(SqlType.bytes(bytes.length), bytes);
    }

    /** A number as it is written: with an exponent a double, with a point a decimal. */
    static Literal number(String text) {
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return real(text);
        }
        if (text.indexOf('.') >= 0) {
            return of(new BigDecimal(text.endsWith(".") ? text.substring(0, text.length() - 1) : text));
        }
        return text.length() < 19 ? of(Long.parseLong(text)) : of(new BigInteger(text));
    }

    /** A double. @throws io.millrace.newsql.mysql.SqlException 1367 for one that is too large */
    public static Literal real(String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw SqlErrors.of(1367, "22007", "Illegal double '" + text + "' value found during parsing");
        }
        return of(value);
    }

    /** What a quoted string says, with its escapes undone. */
    static String unquote(String quoted) {
        return unquote(quoted, TextModes.PLAIN);
    }

    static String unquote(String quoted, TextModes modes) {
        char quote = quoted.charAt(0);
        String inner = quoted.substring(1, quoted.length() - 1);
        if (inner.indexOf('\\') < 0 && inner.indexOf(quote) < 0) {
            return inner;
        }
        StringBuilder out = new StringBuilder(inner.length());
        for (int i = 0; i < inner.length(); i++) {
            char next = inner.charAt(i);
            if (next == '\\' && i + 1 < inner.length() && !modes.plainBackslashes()) {
                appendEscaped(out, inner.charAt(++i));
            } else {
                out.append(next);
                i += next == quote ? 1 : 0;
            }
        }
        return out.toString();
    }

    private static void appendEscaped(StringBuilder out, char escaped) {
        switch (escaped) {
            case '0' -> out.append('\0');
            case 'b' -> out.append('\b');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'Z' -> out.append('\u001A');
            case '%', '_' -> out.append('\\').append(escaped);
            default -> out.append(escaped);
        }
    }
}
