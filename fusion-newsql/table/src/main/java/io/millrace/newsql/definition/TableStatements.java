package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLDropTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlCreateTableStatement;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.Catalog.Replacement;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableEdit;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** CREATE, DROP, RENAME and TRUNCATE of tables. One thread. */
final class TableStatements {

    private final SharedTables shared;
    private final DefinitionSession session;

    TableStatements(SharedTables shared, DefinitionSession session) {
        this.shared = shared;
        this.session = session;
    }

    private TablesAlone alone() {
        return new TablesAlone(shared.locks(), session);
    }

    private ForeignKeyDefinitions foreignKeys() {
        return new ForeignKeyDefinitions(shared.catalog().picture(), session.foreignKeyChecks());
    }

    private @Nullable TableInfo findTemporary(TableName name) {
        TemporaryTables own = session.temporaryTables();
        return own == null ? null : own.find(name.schema(), name.table());
    }

    // ---- CREATE ----

    /** @param like whose definition is taken; null for none @return rows that came of a query */
    long create(TableName name, MySqlCreateTableStatement create, @Nullable TableName like) {
        SchemaInfo schema = shared.catalog().picture().schema(name.schema());
        boolean exists = create.isTemporary() ? findTemporary(name) != null : schema.has(name.table());
        if (exists && create.isIfNotExists()) {
            session.note(1050, "Table '" + name.table() + "' already exists");
            return 0;
        }
        if (exists) {
            throw SqlErrors.of(1050, "42S01", "Table '" + name.table() + "' already exists");
        }
        SQLSelect query = create.getSelect();
        List<QueryColumn> queried = query == null ? List.of() : session.columnsOf(query);
        TableInfo draft = like == null ? defined(name, create, schema, queried) : copied(name, like);
        TableInfo table = TableDefinitions.withIds(
                draft, shared.catalog().takeIds(1 + draft.indexes().size()));
        if (!session.unless(create.isIfNotExists(), 1050, () -> put(table, create.isTemporary()))) {
            return 0;
        }
        if (create.getOption("AUTO_INCREMENT") instanceof SQLIntegerExpr first && table.autoIncrementOrdinal() >= 0) {
            shared.counters().set(table.id(), Math.max(1, first.getNumber().longValue()));
        }
        return query == null ? 0 : fill(table, queried, query, create.isTemporary());
    }

    private TableInfo defined(
            TableName name, MySqlCreateTableStatement create, SchemaInfo schema, List<QueryColumn> queried) {
        TableDraft draft = new TableDraft(name.schema(), name.table(), schema.collation());
        if (queried.isEmpty()) {
            return new TableDefinitions(draft, foreignKeys()).create(create);
        }
        return new TableDefinitions(draft, foreignKeys())
                .create(create, queried.stream().map(TableStatements::column).toList());
    }

    /** A column of a query as a column of a table: id and place come later. */
    private static ColumnInfo column(QueryColumn column) {
        SqlType type = column.type();
        SqlType kept = type.id() == TypeId.NULL
                ? SqlType.bytes(0)
                : type.id() == TypeId.VARCHAR && type.length() > ColumnTypes.CHARACTERS_MAX
                        ? new SqlType(TypeId.LONGTEXT, 4_294_967_295L, 0, false, type.collation(), List.of())
                        : type.id() == TypeId.VARBINARY && type.length() > ColumnTypes.BYTES_MAX
                                ? new SqlType(TypeId.LONGBLOB, 4_294_967_295L, 0, false, type.collation(), List.of())
                                : type;
        ColumnInfo.Fallback fallback = column.nullable() ? null : ColumnDefinitions.zero(kept);
        return new ColumnInfo(
                0,
                ColumnDefinitions.checkName(column.name().strip()),
                kept,
                column.nullable(),
                fallback,
                null,
                1,
                false,
                false,
                "");
    }

