package io.millrace.newsql.session;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.VirtualRows;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Tables that the server makes when they are read. */
final class VirtualTable {

    private static final String COLLATION = "utf8mb4_general_ci";

    private VirtualTable() {}

    /**
     * A table of texts and numbers.
     *
     * @param columns names; one that ends in {@code #} is a BIGINT, in {@code @} a DATETIME
     */
    static TableRef of(String schema, String name, List<String> columns, VirtualRows rows) {
        List<ColumnInfo> infos = new ArrayList<>();
        for (String column : columns) {
            boolean number = column.endsWith("#");
            boolean time = column.endsWith("@");
            SqlType type = number ? SqlType.BIGINT : time ? SqlType.dateTime(0) : SqlType.text(1024, COLLATION);
            String plain = number || time ? column.substring(0, column.length() - 1) : column;
            infos.add(new ColumnInfo(infos.size(), plain, type, true, null, null, 1, false, false, ""));
        }
        TableInfo info =
                new TableInfo(0, 1, schema, name, List.copyOf(infos), null, List.of(), infos.size(), COLLATION, "", 0);
        return new TableRef(info, null, rows);
    }
}
