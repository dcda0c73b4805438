package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;
import static io.millrace.newsql.information.Visible.CATALOG;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** STATISTICS, KEY_COLUMN_USAGE and the tables of constraints. */
final class KeyTables {

    static final VirtualTable STATISTICS = information(
            "STATISTICS",
            KeyTables::statistics,
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "NON_UNIQUE int!",
            "INDEX_SCHEMA varchar(64)!",
            "INDEX_NAME varchar(64)",
            "SEQ_IN_INDEX int unsigned!",
            "COLUMN_NAME varchar(64)",
            "COLLATION varchar(1)",
            "CARDINALITY bigint",
            "SUB_PART bigint",
            "PACKED binary(0)",
            "NULLABLE varchar(3)!",
            "INDEX_TYPE varchar(11)!",
            "COMMENT varchar(8)!",
            "INDEX_COMMENT varchar(2048)!",
            "IS_VISIBLE varchar(3)!",
            "EXPRESSION longtext");

    static final VirtualTable KEY_COLUMN_USAGE = information(
            "KEY_COLUMN_USAGE",
            KeyTables::keyColumns,
            "CONSTRAINT_CATALOG varchar(64)!",
            "CONSTRAINT_SCHEMA varchar(64)!",
            "CONSTRAINT_NAME varchar(64)",
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "COLUMN_NAME varchar(64)",
            "ORDINAL_POSITION int unsigned!",
            "POSITION_IN_UNIQUE_CONSTRAINT int unsigned",
            "REFERENCED_TABLE_SCHEMA varchar(64)",
            "REFERENCED_TABLE_NAME varchar(64)",
            "REFERENCED_COLUMN_NAME varchar(64)");

    static final VirtualTable TABLE_CONSTRAINTS = information(
            "TABLE_CONSTRAINTS",
            KeyTables::constraints,
            "CONSTRAINT_CATALOG varchar(64)!",
            "CONSTRAINT_SCHEMA varchar(64)!",
            "CONSTRAINT_NAME varchar(64)",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "CONSTRAINT_TYPE varchar(11)!",
            "ENFORCED varchar(3)!");

    private KeyTables() {}

    private static void statistics(List<@Nullable Object[]> rows, ServerView server) {
        Visible.eachTable(server, (schema, table) -> {
            for (IndexInfo index : table.allIndexes()) {
                for (int i = 0; i < index.parts().size(); i++) {
                    IndexInfo.Part part = index.parts().get(i);
                    ColumnInfo column = table.columns().get(part.ordinal());
                    rows.add(row(
                            CATALOG,
                            schema.name(),
                            table.name(),
                            index.unique() ? 0L : 1L,
                            schema.name(),
                            index.name(),
                            i + 1L,
                            column.name(),
                            part.descending() ? "D" : "A",
                            0L,
                            part.prefix() == 0 ? null : (Object) (long) part.prefix(),
                            null,
                            column.nullable() ? "YES" : "",
                            "BTREE",
                            "",
                            index.comment(),
                            "YES",
                            null));
                }
            }
        });
    }

    private static void keyColumns(List<@Nullable Object[]> rows, ServerView server) {
        Visible.eachTable(server, (schema, table) -> {
            for (IndexInfo index : table.allIndexes()) {
                for (int i = 0; i < index.parts().size() && index.unique(); i++) {
                    rows.add(row(
                            CATALOG,
                            schema.name(),
                            index.name(),
                            CATALOG,
                            schema.name(),
                            table.name(),
                            table.columns().get(index.parts().get(i).ordinal()).name(),
                            i + 1L,
                            null,
                            null,
                            null,
                            null));
                }
            }
            table.foreignKeys().forEach(key -> foreignColumns(rows, table, key));
        });
    }

    private static void foreignColumns(List<@Nullable Object[]> rows, TableInfo table, ForeignKey key) {
        for (int i = 0; i < key.columnIds().size(); i++) {
            int ordinal = table.ordinalOfId(key.columnIds().get(i));
            rows.add(row(
                    CATALOG,
                    table.schema(),
                    key.name(),
                    CATALOG,
                    table.schema(),
                    table.name(),
                    table.columns().get(ordinal).name(),
                    i + 1L,
                    i + 1L,
                    key.parent().schema(),
                    key.parent().table(),
                    key.parentColumns().get(i)));
        }
    }

    private static @Nullable Object[] constraint(TableInfo table, String name, String type, boolean enforced) {
        return row(CATALOG, table.schema(), name, table.schema(), table.name(), type, enforced ? "YES" : "NO");
    }

    private static void constraints(List<@Nullable Object[]> rows, ServerView server) {
        Visible.eachTable(server, (schema, table) -> {
            for (IndexInfo index : table.allIndexes()) {
                if (index.unique()) {
                    rows.add(constraint(table, index.name(), index.isPrimary() ? "PRIMARY KEY" : "UNIQUE", true));
                }
            }
            table.foreignKeys().forEach(key -> rows.add(constraint(table, key.name(), "FOREIGN KEY", true)));
            table.checks().forEach(check -> rows.add(constraint(table, check.name(), "CHECK", check.enforced())));
        });
    }
}
