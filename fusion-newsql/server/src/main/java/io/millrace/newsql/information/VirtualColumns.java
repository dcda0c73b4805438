package io.millrace.newsql.information;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Columns of tables that the server makes, from declarations such as {@code "TABLE_ROWS bigint unsigned"}: name, type, and {@code !} for NOT NULL. A name that holds blanks stands
 * in backticks.
 */
final class VirtualColumns {

    static final String COLLATION = "utf8mb4_general_ci";
    private static final long TEXT_LENGTH = 65_535;

    private VirtualColumns() {}

    static List<ColumnInfo> of(String... declarations) {
        List<ColumnInfo> columns = new ArrayList<>();
        for (String declaration : declarations) {
            columns.add(column(columns.size(), declaration));
        }
        return List.copyOf(columns);
    }

    private static ColumnInfo column(int ordinal, String declaration) {
        boolean quoted = declaration.startsWith("`");
        int end = quoted ? declaration.indexOf('`', 1) : declaration.indexOf(' ');
        String name = end < 0 ? declaration : declaration.substring(quoted ? 1 : 0, end);
        String rest =
                end < 0 ? "" : declaration.substring(quoted ? end + 1 : end).strip();
        boolean nullable = !rest.endsWith("!");
        String type = nullable ? rest : rest.substring(0, rest.length() - 1).strip();
        return new ColumnInfo(
                ordinal, name, type(type.toLowerCase(Locale.ROOT)), nullable, null, null, 1, false, false, "");
    }

    private static SqlType type(String text) {
        int open = text.indexOf('(');
        String word = open < 0 ? text : text.substring(0, open);
        long length = open < 0 ? 0 : Long.parseLong(text.substring(open + 1, text.indexOf(')')));
        return switch (word) {
            case "", "varchar" -> SqlType.text(length == 0 ? 64 : length, COLLATION);
            case "text" -> new SqlType(TypeId.TEXT, TEXT_LENGTH, 0, false, COLLATION, List.of());
            case "mediumtext" -> new SqlType(TypeId.MEDIUMTEXT, 16_777_215, 0, false, COLLATION, List.of());
            case "longtext" -> new SqlType(TypeId.LONGTEXT, 4_294_967_295L, 0, false, COLLATION, List.of());
            case "bigint" -> SqlType.BIGINT;
            case "bigint unsigned" -> SqlType.UNSIGNED;
            case "int" -> SqlType.INT;
            case "int unsigned" -> SqlType.INT.asUnsigned();
            case "double" -> SqlType.DOUBLE;
            case "datetime" -> SqlType.dateTime((int) length);
            case "timestamp" -> new SqlType(
                    TypeId.TIMESTAMP,
                    length == 0 ? 19 : 20 + length,
                    (int) length,
                    false,
                    SqlType.BINARY_COLLATION,
                    List.of());
            case "binary" -> SqlType.bytes(length);
            case "json" -> new SqlType(TypeId.JSON, 4_294_967_295L, 0, false, COLLATION, List.of());
            default -> throw new IllegalArgumentException("type of a virtual column: " + text);
        };
    }
}
