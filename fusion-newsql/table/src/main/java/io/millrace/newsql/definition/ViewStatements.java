package io.millrace.newsql.definition;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.SQLUtils;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import com.alibaba.druid.sql.ast.statement.SQLAlterViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLCreateViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLDropViewStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLTableElement;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.catalog.ViewInfo.CheckOption;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CREATE, ALTER and DROP of views. One thread. */
final class ViewStatements {

    /** What a definition says of a view beside its name. */
    private record Parts(
            SQLSelect query,
            List<SQLTableElement> columns,
            @Nullable String algorithm,
            @Nullable SQLName definer,
            @Nullable String security,
            CheckOption checkOption) {}

    private final SharedTables shared;
    private final DefinitionSession session;

    ViewStatements(SharedTables shared, DefinitionSession session) {
        this.shared = shared;
        this.session = session;
    }

    void create(TableName name, SQLCreateViewStatement create) {
        Catalog.Picture picture = shared.catalog().picture();
        boolean exists = picture.schema(name.schema()).has(name.table());
        if (exists && create.isIfNotExists()) {
            session.note(1050, "Table '" + name.table() + "' already exists");
            return;
        }
        if (exists && !create.isOrReplace()) {
            throw SqlErrors.of(1050, "42S01", "Table '" + name.table() + "' already exists");
        }
        checkIsView(name, picture);
        Parts parts = new Parts(
                create.getSubQuery(),
                create.getColumns(),
                create.getAlgorithm(),
                create.getDefiner(),
                create.getSqlSecurity(),
                checkOption(
                        create.isWithCheckOption() || create.isWithCascaded() || create.isWithLocal(),
                        create.isWithLocal()));
        session.unless(create.isIfNotExists(), 1050, () -> put(name, parts, create.isOrReplace()));
    }

    void alter(TableName name, SQLAlterViewStatement alter) {
        Catalog.Picture picture = shared.catalog().picture();
        if (!picture.schema(name.schema()).has(name.table())) {
            throw SqlErrors.unknownTable(name.schema(), name.table());
        }
        checkIsView(name, picture);
        put(
                name,
                new Parts(
                        alter.getSubQuery(),
                        alter.getColumns(),
                        alter.getAlgorithm(),
                        alter.getDefiner(),
                        alter.getSqlSecurity(),
                        checkOption(
                                alter.isWithCheckOption() || alter.isWithCascaded() || alter.isWithLocal(),
                                alter.isWithLocal())),
                true);
    }

    private static CheckOption checkOption(boolean checked, boolean local) {
        return !checked ? CheckOption.NONE : local ? CheckOption.LOCAL : CheckOption.CASCADED;
    }

    private static void checkIsView(TableName name, Catalog.Picture picture) {
        if (picture.findTable(name.schema(), name.table()) != null) {
            throw SqlErrors.of(1347, "HY000", "'" + name + "' is not VIEW");
        }
    }

    private void put(TableName name, Parts parts, boolean replace) {
        checkContents(name, parts.query());
        List<String> own =
                session.columnsOf(parts.query()).stream().map(QueryColumn::name).toList();
        List<String> columns = parts.columns().isEmpty()
                ? own
                : parts.columns().stream()
                        .map(column -> ExpressionCompiler.unquote(column.toString()))
                        .toList();
        if (columns.size() != own.size()) {
            throw SqlErrors.of(
                    1353,
                    "HY000",
                    "In definition of view, derived table or common table expression, SELECT list and column names list have different column counts");
        }
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (String column : columns) {
            if (!seen.add(column)) {
                throw SqlErrors.of(1060, "42S21", "Duplicate column name '" + column + "'");
            }
        }
        String algorithm =
                parts.algorithm() == null ? "UNDEFINED" : parts.algorithm().toUpperCase(Locale.ROOT);
        shared.catalog()
                .putView(
                        new ViewInfo(
                                name.schema(),
                                name.table(),
                                text(parts.query(), own),
                                columns,
                                algorithm,
                                parts.checkOption(),
                                definer(parts.definer()),
                                "INVOKER".equalsIgnoreCase(parts.security()),
                                System.currentTimeMillis()),
                        replace);
    }

