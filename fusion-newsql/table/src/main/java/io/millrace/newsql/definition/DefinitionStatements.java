package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLAlterViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateIndexStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropIndexStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTruncateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlCreateTableStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlRenameTableStatement;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CREATE, ALTER, DROP, RENAME and TRUNCATE. Each but those of temporary tables commits what the session has open, and has its tables alone while the definition changes: changes
 * wait for the transactions that use a table, and new ones wait for the change. Indexes come while a table is used. One thread.
 */
public final class DefinitionStatements {

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("information_schema", "performance_schema", "mysql", "sys");

    private final SharedTables shared;
    private final DefinitionSession session;

    public DefinitionStatements(SharedTables shared, DefinitionSession session) {
        this.shared = shared;
        this.session = session;
    }

    /** @return rows that count as affected, or -1 if it is none of these statements */
    public long run(SQLStatement statement) {
        if (!isOfTemporary(statement)) {
            session.commit();
        }
        long schemas = runSchema(statement);
        if (schemas >= 0) {
            return schemas;
        }
        if (statement instanceof SQLAlterTableStatement alter) {
            return new AlterStatement(shared, session)
                    .alter(name(alter.getTableSource().getExpr()), alter);
        }
        long indexed = runIndex(statement);
        return indexed >= 0 ? indexed : runView(statement) ? 0 : runTable(statement);
    }

    private static boolean isOfTemporary(SQLStatement statement) {
        return statement instanceof MySqlCreateTableStatement create && create.isTemporary()
                || statement instanceof SQLDropTableStatement drop && drop.isTemporary();
    }

    private long runSchema(SQLStatement statement) {
        SchemaStatements schemas = new SchemaStatements(shared, session);
        if (statement instanceof SQLCreateDatabaseStatement create) {
            return schemas.create(create);
        }
        if (statement instanceof SQLAlterDatabaseStatement alter) {
            return schemas.alter(alter);
        }
        return statement instanceof SQLDropDatabaseStatement drop ? schemas.drop(drop) : -1;
    }

    private long runIndex(SQLStatement statement) {
        if (statement instanceof SQLCreateIndexStatement create) {
            String type = create.getType();
            boolean unique = "UNIQUE".equalsIgnoreCase(type);
            if (type != null && !type.isEmpty() && !unique) {
                throw SqlErrors.unsupported(type + " index");
            }
            if (create.getName() == null) {
                throw SqlErrors.syntax("ON " + create.getTable(), 1);
            }
            TableName table = name(((SQLExprTableSource) create.getTable()).getExpr());
            String index = plain(create.getName().getSimpleName());
            return new AlterStatement(shared, session)
                    .change(table, changes -> changes.addIndex(index, unique, create.getItems(), ""));
        }
        if (statement instanceof SQLDropIndexStatement drop) {
            String index = plain(drop.getIndexName().getSimpleName());
            return new AlterStatement(shared, session)
                    .change(name(drop.getTableName().getExpr()), changes -> changes.dropIndex(index));
        }
        return -1;
    }

    private boolean runView(SQLStatement statement) {
        ViewStatements views = new ViewStatements(shared, session);
        if (statement instanceof SQLCreateViewStatement create) {
            views.create(name(create.getTableSource().getExpr()), create);
        } else if (statement instanceof SQLAlterViewStatement alter) {
            views.alter(name(alter.getTableSource().getExpr()), alter);
        } else if (statement instanceof SQLDropViewStatement drop) {
            views.drop(drop, names(drop.getTableSources()));
        } else {
            return false;
        }
        return true;
    }

    private long runTable(SQLStatement statement) {
        TableStatements tables = new TableStatements(shared, session);
        if (statement instanceof MySqlCreateTableStatement create) {
            TableName like =
                    create.getLike() == null ? null : name(create.getLike().getExpr());
            return tables.create(name(create.getTableSource().getExpr()), create, like);
        }
        if (statement instanceof SQLDropTableStatement drop) {
            tables.drop(drop, names(drop.getTableSources()));
        } else if (statement instanceof SQLTruncateStatement truncate) {
            names(truncate.getTableSources()).forEach(tables::truncate);
        } else if (statement instanceof MySqlRenameTableStatement rename) {
            tables.rename(
                    rename.getItems().stream().map(item -> name(item.getName())).toList(),
                    rename.getItems().stream().map(item -> name(item.getTo())).toList());
        } else {
            return -1;
        }
        return 0;
    }

    // ---- names ----

    private static String plain(String name) {
        return ExpressionCompiler.unquote(name);
    }

    private List<TableName> names(List<SQLExprTableSource> sources) {
        return sources.stream().map(source -> name(source.getExpr())).toList();
    }

    /** A table's name, in the session's schema if it has none. @throws io.millrace.newsql.mysql.SqlException 1046 */
    public TableName name(SQLExpr expr) {
        if (expr instanceof SQLPropertyExpr qualified) {
            return new TableName(plain(qualified.getOwner().toString()), plain(qualified.getName()));
        }
        return new TableName(session.schemaOrFail(), plain(expr.toString()));
    }

    /** The schema of information that the server makes; null for any other. */
    public static @Nullable String systemSchema(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SYSTEM_SCHEMAS.contains(lower) ? lower : null;
    }
}
