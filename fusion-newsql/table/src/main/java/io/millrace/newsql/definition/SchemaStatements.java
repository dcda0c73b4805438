package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterCharacter;
import com.alibaba.druid.sql.ast.statement.SQLAlterDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropDatabaseStatement;
import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE, ALTER and DROP of schemas. One thread. */
final class SchemaStatements {

    private final SharedTables shared;
    private final DefinitionSession session;

    SchemaStatements(SharedTables shared, DefinitionSession session) {
        this.shared = shared;
        this.session = session;
    }

    /** @return rows that count as affected */
    long create(SQLCreateDatabaseStatement create) {
        String name = ExpressionCompiler.unquote(create.getName().getSimpleName());
        boolean exists = shared.catalog().picture().schemas().containsKey(name)
                || DefinitionStatements.systemSchema(name) != null;
        if (exists && create.isIfNotExists()) {
            session.note(1007, "Can't create database '" + name + "'; database exists");
            return 0;
        }
        checkOwn(name);
        if (name.isEmpty() || name.endsWith(" ")) {
            throw SqlErrors.of(1102, "42000", "Incorrect database name '" + name + "'");
        }
        ColumnDefinitions.checkName(name);
        String collation = collation(create.getCharacterSet(), create.getCollate());
        boolean created = session.unless(
                create.isIfNotExists(), 1007, () -> shared.catalog().createSchema(name, collation));
        return created ? 1 : 0;
    }

    private static void checkOwn(String name) {
        if (DefinitionStatements.systemSchema(name) != null) {
            throw SqlErrors.of(1044, "42000", "Access denied to database '" + name + "'");
        }
    }

    private static String collation(@Nullable String charset, @Nullable String collate) {
        String otherwise = charset == null ? SqlType.DEFAULT_COLLATION : ColumnTypes.collationOf(charset);
        return collate == null ? otherwise : ColumnTypes.checkCollation(collate);
    }

    long alter(SQLAlterDatabaseStatement alter) {
        String name = ExpressionCompiler.unquote(alter.getName().getSimpleName());
        SQLAlterCharacter character = alter.getCharacter();
        if (character == null) {
            throw SqlErrors.unsupported("ALTER DATABASE … of this kind");
        }
        checkOwn(name);
        SQLExpr charset = character.getCharacterSet();
        String collate = character.getCollate() != null
                ? character.getCollate().toString()
                : charset instanceof SQLIdentifierExpr collated ? collated.getCollate() : null;
        shared.catalog().alterSchema(name, collation(charset == null ? null : charset.toString(), collate));
        return 1;
    }

    long drop(SQLDropDatabaseStatement drop) {
        String name = ExpressionCompiler.unquote(drop.getDatabaseName());
        checkOwn(name);
        SchemaInfo schema = shared.catalog().picture().schemas().get(name);
        if (schema == null && drop.isIfExists()) {
            session.note(1008, "Can't drop database '" + name + "'; database doesn't exist");
            return 0;
        }
        List<TableInfo> dropped = new ArrayList<>();
        boolean done = session.unless(drop.isIfExists(), 1008, () -> new TablesAlone(shared.locks(), session)
                .all(() -> tablesOf(name), tables -> {
                    ForeignKeyDefinitions keys =
                            new ForeignKeyDefinitions(shared.catalog().picture(), session.foreignKeyChecks());
                    tables.forEach(table -> keys.checkDroppable(table, tables));
                    shared.catalog().dropSchema(name);
                    dropped.addAll(tables);
                }));
        dropped.forEach(shared::forget);
        if (done && name.equals(session.schema())) {
            session.leaveSchema();
        }
        return dropped.size() + (!done || schema == null ? 0 : schema.views().size());
    }

    private List<TableInfo> tablesOf(String name) {
        SchemaInfo schema = shared.catalog().picture().schemas().get(name);
        return schema == null ? List.of() : List.copyOf(schema.tables().values());
    }
}
