package io.millrace.newsql.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table's record with some of it changed. One use, one thread. */
public final class TableEdit {

    private final TableInfo table;
    private long id;
    private int version;
    private String schema;
    private String name;
    private List<ColumnInfo> columns;
    private @Nullable IndexInfo primary;
    private List<IndexInfo> indexes;
    private int columnIds;
    private String collation;
    private String comment;
    private List<CheckInfo> checks;
    private List<ForeignKey> foreignKeys;
    private List<BuildingIndex> building;
    private List<TableName> referencedBy;
    private boolean temporary;

    public TableEdit(TableInfo table) {
        this.table = table;
        id = table.id();
        version = table.version();
        schema = table.schema();
        name = table.name();
        columns = table.columns();
        primary = table.primary();
        indexes = table.indexes();
        columnIds = table.columnIds();
        collation = table.collation();
        comment = table.comment();
        checks = table.checks();
        foreignKeys = table.foreignKeys();
        building = table.building();
        referencedBy = table.referencedBy();
        temporary = table.temporary();
    }

    public TableEdit id(long value) {
        id = value;
        return this;
    }

    public TableEdit nextVersion() {
        version = table.version() + 1;
        return this;
    }

    public TableEdit version(int value) {
        version = value;
        return this;
    }

    public TableEdit names(String newSchema, String newName) {
        schema = newSchema;
        name = newName;
        return this;
    }

    public TableEdit columns(List<ColumnInfo> value, int ids) {
        columns = List.copyOf(value);
        columnIds = ids;
        return this;
    }

    public TableEdit primary(@Nullable IndexInfo value) {
        primary = value;
        return this;
    }

    public TableEdit indexes(List<IndexInfo> value) {
        indexes = List.copyOf(value);
        return this;
    }

    public TableEdit collation(String value) {
        collation = value;
        return this;
    }

    public TableEdit comment(String value) {
        comment = value;
        return this;
    }

    public TableEdit checks(List<CheckInfo> value) {
        checks = List.copyOf(value);
        return this;
    }

    public TableEdit foreignKeys(List<ForeignKey> value) {
        foreignKeys = List.copyOf(value);
        return this;
    }

    public TableEdit building(List<BuildingIndex> value) {
        building = List.copyOf(value);
        return this;
    }

    TableEdit referencedBy(List<TableName> value) {
        referencedBy = List.copyOf(value);
        return this;
    }

    public TableEdit temporary(boolean value) {
        temporary = value;
        return this;
    }

    public TableInfo done() {
        return new TableInfo(
                id,
                version,
                schema,
                name,
                columns,
                primary,
                indexes,
                columnIds,
                collation,
                comment,
                table.createdMillis(),
                checks,
                foreignKeys,
                building,
                referencedBy,
                temporary);
    }
}
