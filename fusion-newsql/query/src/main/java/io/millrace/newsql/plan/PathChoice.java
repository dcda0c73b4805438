package io.millrace.newsql.plan;

import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.expression.Expression;
import io.millrace.newsql.plan.Condition.Kind;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.TableLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how a table is read: by rule, as there are no statistics. A whole unique key is best, then the index with most columns known, then a list, then a range;
 * an index that gives the asked order beats one that does not by less than a known column.
 */
final class PathChoice {

    /** One column of ORDER BY. */
    record Order(int ordinal, boolean descending) {}

    private static final int UNIQUE = 1000;
    private static final int EQUAL = 100;
    private static final int ANY_OF = 60;
    private static final int ROWS = 45;
    private static final int LIKE = 42;
    private static final int TWO_ENDS = 50;
    private static final int ONE_END = 40;
    private static final int IN_ORDER = 30;
    private static final int PRIMARY = 1;

    private final TableLayout layout;
    private final List<Condition> conditions;
    private final @Nullable List<Order> order;

    private PathChoice(TableLayout layout, List<Condition> conditions, @Nullable List<Order> order) {
        this.layout = layout;
        this.conditions = conditions;
        this.order = order;
    }

    /**
     * The path of a table.
     *
     * @param table its place in the FROM
     * @param known tables that are read before it
     * @param order that the rows should have; null for none
     */
    static Path choose(TableLayout layout, int table, BitSet known, List<Condition> all, @Nullable List<Order> order) {
        List<Condition> usable = new ArrayList<>();
        for (Condition condition : all) {
            BitSet unknown = (BitSet) condition.tables().clone();
            unknown.andNot(known);
            // Behind other tables the values of a subquery would be looked for again and again.
            boolean again = condition.kind() == Kind.ROWS && !known.isEmpty();
            if (condition.table() == table && unknown.isEmpty() && !again) {
                usable.add(condition);
            }
        }
        return new PathChoice(layout, usable, order).best();
    }

    private Path best() {
        IndexKeys primary = layout.primary();
        Path best = Path.fullScan(primary);
        int bestScore = 0;
        List<IndexKeys> candidates = new ArrayList<>();
        if (primary != null) {
            candidates.add(primary);
        }
        candidates.addAll(layout.indexes());
        for (IndexKeys keys : candidates) {
            Path path = along(keys);
            Boolean direction = order == null ? null : direction(path, order);
            if (Boolean.TRUE.equals(direction)) {
                path = path.reversed();
            }
            int score = score(path) + (direction != null ? IN_ORDER : 0);
            if (score > 0 && keys.index().isPrimary()) {
                score += PRIMARY;
            }
            boolean walksAll = path.isFullScan() && direction == null;
            if (score > bestScore && !walksAll) {
                best = path;
                bestScore = score;
            }
        }
        return best;
    }

    /** How good a path is: 0 for a walk over everything. */
    static int score(Path path) {
        int score = path.isPoint() ? UNIQUE : 0;
        score += path.equal().size() * EQUAL;
        score += path.anyOf().isEmpty() ? 0 : ANY_OF;
        score += path.rows() == null ? 0 : ROWS;
        score += path.like() == null ? 0 : LIKE;
        return score
                + (path.low() != null && path.high() != null
                        ? TWO_ENDS
                        : path.low() != null || path.high() != null ? ONE_END : 0);
    }

    private Path along(IndexKeys keys) {
        List<Expression> equal = new ArrayList<>();
        for (IndexInfo.Part part : keys.index().parts()) {
            Condition condition = find(part.ordinal(), Kind.EQUAL);
            if (condition != null) {
                equal.add(condition.values().get(0));
                continue;
            }
            Condition in = find(part.ordinal(), Kind.IN);
            if (in != null) {
                return new Path(keys, equal, in.values(), null, null, null, null, false);
            }
            Condition rows = find(part.ordinal(), Kind.ROWS);
            if (rows != null) {
                return new Path(keys, equal, List.of(), rows.rows(), null, null, null, false);
            }
            Condition like = find(part.ordinal(), Kind.LIKE);
            if (like != null) {
                Path.Like pattern =
                        new Path.Like(like.values().get(0), like.values().get(1));
                return new Path(keys, equal, List.of(), null, pattern, null, null, false);
            }
            return new Path(
                    keys,
                    equal,
                    List.of(),
                    null,
                    null,
                    bound(part.ordinal(), Kind.GREATER, Kind.GREATER_OR_EQUAL),
                    bound(part.ordinal(), Kind.LESS, Kind.LESS_OR_EQUAL),
                    false);
        }
        return new Path(keys, equal, List.of(), null, null, null, null, false);
    }

    private Path.@Nullable Bound bound(int ordinal, Kind exclusive, Kind inclusive) {
        Condition strict = find(ordinal, exclusive);
        if (strict != null) {
            return new Path.Bound(strict.values().get(0), false);
        }
        Condition loose = find(ordinal, inclusive);
        return loose == null ? null : new Path.Bound(loose.values().get(0), true);
    }

    private @Nullable Condition find(int ordinal, Kind kind) {
        for (Condition condition : conditions) {
            if (condition.ordinal() == ordinal && condition.kind() == kind) {
                return condition;
            }
        }
        return null;
    }

    /** Whether rows of the path come in an order: false forwards, true backwards, null if not. */
    static @Nullable Boolean direction(Path path, List<Order> order) {
        IndexKeys keys = path.keys();
        if (keys == null || !path.anyOf().isEmpty() || path.rows() != null) {
            return null;
        }
        List<IndexInfo.Part> parts = keys.index().parts();
        Boolean backwards = null;
        int at = 0;
        for (Order item : order) {
            if (isFixed(path, item.ordinal())) {
                continue;
            }
            while (at < path.equal().size()) {
                at++;
            }
            if (at >= parts.size() && path.isPoint()) {
                return Boolean.FALSE;
            }
            if (at >= parts.size()
                    || parts.get(at).ordinal() != item.ordinal()
                    || parts.get(at).prefix() > 0) {
                return null;
            }
            boolean turned = parts.get(at).descending() != item.descending();
            if (backwards != null && backwards != turned) {
                return null;
            }
            backwards = turned;
            at++;
        }
        return backwards == null ? Boolean.FALSE : backwards;
    }

    private static boolean isFixed(Path path, int ordinal) {
        IndexKeys keys = path.keys();
        for (int i = 0; keys != null && i < path.equal().size(); i++) {
            if (keys.index().parts().get(i).ordinal() == ordinal) {
                return true;
            }
        }
        return false;
    }
}
