package io.millrace.newsql.plan;

import io.millrace.newsql.row.IndexKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells a plan as a tree: a line for each step, what it stands on below it. One use. */
final class ExplainedTree {

    private static final double NANOS_A_MILLI = 1e6;

    private final Explanation.Measured measured;
    private final StringBuilder out = new StringBuilder();

    ExplainedTree(Explanation.Measured measured) {
        this.measured = measured;
    }

    String of(SelectPlan plan) {
        add(plan, 0);
        return out.toString();
    }

    private int line(int depth, String text, @Nullable Object part) {
        out.append("    ".repeat(depth)).append("-> ").append(text);
        Explanation.Measured.Part found = part == null ? null : measured.of(part);
        if (found != null) {
            out.append(String.format(
                    Locale.ROOT,
                    "  (actual time=%.3f rows=%d loops=%d)",
                    found.nanos() / NANOS_A_MILLI,
                    found.rows(),
                    found.loops()));
        }
        out.append('\n');
        return depth + 1;
    }

    private void add(SelectPlan plan, int depth) {
        if (plan instanceof BlockPlan block) {
            addBlock(block, depth);
        } else if (plan instanceof SetPlan set) {
            int below = steps(set.sort(), set.limit() != null, depth, plan);
            String name = set.kind().name().toLowerCase(Locale.ROOT) + (set.all() ? " all" : "");
            int parts = set.parts().size() == 1
                    ? below
                    : line(below, "Set operation: " + name, below == depth ? plan : null);
            set.parts().forEach(part -> add(part, parts));
        } else if (plan instanceof ValuesPlan values) {
            line(depth, "Rows: " + values.rows().size(), plan);
        } else if (plan instanceof WorkPlan work) {
            line(depth, "Scan new records on " + work.name(), plan);
        } else if (plan instanceof RecursivePlan recursive) {
            int below = line(depth, "Repeat until no more rows", plan);
            recursive.inputs().forEach(input -> add(input, below));
        }
    }

    private int steps(List<SortKey> sort, boolean limited, int depth, @Nullable Object part) {
        int below = limited ? line(depth, "Limit", part) : depth;
        return sort.isEmpty() ? below : line(below, "Sort: " + directions(sort), below == depth ? part : null);
    }

    private static String directions(List<SortKey> sort) {
        return sort.size() + " key" + (sort.size() == 1 ? "" : "s")
                + sort.stream().map(key -> key.descending() ? " DESC" : " ASC").collect(Collectors.joining());
    }

    private void addBlock(BlockPlan block, int depth) {
        int below = steps(block.sort(), block.limit() != null, depth, block);
        Object part = below == depth ? block : null;
        if (block.distinct()) {
            below = line(below, "Remove duplicates", part);
            part = null;
        }
        for (int i = block.windows().size() - 1; i >= 0; i--) {
            below = line(below, "Window aggregate: " + calls(block.windows().get(i)), part);
            part = null;
        }
        if (block.having() != null) {
            below = line(below, "Filter: having", part);
            part = null;
        }
        Group group = block.group();
        if (group != null) {
            String keys = group.keys().isEmpty() ? "" : " by " + group.keys().size() + " keys in a hash table";
            below = line(below, (group.isRollup() ? "Group aggregate with rollup" : "Aggregate") + keys, part);
            part = null;
        }
        if (block.join().isEmpty()) {
            line(below, "Rows fetched before execution", part);
        } else {
            addJoin(block.join(), block.join().size() - 1, below, part);
        }
        for (SelectPlan subquery : block.subqueries()) {
            int inner = line(
                    depth + 1,
                    subquery.correlated() ? "Select (subquery; dependent)" : "Select (subquery; run only once)",
                    null);
            add(subquery, inner);
        }
    }

    private static String calls(WindowPlan window) {
        return window.calls().stream()
                .map(call -> call.kind().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private void addJoin(List<Level> levels, int last, int depth, @Nullable Object part) {
        Level level = levels.get(last);
        int below = depth;
        if (last > 0) {
            String kind = level.outer() ? "left join" : "inner join";
            boolean hash = level.hash() != null && !level.hash().build().isEmpty();
            below = line(depth, (hash ? "Hash " : "Nested loop ") + kind, part);
            addJoin(levels, last - 1, below, null);
        }
        addLevel(level, below);
    }

    private void addLevel(Level level, int depth) {
        int below = level.where() == null ? depth : line(depth, "Filter: where", null);
        below = level.hash() == null ? below : line(below, level.hash().build().isEmpty() ? "Keep rows" : "Hash", null);
        if (level instanceof TableLevel table) {
            line(below, access(table), level);
        } else if (level instanceof QueryLevel query) {
            int inner = line(below, (query.blocks() == 0 ? "Lateral " : "") + "Derived table " + query.alias(), level);
            add(query.query(), inner);
        } else if (level instanceof JoinLevel join) {
            addJoin(join.levels(), join.levels().size() - 1, below, level);
        }
    }

    private static String access(TableLevel level) {
        Path path = level.path();
        IndexKeys keys = path.keys();
        if (keys == null || path.isFullScan() && keys.index().isPrimary() && !path.backwards()) {
            return "Table scan on " + level.alias();
        }
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < path.equal().size(); i++) {
            int ordinal = keys.index().parts().get(i).ordinal();
            columns.add(level.table().info().columns().get(ordinal).name());
        }
        String kind = access(path);
        return (level.isCovered()
                        ? "Covering " + kind.substring(0, 1).toLowerCase(Locale.ROOT) + kind.substring(1)
                        : kind)
                + " on " + level.alias() + " using " + keys.index().name()
                + (columns.isEmpty() ? "" : " (" + String.join(", ", columns) + ")")
                + (path.backwards() ? " (reverse)" : "");
    }

    private static String access(Path path) {
        return path.isPoint()
                ? "Single-row index lookup"
                : path.isFullScan() ? "Index scan" : path.isRange() ? "Index range scan" : "Index lookup";
    }
}
