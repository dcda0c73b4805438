package io.millrace.launcher.shell;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HexFormat;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** A column's values as text: bytes as {@code 0x…} digits, the rest as the server writes it. */
final class CellText {

    private static final HexFormat DIGITS = HexFormat.of().withUpperCase();

    private final int column;
    private final String title;
    private final boolean bytes;
    private final boolean number;

    private CellText(int column, String title, boolean bytes, boolean number) {
        this.column = column;
        this.title = title;
        this.bytes = bytes;
        this.number = number;
    }

    /** One for each column of a result. */
    static CellText[] of(ResultSetMetaData columns) throws SQLException {
        CellText[] cells = new CellText[columns.getColumnCount()];
        for (int i = 0; i < cells.length; i++) {
            int type = columns.getColumnType(i + 1);
            cells[i] = new CellText(i + 1, columns.getColumnLabel(i + 1), isBytes(type), isNumber(type));
        }
        return cells;
    }

    private static boolean isBytes(int type) {
        return switch (type) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.BIT -> true;
            default -> false;
        };
    }

    private static boolean isNumber(int type) {
        return switch (type) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE -> true;
            default -> false;
        };
    }

    String title() {
        return title;
    }

    /** Whether a table shows it at the right. */
    boolean isNumber() {
        return number;
    }

    /** Its value in the current row, or null for NULL. */
    @Nullable
    String read(ResultSet rows) throws SQLException {
        if (!bytes) {
            return rows.getString(column);
        }
        byte[] value = rows.getBytes(column);
        return value == null ? null : "0x" + DIGITS.formatHex(value);
    }

    /** The text with control characters escaped, so that it stays in its line. */
    static String inOneLine(String text) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= ' ' && c != '\u007f';
            if (!plain && escaped == null) {
                escaped = new StringBuilder(text.length() + 8).append(text, 0, i);
            }
            if (escaped != null) {
                escaped.append(plain ? String.valueOf(c) : escape(c));
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    private static String escape(char c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            default -> "\\x" + DIGITS.toHexDigits((byte) c);
        };
    }

    /** How many places a terminal takes for it. */
    static int width(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            width += Math.max(0, WCWidth.wcwidth(point));
            i += Character.charCount(point);
        }
        return width;
    }
}