    /** LIKE: columns, indexes and checks, but no foreign keys. */
    private TableInfo copied(TableName name, TableName like) {
        TableInfo temporary = findTemporary(like);
        TableInfo of =
                temporary != null ? temporary : shared.catalog().picture().table(like.schema(), like.table());
        List<ColumnInfo> columns =
                of.columns().stream().map(column -> column.withOrigin(null, 1)).toList();
        return new TableEdit(of)
                .version(1)
                .names(name.schema(), ColumnDefinitions.checkTableName(name.table()))
                .columns(columns, of.columnIds())
                .foreignKeys(List.of())
                .building(List.of())
                .temporary(false)
                .done();
    }

    private void put(TableInfo table, boolean temporary) {
        TemporaryTables own = session.temporaryTables();
        if (temporary) {
            if (own == null) {
                throw SqlErrors.unsupported("TEMPORARY tables here");
            }
            if (!table.foreignKeys().isEmpty()) {
                throw SqlErrors.of(1215, "HY000", "Cannot add foreign key constraint: the table is temporary");
            }
            own.create(new TableEdit(table).temporary(true).done());
            return;
        }
        alone().use(
                        () -> existing(table.foreignKeys().stream()
                                .map(ForeignKey::parent)
                                .toList()),
                        parents -> shared.publish(table, () -> shared.catalog().createTable(table)));
    }

    private List<TableInfo> existing(List<TableName> names) {
        Catalog.Picture picture = shared.catalog().picture();
        return names.stream()
                .map(name -> picture.findTable(name.schema(), name.table()))
                .filter(Objects::nonNull)
                .toList();
    }

    private long fill(TableInfo table, List<QueryColumn> queried, SQLSelect query, boolean temporary) {
        List<String> columns =
                queried.stream().map(column -> column.name().strip()).toList();
        boolean done = false;
        try {
            long rows = session.fill(table, columns, query);
            done = true;
            return rows;
        } finally {
            if (!done) {
                dropUnfilled(table, temporary);
            }
        }
    }

    private void dropUnfilled(TableInfo table, boolean temporary) {
        TemporaryTables own = session.temporaryTables();
        if (temporary && own != null) {
            own.drop(table);
            return;
        }
        dropAlone(existing(List.of(table.tableName())).stream()
                .filter(now -> now.id() == table.id())
                .toList());
        shared.forget(table);
    }

    private void dropAlone(List<TableInfo> tables) {
        if (!tables.isEmpty()) {
            shared.catalog().dropTables(tables);
        }
    }

    // ---- DROP ----

    void drop(SQLDropTableStatement drop, List<TableName> names) {
        List<TableInfo> temporary = new ArrayList<>();
        List<TableName> others = new ArrayList<>();
        for (TableName name : names) {
            TableInfo own = findTemporary(name);
            if (own != null) {
                temporary.add(own);
            } else {
                others.add(name);
            }
        }
        List<TableInfo> dropped = new ArrayList<>();
        alone().all(() -> drop.isTemporary() ? List.of() : existing(others), found -> {
            checkAllThere(others, found, drop.isIfExists());
            ForeignKeyDefinitions keys = foreignKeys();
            found.forEach(table -> keys.checkDroppable(table, found));
            dropAlone(found);
            dropped.addAll(found);
        });
        TemporaryTables own = session.temporaryTables();
        if (own != null) {
            temporary.forEach(own::drop);
        }
        dropped.forEach(shared::forget);
    }

    private void checkAllThere(List<TableName> names, List<TableInfo> found, boolean ifExists) {
        List<TableName> there = found.stream().map(TableInfo::tableName).toList();
        List<String> missing = names.stream()
                .filter(name -> !there.contains(name))
                .map(TableName::toString)
                .toList();
        if (!missing.isEmpty() && !ifExists) {
            throw SqlErrors.of(1051, "42S02", "Unknown table '" + String.join(",", missing) + "'");
        }
        missing.forEach(each -> session.note(1051, "Unknown table '" + each + "'"));
    }

