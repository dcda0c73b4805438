package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;
import static io.millrace.newsql.information.Visible.CATALOG;

import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.ViewSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** REFERENTIAL_CONSTRAINTS, CHECK_CONSTRAINTS and VIEWS. */
final class ConstraintTables {

    static final VirtualTable REFERENTIAL_CONSTRAINTS = information(
            "REFERENTIAL_CONSTRAINTS",
            (rows, server) -> Visible.eachTable(server, (schema, table) -> table.foreignKeys()
                    .forEach(key -> rows.add(row(
                            CATALOG,
                            schema.name(),
                            key.name(),
                            CATALOG,
                            key.parent().schema(),
                            parentKey(server, key),
                            "NONE",
                            key.onUpdate().sqlName(),
                            key.onDelete().sqlName(),
                            table.name(),
                            key.parent().table())))),
            "CONSTRAINT_CATALOG varchar(64)!",
            "CONSTRAINT_SCHEMA varchar(64)!",
            "CONSTRAINT_NAME varchar(64)",
            "UNIQUE_CONSTRAINT_CATALOG varchar(64)!",
            "UNIQUE_CONSTRAINT_SCHEMA varchar(64)!",
            "UNIQUE_CONSTRAINT_NAME varchar(64)",
            "MATCH_OPTION varchar(7)!",
            "UPDATE_RULE varchar(11)!",
            "DELETE_RULE varchar(11)!",
            "TABLE_NAME varchar(64)!",
            "REFERENCED_TABLE_NAME varchar(64)!");

    static final VirtualTable CHECK_CONSTRAINTS = information(
            "CHECK_CONSTRAINTS",
            (rows, server) -> Visible.eachTable(server, (schema, table) -> table.checks()
                    .forEach(check -> rows.add(row(CATALOG, schema.name(), check.name(), check.expression())))),
            "CONSTRAINT_CATALOG varchar(64)!",
            "CONSTRAINT_SCHEMA varchar(64)!",
            "CONSTRAINT_NAME varchar(64)!",
            "CHECK_CLAUSE longtext!");

    static final VirtualTable VIEWS = information(
            "VIEWS",
            (rows, server) -> Visible.eachView(
                    server,
                    view -> rows.add(row(
                            CATALOG,
                            view.schema(),
                            view.name(),
                            view.text(),
                            view.checkOption().name(),
                            ViewSource.isUpdatable(view) ? "YES" : "NO",
                            view.definer(),
                            view.invoker() ? "INVOKER" : "DEFINER",
                            "utf8mb4",
                            "utf8mb4_0900_ai_ci"))),
            "TABLE_CATALOG varchar(64)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "VIEW_DEFINITION longtext",
            "CHECK_OPTION varchar(8)",
            "IS_UPDATABLE varchar(3)",
            "DEFINER varchar(288)!",
            "SECURITY_TYPE varchar(7)!",
            "CHARACTER_SET_CLIENT varchar(64)!",
            "COLLATION_CONNECTION varchar(64)!");

    private ConstraintTables() {}

    /** The unique key of the parent that the constraint stands on; null while there is none. */
    private static @Nullable String parentKey(ServerView server, ForeignKey key) {
        TableInfo parent =
                server.catalog().findTable(key.parent().schema(), key.parent().table());
        if (parent == null) {
            return null;
        }
        for (IndexInfo index : parent.allIndexes()) {
            List<String> names = index.parts().stream()
                    .map(part -> parent.columns().get(part.ordinal()).name())
                    .toList();
            if (index.unique() && names.equals(key.parentColumns())) {
                return index.name();
            }
        }
        return null;
    }
}
