package io.millrace.newsql.write;

import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.TableRef;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a statement touches beside those that it names: parents of their foreign keys, and children as deep as CASCADE and SET NULL reach, with their parents. Immutable.
 */
public final class WriteTables {

    private static final int NO_SUCH_TABLE = 1146;
    private static final int NO_SUCH_SCHEMA = 1049;

    private final Map<TableName, TableRef> tables;
    private final Set<Long> written;

    private WriteTables(Map<TableName, TableRef> tables, Set<Long> written) {
        this.tables = tables;
        this.written = written;
    }

    /** Finds them; all are held by the statement as those that it names. @param targets whose rows it changes itself */
    static WriteTables of(Planner planner, List<TableRef> targets) {
        Map<TableName, TableRef> found = new HashMap<>();
        Deque<TableRef> written = new ArrayDeque<>(targets);
        Set<TableName> seen = new HashSet<>();
        Set<Long> changed = new HashSet<>();
        targets.forEach(each -> found.put(each.info().tableName(), each));
        while (!written.isEmpty()) {
            TableRef table = written.pop();
            changed.add(table.info().id());
            if (!seen.add(table.info().tableName()) || table.info().isTemporary()) {
                continue;
            }
            for (ForeignKey key : table.info().foreignKeys()) {
                find(planner, key.parent(), found);
            }
            for (TableName child : table.info().referencedBy()) {
                TableRef ref = find(planner, child, found);
                if (ref != null && follows(ref.info(), table.info())) {
                    written.push(ref);
                }
            }
        }
        return new WriteTables(Map.copyOf(found), Set.copyOf(changed));
    }

    /** Whether a key of the child changes its rows with the parent's. */
    private static boolean follows(TableInfo child, TableInfo parent) {
        return child.foreignKeys().stream()
                .filter(key -> key.parent().equals(parent.tableName()))
                .anyMatch(key -> !key.onDelete().refuses() || !key.onUpdate().refuses());
    }

    /** Whether rows of the table with a number may be changed; those of all others are only looked at. */
    public boolean writes(long table) {
        return written.contains(table);
    }

    private static @Nullable TableRef find(Planner planner, TableName name, Map<TableName, TableRef> found) {
        TableRef known = found.get(name);
        if (known != null) {
            return known;
        }
        try {
            TableRef ref = planner.table(
                    new SQLPropertyExpr(new SQLIdentifierExpr(quote(name.schema())), quote(name.table())));
            found.put(name, ref);
            return ref;
        } catch (SqlException e) {
            if (e.code() == NO_SUCH_TABLE || e.code() == NO_SUCH_SCHEMA) {
                return null; // A key may name a parent that is not there while foreign_key_checks is 0.
            }
            throw e;
        }
    }

    private static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Null for one that is not there. */
    @Nullable
    TableRef find(TableName name) {
        return tables.get(name);
    }
}