    private String definer(@Nullable SQLName given) {
        return given == null
                ? session.scope().account()
                : given.toString().replace("`", "").replace("'", "");
    }

    /** The query as it is kept: its columns stay what they are now, whatever its tables get later. */
    private static String text(SQLSelect given, List<String> columns) {
        SQLSelect query = given;
        if (query.getQuery() instanceof SQLSelectQueryBlock all && isAllAlone(all) && areDistinct(columns)) {
            query = query.clone();
            SQLSelectQueryBlock named = (SQLSelectQueryBlock) query.getQuery();
            named.getSelectList().clear();
            columns.forEach(column -> named.addSelectItem(new SQLIdentifierExpr(TableText.quote(column))));
        }
        String text = SQLUtils.toSQLString(query, DbType.mysql).replaceAll("\\n\\t*", " ");
        boolean all = query.getQuery() instanceof SQLSelectQueryBlock block
                && block.getSelectList().stream().anyMatch(item -> isAll(item.getExpr()));
        return !all || !areDistinct(columns)
                ? text
                : "SELECT " + columns.stream().map(TableText::quote).collect(Collectors.joining(", ")) + " FROM ("
                        + text + ") AS `all`";
    }

    /** Whether {@code *} is all that a block selects, whose columns then need no names of their tables. */
    private static boolean isAllAlone(SQLSelectQueryBlock block) {
        return block.getSelectList().size() == 1
                && block.getSelectList().get(0).getExpr() instanceof SQLAllColumnExpr all
                && all.getOwner() == null
                && block.getFrom() != null;
    }

    private static boolean areDistinct(List<String> columns) {
        Set<String> distinct = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        distinct.addAll(columns);
        return distinct.size() == columns.size();
    }

    private static boolean isAll(SQLExpr expr) {
        return expr instanceof SQLAllColumnExpr
                || expr instanceof SQLPropertyExpr property
                        && property.getName().equals("*");
    }

    /** Refuses variables, temporary tables, and the view itself. */
    private void checkContents(TableName name, SQLSelect query) {
        TemporaryTables own = session.temporaryTables();
        query.accept(new MySqlASTVisitorAdapter() {
            @Override
            public boolean visit(SQLVariantRefExpr variable) {
                throw SqlErrors.of(1351, "HY000", "View's SELECT contains a variable or parameter");
            }

            @Override
            public boolean visit(SQLExprTableSource source) {
                if (source.getExpr() instanceof SQLName table) {
                    checkSource(name, table, own);
                }
                return true;
            }
        });
    }

    private void checkSource(TableName view, SQLName table, @Nullable TemporaryTables own) {
        String plain = ExpressionCompiler.unquote(table.getSimpleName());
        String schema = table instanceof SQLPropertyExpr qualified
                ? ExpressionCompiler.unquote(qualified.getOwner().toString())
                : session.schema();
        if (schema == null) {
            return;
        }
        if (own != null && own.find(schema, plain) != null) {
            throw SqlErrors.of(1352, "HY000", "View's SELECT refers to a temporary table '" + plain + "'");
        }
        if (view.equals(new TableName(schema, plain))) {
            throw SqlErrors.of(1462, "HY000", "`" + schema + "`.`" + plain + "` contains view recursion");
        }
    }

    void drop(SQLDropViewStatement drop, List<TableName> names) {
        Catalog.Picture picture = shared.catalog().picture();
        List<ViewInfo> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (TableName name : names) {
            checkIsView(name, picture);
            ViewInfo view = picture.findView(name.schema(), name.table());
            if (view == null) {
                missing.add(name.toString());
            } else {
                found.add(view);
            }
        }
        if (!missing.isEmpty() && !drop.isIfExists()) {
            throw SqlErrors.of(1051, "42S02", "Unknown table '" + String.join(",", missing) + "'");
        }
        missing.forEach(each -> session.note(1051, "Unknown table '" + each + "'"));
        shared.catalog().dropViews(found);
    }
}
