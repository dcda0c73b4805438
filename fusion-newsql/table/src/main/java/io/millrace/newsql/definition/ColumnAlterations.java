package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableAddColumn;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableConvertCharSet;
import com.alibaba.druid.sql.ast.statement.SQLColumnDefinition;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.ColumnInfo.Fallback;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.TypeId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of a table's columns. One for each statement, one thread. */
final class ColumnAlterations {

    private final TableInfo table;
    private final TableDraft draft;
    private final ForeignKeyDefinitions foreignKeys;
    private final DefinitionSession session;
    private final int version;
    private final Map<String, String> renamed = new HashMap<>();
    private boolean rewrites;
    private boolean copies;

    ColumnAlterations(TableInfo table, TableDraft draft, ForeignKeyDefinitions foreignKeys, DefinitionSession session) {
        this.table = table;
        this.draft = draft;
        this.foreignKeys = foreignKeys;
        this.session = session;
        this.version = table.version() + 1;
    }

    boolean rewrites() {
        return rewrites;
    }

    /** Whether a column's type is another. */
    boolean copies() {
        return copies;
    }

    Map<String, String> renamed() {
        return renamed;
    }

    /** Where a column goes. @param after null for the front, if it is given at all */
    record Place(@Nullable String after) {}

    /** Null for where it is, or behind all. */
    static @Nullable Place place(boolean first, @Nullable SQLName after) {
        return first ? new Place(null) : after == null ? null : new Place(Alterations.plain(after));
    }

    // ---- ADD ----

    void add(SQLAlterTableAddColumn add) {
        Place place = place(add.isFirst(), add.getAfterColumn());
        int at = place == null ? draft.columns.size() : place.after() == null ? 0 : draft.ordinalOf(place.after()) + 1;
        for (SQLColumnDefinition definition : add.getColumns()) {
            ColumnInfo column = ColumnDefinitions.column(definition, ++draft.columnIds, version, draft.collation);
            draft.addColumn(at++, column.isGenerated() || column.autoIncrement() ? column : withOrigin(column));
            rewrites |= column.isGenerated() || column.autoIncrement();
            TableDefinitions keys = new TableDefinitions(draft, foreignKeys);
            IndexCount before = new IndexCount(draft);
            keys.addColumnKeys(definition);
            keys.addConstraint(definition);
            rewrites |= before.primaryCame(draft);
        }
    }

    private record IndexCount(boolean primary) {
        IndexCount(TableDraft draft) {
            this(draft.primary() != null);
        }

        boolean primaryCame(TableDraft draft) {
            return !primary && draft.primary() != null;
        }
    }

    /** Rows that are there have the default, or for NOT NULL without one the type's nothing. */
    private ColumnInfo withOrigin(ColumnInfo column) {
        Fallback origin = column.fallback();
        if (origin != null && origin.kind() == ColumnInfo.Kind.EXPRESSION) {
            rewrites = true;
            return column;
        }
        if (origin == null && !column.nullable()) {
            if (column.type().isTemporal() && column.type().id() != TypeId.TIME) {
                rewrites = true;
                return column;
            }
            origin = new Fallback(ColumnInfo.Kind.LITERAL, nothing(column.type()));
        }
        if (origin != null && origin.kind() == ColumnInfo.Kind.NOW) {
            origin = new Fallback(ColumnInfo.Kind.LITERAL, now(column.type()));
        }
        return column.withOrigin(origin, version);
    }

    private static String nothing(SqlType type) {
        if (type.isNumber()) {
            return "0";
        }
        return type.id() == TypeId.ENUM ? type.elements().get(0) : type.id() == TypeId.TIME ? "00:00:00" : "";
    }

    /** The statement's time as a literal: of a TIMESTAMP in UTC, of others in the session's zone. */
    private String now(SqlType type) {
        long micros = session.scope().statementMicros();
        long packed = Temporals.fromEpochMicros(
                micros,
                type.id() == TypeId.TIMESTAMP ? ZoneOffset.UTC : session.scope().zone());
        return io.millrace.newsql.type.Casts.toText(packed, SqlType.dateTime(type.decimals()));
    }

    // ---- CHANGE, MODIFY, RENAME ----

    /** Gives a column another definition, and another place if one is given. */
    void change(String name, SQLColumnDefinition definition, @Nullable Place place) {
        int ordinal = draft.ordinalOf(name);
        ColumnInfo old = draft.columns.get(ordinal);
        ColumnInfo changed = ColumnDefinitions.column(definition, old.id(), old.addedIn(), draft.collation);
        boolean inKey = draft.primary() != null
                && draft.primary().parts().stream().anyMatch(part -> part.ordinal() == old.id());
        if (inKey) {
            Fallback fallback = changed.fallback();
            boolean isNull = fallback != null && fallback.kind() == ColumnInfo.Kind.NULL;
            changed = changed.withNullable(false).withFallback(isNull ? null : fallback);
        }
        if (!old.name().equalsIgnoreCase(changed.name())) {
            checkRename(ordinal, changed.name());
        }
        if (!isSameForRows(old, changed)) {
            if (!old.type().equals(changed.type())) {
                foreignKeys.checkColumnFree(table, old, false);
                copies = true;
            }
            rewrites = true;
        } else {
            changed = changed.withOrigin(old.origin(), old.addedIn());
        }
        draft.columns.set(ordinal, changed);
        checkPrefixes(changed);
        move(ordinal, place);
        new TableDefinitions(draft, foreignKeys).addColumnKeys(definition);
    }