    // ---- TRUNCATE ----

    /** A new table takes the place of the old one, whose rows become garbage. */
    void truncate(TableName name) {
        TableInfo temporary = findTemporary(name);
        TemporaryTables own = session.temporaryTables();
        if (temporary != null && own != null) {
            TableInfo empty = empty(temporary);
            own.replace(temporary, empty);
            shared.forget(temporary);
            return;
        }
        TableInfo[] old = new TableInfo[1];
        alone().all(() -> List.of(shared.catalog().picture().table(name.schema(), name.table())), tables -> {
            TableInfo table = tables.get(0);
            foreignKeys().checkTruncatable(table);
            TableInfo empty = empty(table);
            shared.publish(empty, () -> shared.catalog().replaceTable(table, empty));
            old[0] = table;
        });
        shared.forget(old[0]);
    }

    private TableInfo empty(TableInfo table) {
        return TableDefinitions.withIds(
                table, shared.catalog().takeIds(1 + table.indexes().size()));
    }

    // ---- RENAME ----

    /** All renames, one after the other, in one commit: {@code a TO b, b TO a} with a name in between swaps two. */
    void rename(List<TableName> from, List<TableName> to) {
        alone().all(() -> withChildren(existing(from)), tables -> renameAlone(from, to));
    }

    /** Tables whose foreign keys name them change too. */
    private List<TableInfo> withChildren(List<TableInfo> tables) {
        List<TableInfo> all = new ArrayList<>(tables);
        tables.forEach(table -> all.addAll(existing(table.referencedBy())));
        return all;
    }

    private void renameAlone(List<TableName> from, List<TableName> to) {
        Catalog.Picture picture = shared.catalog().picture();
        Map<TableName, TableInfo> now = new LinkedHashMap<>();
        Map<Long, Replacement> replacements = new LinkedHashMap<>();
        for (int i = 0; i < from.size(); i++) {
            TableName old = from.get(i);
            TableName name = to.get(i);
            ViewInfo view = picture.findView(old.schema(), old.table());
            if (view != null && from.size() == 1) {
                shared.catalog().renameView(view, name);
                return;
            }
            TableInfo table = now.containsKey(old) ? now.remove(old) : untouched(picture, old, now);
            if (table == null) {
                throw SqlErrors.unknownTable(old.schema(), old.table());
            }
            boolean free = !now.containsKey(name)
                    && (isLeft(picture, name, now, replacements)
                            || !picture.schema(name.schema()).has(name.table()));
            if (!free) {
                throw SqlErrors.of(1050, "42S01", "Table '" + name.table() + "' already exists");
            }
            Replacement known = replacements.get(table.id());
            TableInfo original = known == null ? table : known.old();
            TableInfo changed = new TableEdit(known == null ? table : known.changed())
                    .names(name.schema(), ColumnDefinitions.checkTableName(name.table()))
                    .done();
            replacements.put(table.id(), new Replacement(original, changed));
            now.put(name, changed);
        }
        for (Replacement each : List.copyOf(replacements.values())) {
            new ParentNames(picture).renamed(each.old(), each.changed().tableName(), Map.of(), replacements);
        }
        shared.catalog().replaceTables(List.copyOf(replacements.values()));
    }

    private static @Nullable TableInfo untouched(
            Catalog.Picture picture, TableName name, Map<TableName, TableInfo> now) {
        TableInfo table = picture.findTable(name.schema(), name.table());
        boolean moved = table != null && now.values().stream().anyMatch(each -> each.id() == table.id());
        return moved ? null : table;
    }

    /** Whether the table that had a name has another by now. */
    private static boolean isLeft(
            Catalog.Picture picture,
            TableName name,
            Map<TableName, TableInfo> now,
            Map<Long, Replacement> replacements) {
        TableInfo before = picture.findTable(name.schema(), name.table());
        return before != null && replacements.containsKey(before.id()) && !now.containsKey(name);
    }
}
