package io.millrace.newsql.account;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableRename;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLAlterViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateIndexStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropDatabaseStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropIndexStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTruncateStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlRenameTableStatement;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.syntax.QualifiedName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The privileges that a statement needs, found in its tree: SELECT for what it reads, and what its kind needs for what it changes.
 *
 * <p>They are kept with its plan; {@link #check} is what is left to do at each run.
 */
public final class StatementNeeds {

    private static final String INFORMATION = "information_schema";

    private final @Nullable String schema;
    private final List<Need> needs = new ArrayList<>();
    private final Set<SQLTableSource> targets = new java.util.HashSet<>();

    private StatementNeeds(@Nullable String schema) {
        this.schema = schema;
    }

    /** @param schema of names without one; null for none: such names need nothing, they end with 1046 */
    public static List<Need> of(SQLStatement statement, @Nullable String schema) {
        StatementNeeds found = new StatementNeeds(schema);
        found.visit(statement);
        return List.copyOf(found.needs);
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1044, 1142, 1143, 1227 for the first that is not held */
    public static void check(List<Need> needs, Access access, Need.Columns columns) {
        for (Need need : needs) {
            if (!access.holds(need.privilege())) {
                need.check(access, columns);
            }
        }
    }

    private void visit(SQLStatement statement) {
        if (statement instanceof MySqlInsertStatement insert) {
            write(insert.getTableSource(), Privilege.INSERT, names(insert.getColumns()));
            if (!insert.getDuplicateKeyUpdate().isEmpty()) {
                write(insert.getTableSource(), Privilege.UPDATE, Set.of("*"));
            }
        } else if (statement instanceof SQLReplaceStatement replace) {
            write(replace.getTableSource(), Privilege.INSERT, names(replace.getColumns()));
            write(replace.getTableSource(), Privilege.DELETE, Set.of("*"));
        } else if (statement instanceof SQLUpdateStatement update) {
            update(update);
        } else if (statement instanceof SQLDeleteStatement delete) {
            delete(delete);
        } else if (!definition(statement)) {
            return;
        }
        reads(statement);
    }

    private void update(SQLUpdateStatement update) {
        Set<String> columns = new TreeSet<>();
        update.getItems().forEach(item -> {
            if (item.getColumn() != null) {
                columns.add(lastName(item.getColumn()));
            }
        });
        if (update.getTableSource() instanceof SQLExprTableSource one) {
            write(one, Privilege.UPDATE, columns.isEmpty() ? Set.of("*") : columns);
            ReadTables read = new ReadTables();
            update.getItems().forEach(item -> item.getValue().accept(read));
            conditions(one, update.getWhere(), read);
        } else {
            tablesOf(update.getTableSource()).forEach(each -> add(Privilege.UPDATE, each, Set.of("*")));
        }
    }

    private void delete(SQLDeleteStatement delete) {
        if (delete.getFrom() == null) {
            write(delete.getTableSource(), Privilege.DELETE, Set.of("*"));
            if (delete.getTableSource() instanceof SQLExprTableSource one) {
                conditions(one, delete.getWhere(), new ReadTables());
            }
        } else {
            tablesOf(delete.getTableSource()).forEach(each -> add(Privilege.DELETE, each, Set.of("*")));
            tablesOf(delete.getTableSource()).forEach(targets::add);
        }
    }

    /** A change of one table reads only the columns of its conditions and values, if any. */
    private void conditions(SQLExprTableSource table, @Nullable SQLExpr where, ReadTables read) {
        if (where != null) {
            where.accept(read);
        }
        targets.add(table);
        Set<String> columns = read.columnsOf(table);
        if (!columns.isEmpty()) {
            add(Privilege.SELECT, table, columns);
        }
    }

    private boolean definition(SQLStatement statement) {
        if (statement instanceof SQLCreateTableStatement create) {
            boolean temporary = create.getTableSource() != null && create.isTemporary();
            define(temporary ? Privilege.CREATE_TEMPORARY_TABLES : Privilege.CREATE, create.getTableSource());
        } else if (statement instanceof SQLDropTableStatement drop) {
            drop.getTableSources().forEach(each -> define(Privilege.DROP, each));
        } else if (statement instanceof SQLTruncateStatement truncate) {
            truncate.getTableSources().forEach(each -> define(Privilege.DROP, each));
        } else if (statement instanceof SQLAlterTableStatement alter) {
            define(Privilege.ALTER, alter.getTableSource());
            alter.getItems().stream()
                    .filter(SQLAlterTableRename.class::isInstance)
                    .forEach(each -> moved(
                            alter.getTableSource().getExpr(),
                            ((SQLAlterTableRename) each).getTo().getExpr()));
        } else if (statement instanceof MySqlRenameTableStatement rename) {
            rename.getItems().forEach(item -> {
                named(Privilege.ALTER, item.getName());
                moved(item.getName(), item.getTo());
            });
        } else if (statement instanceof SQLCreateIndexStatement create) {
            if (create.getTable() instanceof SQLExprTableSource table) {
                define(Privilege.INDEX, table);
            }
        } else if (statement instanceof SQLDropIndexStatement drop) {
            define(Privilege.INDEX, drop.getTableName());
        } else if (statement instanceof SQLCreateViewStatement view) {
            named(Privilege.CREATE_VIEW, view.getName());
            if (view.isOrReplace()) {
                named(Privilege.DROP, view.getName());
            }
            targets.add(view.getTableSource());
        } else if (statement instanceof SQLAlterViewStatement view) {
            named(Privilege.CREATE_VIEW, view.getName());
            named(Privilege.DROP, view.getName());
            targets.add(view.getTableSource());
        } else if (statement instanceof SQLDropViewStatement drop) {
            drop.getTableSources().forEach(each -> define(Privilege.DROP, each));
        } else if (statement instanceof SQLCreateDatabaseStatement create) {
            needs.add(Need.schema(Privilege.CREATE, plain(create.getName().getSimpleName())));
        } else if (statement instanceof SQLDropDatabaseStatement drop) {
            needs.add(Need.schema(Privilege.DROP, plain(drop.getDatabaseName())));
        } else if (statement instanceof SQLAlterDatabaseStatement alter) {
            needs.add(Need.schema(Privilege.ALTER, plain(alter.getName().getSimpleName())));
        }
        return true;
    }

    /** Another name is a table that goes and one that comes. */
    private void moved(SQLExpr from, SQLExpr to) {
        named(Privilege.DROP, from);
        named(Privilege.CREATE, to);
        named(Privilege.INSERT, to);
    }

    private void define(Privilege privilege, @Nullable SQLExprTableSource table) {
        if (table != null) {
            targets.add(table);
            named(privilege, table.getExpr());
        }
    }

    private void named(Privilege privilege, @Nullable SQLExpr name) {
        QualifiedName found = name == null ? null : name(name);
        if (found != null && found.schema() != null) {
            needs.add(
                    privilege == Privilege.CREATE_TEMPORARY_TABLES
                            ? Need.schema(privilege, found.schema())
                            : Need.table(privilege, found.schema(), found.name()));
        }
    }

    private void write(@Nullable SQLTableSource source, Privilege privilege, Set<String> columns) {
        if (source instanceof SQLExprTableSource table) {
            add(privilege, table, columns);
            if (privilege == Privilege.INSERT) {
                targets.add(table);
            }
        }
    }

    private static Set<String> names(List<SQLExpr> columns) {
        Set<String> names = new TreeSet<>();
        columns.forEach(each -> names.add(lastName(each)));
        return names.isEmpty() ? Set.of("*") : names;
    }

    private static List<SQLExprTableSource> tablesOf(SQLTableSource source) {
        ReadTables visitor = new ReadTables();
        source.accept(visitor);
        return visitor.tables();
    }

    // ---- what is read ----

    private void reads(SQLStatement statement) {
        ReadTables visitor = new ReadTables();
        statement.accept(visitor);
        for (SQLExprTableSource table : visitor.tables()) {
            if (targets.stream().noneMatch(target -> target == table)) {
                QualifiedName name = name(table.getExpr());
                boolean common = name == null
                        || table.getExpr() instanceof SQLName
                                && !(table.getExpr() instanceof SQLPropertyExpr)
                                && visitor.commonNames().contains(name.name().toLowerCase(Locale.ROOT));
                if (!common) {
                    add(Privilege.SELECT, table, visitor.columnsOf(table));
                }
            }
        }
    }

    private void add(Privilege privilege, SQLExprTableSource table, Set<String> columns) {
        QualifiedName name = name(table.getExpr());
        if (name != null
                && name.schema() != null
                && !name.schema().equalsIgnoreCase(INFORMATION)
                && !name.name().equalsIgnoreCase("dual")) {
            needs.add(new Need(privilege, name.schema(), name.name(), columns));
        }
    }

    private @Nullable QualifiedName name(SQLExpr expr) {
        if (expr instanceof SQLPropertyExpr qualified) {
            return new QualifiedName(plain(String.valueOf(qualified.getOwner())), plain(qualified.getName()));
        }
        return expr instanceof SQLName name ? new QualifiedName(schema, plain(name.getSimpleName())) : null;
    }

    private static String lastName(SQLExpr expr) {
        String name = expr instanceof SQLName simple ? simple.getSimpleName() : expr.toString();
        return plain(name).toLowerCase(Locale.ROOT);
    }

    private static String plain(String name) {
        return ExpressionCompiler.unquote(name);
    }
}