    /** Whether rows stay as they are: the type is the same, or a longer VARCHAR, and NULL is as welcome as before. */
    private static boolean isSameForRows(ColumnInfo old, ColumnInfo changed) {
        SqlType from = old.type();
        SqlType to = changed.type();
        boolean longer = from.id() == TypeId.VARCHAR
                && to.id() == TypeId.VARCHAR
                && from.collation().equals(to.collation())
                && to.length() >= from.length();
        boolean grown = from.id() == to.id()
                && from.isEnumerated()
                && from.collation().equals(to.collation())
                && to.elements().size() >= from.elements().size()
                && to.elements().subList(0, from.elements().size()).equals(from.elements());
        return (from.equals(to) || longer || grown)
                && (changed.nullable() || !old.nullable())
                && java.util.Objects.equals(old.generation(), changed.generation())
                && old.autoIncrement() == changed.autoIncrement();
    }

    /** A prefix of an index that is as long as the column now, or no prefix any more. */
    private void checkPrefixes(ColumnInfo column) {
        SqlType type = column.type();
        boolean stringLike = type.isString() && !type.isEnumerated();
        draft.indexes.replaceAll(index -> index.withParts(index.parts().stream()
                .map(part -> part.ordinal() != column.id()
                                || part.prefix() == 0
                                || stringLike && part.prefix() < type.length()
                        ? part
                        : new io.millrace.newsql.catalog.IndexInfo.Part(part.ordinal(), 0, part.descending()))
                .toList()));
        boolean whole = draft.indexes.stream()
                .flatMap(index -> index.parts().stream())
                .anyMatch(part -> part.ordinal() == column.id() && part.prefix() == 0);
        if (whole && type.id().isLarge()) {
            throw SqlErrors.of(
                    1170,
                    "42000",
                    "BLOB/TEXT column '" + column.name() + "' used in key specification without a key length");
        }
    }

    private void move(int ordinal, @Nullable Place place) {
        if (place == null) {
            return;
        }
        ColumnInfo column = draft.columns.remove(ordinal);
        draft.columns.add(place.after() == null ? 0 : draft.ordinalOf(place.after()) + 1, column);
    }

    void rename(String from, String to) {
        int ordinal = draft.ordinalOf(from);
        if (!from.equalsIgnoreCase(to)) {
            checkRename(ordinal, to);
        }
        draft.columns.set(ordinal, draft.columns.get(ordinal).renamed(ColumnDefinitions.checkName(to)));
    }

    private void checkRename(int ordinal, String to) {
        draft.checkNewName(to);
        ExpressionRules.checkUnused(draft, ordinal);
        renamed.put(draft.columns.get(ordinal).name(), to);
    }

    void setDefault(String name, boolean drop, @Nullable SQLExpr value) {
        int ordinal = draft.ordinalOf(name);
        ColumnInfo column = draft.columns.get(ordinal);
        Fallback fallback = drop ? null : ColumnDefinitions.fallback(name, value, column.type(), column.nullable());
        draft.columns.set(ordinal, column.withFallback(fallback));
    }

    // ---- DROP, CONVERT ----

    void drop(String name) {
        int ordinal = draft.find(name);
        if (ordinal < 0) {
            throw SqlErrors.of(1091, "42000", "Can't DROP '" + name + "'; check that column/key exists");
        }
        if (draft.columns.size() == 1) {
            throw SqlErrors.of(1090, "42000", "You can't delete all columns with ALTER TABLE; use DROP TABLE instead");
        }
        ColumnInfo column = draft.columns.get(ordinal);
        foreignKeys.checkColumnFree(table, column, true);
        draft.checks.removeIf(check -> {
            java.util.Set<Integer> used = ExpressionRules.used(check.expression(), draft.columns, "check constraint");
            return used.size() == 1 && used.contains(ordinal);
        });
        ExpressionRules.checkUnused(draft, ordinal);
        draft.forgetColumn(column.id());
        if (draft.primary() != null
                && draft.primary().parts().stream().anyMatch(part -> part.ordinal() == column.id())) {
            java.util.List<io.millrace.newsql.catalog.IndexInfo.Part> left = draft.primary().parts().stream()
                    .filter(part -> part.ordinal() != column.id())
                    .toList();
            draft.dropPrimary();
            if (!left.isEmpty()) {
                draft.setPrimary(left);
            }
            rewrites = true;
        }
        draft.columns.remove(ordinal);
    }

    /** CONVERT TO CHARACTER SET: all texts of the table, and those to come. */
    void convert(SQLAlterTableConvertCharSet convert) {
        String collation = convert.getCollate() != null
                ? ColumnTypes.checkCollation(convert.getCollate().toString())
                : ColumnTypes.collationOf(convert.getCharset().toString());
        draft.collation = collation;
        for (int i = 0; i < draft.columns.size(); i++) {
            ColumnInfo column = draft.columns.get(i);
            SqlType type = column.type();
            if (type.family() == TypeId.Family.TEXT
                    && type.id() != TypeId.JSON
                    && !type.collation().equals(collation)) {
                foreignKeys.checkColumnFree(table, column, false);
                draft.columns.set(i, column.withType(type.withCollation(collation)));
                rewrites = true;
            }
        }
    }
}
