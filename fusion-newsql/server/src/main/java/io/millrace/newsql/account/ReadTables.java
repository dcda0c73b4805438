package io.millrace.newsql.account;

import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import io.millrace.newsql.expression.ExpressionCompiler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Collects the tables of a tree, the names of its common table expressions, and the columns that it names. One use. */
final class ReadTables extends MySqlASTVisitorAdapter {

    private static final String ALL = "*";

    private final List<SQLExprTableSource> tables = new ArrayList<>();
    private final Set<String> commonNames = new HashSet<>();
    private final Set<String> columns = new TreeSet<>();
    private final Map<String, Set<String>> columnsByOwner = new TreeMap<>();

    List<SQLExprTableSource> tables() {
        return tables;
    }

    Set<String> commonNames() {
        return commonNames;
    }

    /** Names that may be the table's columns, in lower case. */
    Set<String> columnsOf(SQLExprTableSource table) {
        String alias = table.getAlias() == null ? lastName(table.getExpr().toString()) : plain(table.getAlias());
        Set<String> all = new TreeSet<>(columns);
        all.addAll(columnsByOwner.getOrDefault(alias.toLowerCase(Locale.ROOT), Set.of()));
        return all;
    }

    @Override
    public boolean visit(SQLExprTableSource table) {
        tables.add(table);
        return false;
    }

    @Override
    public boolean visit(SQLWithSubqueryClause.Entry entry) {
        if (entry.getAlias() != null) {
            commonNames.add(plain(entry.getAlias()).toLowerCase(Locale.ROOT));
        }
        return true;
    }

    @Override
    public boolean visit(SQLAllColumnExpr all) {
        if (!(all.getParent() instanceof SQLAggregateExpr)) {
            columns.add(ALL);
        }
        return true;
    }

    @Override
    public boolean visit(SQLIdentifierExpr name) {
        columns.add(plain(name.getName()).toLowerCase(Locale.ROOT));
        return true;
    }

    @Override
    public boolean visit(SQLPropertyExpr name) {
        String owner = lastName(String.valueOf(name.getOwner())).toLowerCase(Locale.ROOT);
        columnsByOwner
                .computeIfAbsent(owner, each -> new TreeSet<>())
                .add(plain(name.getName()).toLowerCase(Locale.ROOT));
        return false;
    }

    private static String lastName(String qualified) {
        return plain(qualified.substring(qualified.lastIndexOf('.') + 1));
    }

    private static String plain(String name) {
        return ExpressionCompiler.unquote(name);
    }
}
