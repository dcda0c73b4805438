package io.millrace.newsql.plan;

import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the rows of EXPLAIN: queries are numbered in the order of the text, those that are read first stand first. One use. */
final class ExplainedTables {

    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private long last;

    List<@Nullable Object[]> rows(SelectPlan plan) {
        add(plan, plan.inputs().isEmpty() ? "SIMPLE" : "PRIMARY");
        return rows;
    }

    private void add(SelectPlan plan, String type) {
        if (plan instanceof BlockPlan block) {
            addBlock(block, type);
        } else if (plan instanceof SetPlan set && set.parts().size() > 1) {
            String name = set.kind().name();
            add(set.parts().get(0), type);
            set.parts().subList(1, set.parts().size()).forEach(part -> add(part, name));
            row(
                    null,
                    name + " RESULT",
                    "<" + name.toLowerCase(java.util.Locale.ROOT) + ">",
                    "ALL",
                    null,
                    null,
                    "Using temporary");
        } else if (plan instanceof WorkPlan) {
            return;
        } else if (plan.inputs().isEmpty()) {
            row(++last, type, null, null, null, null, "No tables used");
        } else {
            plan.inputs().forEach(input -> add(input, type));
        }
    }

    private void addBlock(BlockPlan block, String type) {
        long id = ++last;
        boolean nested = !type.equals("SIMPLE");
        List<QueryLevel> queries = new ArrayList<>();
        String plain = nested || block.subqueries().isEmpty() ? type : "PRIMARY";
        if (block.join().isEmpty()) {
            row(id, plain, null, null, null, null, "No tables used");
        }
        addLevels(block.join(), block, id, plain, queries, true);
        for (QueryLevel query : queries) {
            add(query.query(), query.query().correlated() ? "DEPENDENT DERIVED" : "DERIVED");
        }
        for (SelectPlan subquery : block.subqueries()) {
            add(subquery, subquery.correlated() ? "DEPENDENT SUBQUERY" : "SUBQUERY");
        }
    }

    private void addLevels(
            List<Level> levels, BlockPlan block, long id, String type, List<QueryLevel> queries, boolean first) {
        boolean begin = first;
        for (Level level : levels) {
            List<String> extra = new ArrayList<>();
            if (level.where() != null || level.on() != null) {
                extra.add("Using where");
            }
            if (level instanceof TableLevel table && table.isCovered()) {
                extra.add("Using index");
            }
            if (begin) {
                addSteps(block, extra);
            }
            if (level.hash() != null) {
                extra.add(
                        level.hash().build().isEmpty()
                                ? "Using join buffer (rows kept)"
                                : "Using join buffer (hash join)");
            }
            String text = extra.isEmpty() ? null : String.join("; ", extra);
            if (level instanceof TableLevel table) {
                addTable(table, id, type, text);
            } else if (level instanceof QueryLevel query) {
                queries.add(query);
                row(id, type, "<derived " + query.alias() + ">", "ALL", null, null, text);
            } else if (level instanceof JoinLevel join) {
                addLevels(join.levels(), block, id, type, queries, false);
            }
            begin = false;
        }
    }

    private static void addSteps(BlockPlan block, List<String> extra) {
        if (block.group() != null && !block.group().keys().isEmpty()
                || block.distinct()
                || !block.windows().isEmpty()) {
            extra.add("Using temporary");
        }
        if (!block.sort().isEmpty() || !block.windows().isEmpty()) {
            extra.add("Using filesort");
        }
    }

    private void addTable(TableLevel level, long id, String type, @Nullable String extra) {
        IndexKeys keys = level.path().keys();
        String access = level.path().accessType();
        boolean keyed = keys != null && !access.equals("ALL");
        row(
                id,
                type,
                level.alias(),
                access,
                keyed ? keys : null,
                level.path().isPoint() ? Long.valueOf(1) : null,
                extra);
        if (keyed && keys != null) {
            @Nullable Object[] row = rows.get(rows.size() - 1);
            row[5] = keys.index().name();
            row[7] = String.valueOf(keyLength(level, keys));
            row[8] = level.path().equal().isEmpty()
                    ? null
                    : String.join(
                            ",",
                            java.util.Collections.nCopies(
                                    level.path().equal().size(), access.equals("const") ? "const" : "func"));
        }
    }

    private static long keyLength(TableLevel level, IndexKeys keys) {
        long bytes = 0;
        Path path = level.path();
        int parts =
                path.isFullScan() ? keys.index().parts().size() : path.equal().size() + (path.isRange() ? 1 : 0);
        for (int i = 0; i < parts; i++) {
            var part = keys.index().parts().get(i);
            var column = level.table().info().columns().get(part.ordinal());
            bytes += length(column.type()) + (column.nullable() ? 1 : 0);
        }
        return bytes;
    }

    private static long length(SqlType type) {
        return switch (type.id()) {
            case TINYINT, YEAR -> 1;
            case SMALLINT -> 2;
            case MEDIUMINT, DATE, TIME -> 3;
            case INT, FLOAT, TIMESTAMP -> 4;
            case DATETIME -> 5;
            case BIGINT, DOUBLE, BIT -> 8;
            case DECIMAL -> (type.length() + 1) / 2;
            case VARCHAR -> type.length() * 4 + 2;
            case CHAR -> type.length() * 4;
            case VARBINARY -> type.length() + 2;
            default -> type.length();
        };
    }

    private void row(
            @Nullable Long id,
            String type,
            @Nullable String table,
            @Nullable String access,
            @Nullable IndexKeys key,
            @Nullable Long count,
            @Nullable String extra) {
        rows.add(new @Nullable Object[] {
            id,
            type,
            table,
            null,
            access,
            null,
            key == null ? null : key.index().name(),
            null,
            null,
            count,
            null,
            extra
        });
    }
}
