package io.millrace.newsql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random queries over small tables with NULLs, compared with loops over all combinations of rows. */
@Tag("once")
class QueriesAgainstBruteForceTest {

    private static final int QUERIES = 400;
    private static final int ROWS = 9;
    private static final int WIDTH = 3;
    private static final String[] NAMES = {"a", "b", "c"};
    private static final String[] COLUMNS = {"id", "k", "v"};

    /** A condition with what it says of a joined row; null is unknown. */
    private record Condition(String sql, Function<@Nullable Long[], @Nullable Boolean> holds) {}

    private final Random random = Seeds.random("QueriesAgainstBruteForceTest");
    private final List<List<@Nullable Long[]>> data = new ArrayList<>();

    @Test
    void joinsAndSubqueriesGiveWhatLoopsGive(@TempDir Path directory) {
        try (StoredTables tables = new StoredTables(directory)) {
            for (int i = 0; i < NAMES.length; i++) {
                data.add(rows());
                List<@Nullable Object[]> stored = new ArrayList<>();
                data.get(i).forEach(row -> stored.add(row.clone()));
                tables.create(NAMES[i], i != 1, stored);
            }
            for (int i = 0; i < QUERIES; i++) {
                compare(tables);
            }
        }
    }

    private List<@Nullable Long[]> rows() {
        List<@Nullable Long[]> rows = new ArrayList<>();
        for (long id = 0; id < ROWS; id++) {
            rows.add(new @Nullable Long[] {id, small(), small()});
        }
        return rows;
    }

    private @Nullable Long small() {
        return random.nextInt(5) == 0 ? null : Long.valueOf(random.nextInt(5));
    }

    // ---- one query ----

    private void compare(StoredTables tables) {
        int[] order = {random.nextInt(3), random.nextInt(3), random.nextInt(3)};
        StringBuilder sql = new StringBuilder("SELECT * FROM " + source(order[0]) + " t0");
        List<@Nullable Long[]> joined = new ArrayList<>(data.get(order[0]));
        int count = 1 + random.nextInt(3);
        for (int i = 1; i < count; i++) {
            boolean left = random.nextBoolean();
            Condition on = condition(i + 1, false);
            sql.append(left ? " LEFT JOIN " : " JOIN ")
                    .append(source(order[i]))
                    .append(" t")
                    .append(i);
            sql.append(" ON ").append(on.sql());
            joined = join(joined, data.get(order[i]), on, left);
        }
        Condition where = condition(count, true);
        sql.append(" WHERE ").append(where.sql());
        List<String> expected = new ArrayList<>();
        for (@Nullable Long[] row : joined) {
            if (Boolean.TRUE.equals(where.holds().apply(row))) {
                expected.add(StoredTables.text(row));
            }
        }
        assertThat(tables.query(sql.toString())).as(sql.toString()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** A table, plain or as a query, which conditions may go into. */
    private String source(int table) {
        return switch (random.nextInt(6)) {
            case 0 -> "(SELECT * FROM " + NAMES[table] + ")";
            case 1 -> "(SELECT id, k, v FROM " + NAMES[table] + " GROUP BY id, k, v)";
            default -> NAMES[table];
        };
    }

    private static List<@Nullable Long[]> join(
            List<@Nullable Long[]> left, List<@Nullable Long[]> right, Condition on, boolean outer) {
        List<@Nullable Long[]> joined = new ArrayList<>();
        for (@Nullable Long[] first : left) {
            boolean matched = false;
            for (@Nullable Long[] second : right) {
                @Nullable Long[] both = both(first, second);
                if (Boolean.TRUE.equals(on.holds().apply(both))) {
                    matched = true;
                    joined.add(both);
                }
            }
            if (outer && !matched) {
                joined.add(both(first, new @Nullable Long[WIDTH]));
            }
        }
        return joined;
    }

    private static @Nullable Long[] both(@Nullable Long[] left, @Nullable Long[] right) {
        @Nullable Long[] both = new @Nullable Long[left.length + right.length];
        System.arraycopy(left, 0, both, 0, left.length);
        System.arraycopy(right, 0, both, left.length, right.length);
        return both;
    }

    // ---- conditions ----

    private Condition condition(int tables, boolean subqueries) {
        Condition first = simple(tables, subqueries);
        if (random.nextBoolean()) {
            return first;
        }
        Condition second = simple(tables, subqueries);
        boolean and = random.nextBoolean();
        return new Condition(
                "(" + first.sql() + (and ? " AND " : " OR ") + second.sql() + ")",
                row -> combine(first.holds().apply(row), second.holds().apply(row), and));
    }

    private static @Nullable Boolean combine(@Nullable Boolean left, @Nullable Boolean right, boolean and) {
        if (left != null && left != and || right != null && right != and) {
            return !and;
        }
        return left == null || right == null ? null : Boolean.valueOf(and);
    }

    private Condition simple(int tables, boolean subqueries) {
        int column = random.nextInt(tables * WIDTH);
        String name = "t" + column / WIDTH + "." + COLUMNS[column % WIDTH];
        return switch (random.nextInt(subqueries ? 7 : 4)) {
            case 0 -> new Condition(name + " IS NULL", row -> row[column] == null);
            case 1, 2 -> {
                int other = random.nextInt(tables * WIDTH);
                yield new Condition(
                        name + " = t" + other / WIDTH + "." + COLUMNS[other % WIDTH],
                        row -> equal(row[column], row[other]));
            }
            case 3 -> {
                long bound = random.nextInt(5);
                yield new Condition(name + " < " + bound, row -> less(row[column], bound));
            }
            case 4 -> in(name, column, random.nextBoolean());
            case 5 -> exists(name, column);
            default -> greatest(name, column);
        };
    }

    private static @Nullable Boolean equal(@Nullable Long left, @Nullable Long right) {
        return left == null || right == null ? null : Boolean.valueOf(left.equals(right));
    }

    private static @Nullable Boolean less(@Nullable Long left, @Nullable Long right) {
        return left == null || right == null ? null : Boolean.valueOf(left < right);
    }

    private Condition in(String name, int column, boolean not) {
        int table = random.nextInt(3);
        long bound = random.nextInt(6);
        String sql =
                name + (not ? " NOT IN " : " IN ") + "(SELECT k FROM " + NAMES[table] + " WHERE id < " + bound + ")";
        return new Condition(sql, row -> {
            Boolean found = Boolean.FALSE;
            for (@Nullable Long[] each : data.get(table)) {
                if (Boolean.TRUE.equals(less(each[0], bound))) {
                    found = combine(found, equal(row[column], each[1]), false);
                }
            }
            return found == null ? null : Boolean.valueOf(found != not);
        });
    }

    private Condition exists(String name, int column) {
        int table = random.nextInt(3);
        String sql = "EXISTS (SELECT 1 FROM " + NAMES[table] + " s WHERE s.k = " + name + " AND s.v IS NOT NULL)";
        return new Condition(sql, row -> data.get(table).stream()
                .anyMatch(each -> each[2] != null && Boolean.TRUE.equals(equal(each[1], row[column]))));
    }

    private Condition greatest(String name, int column) {
        int table = random.nextInt(3);
        String sql = name + " < (SELECT MAX(s.v) FROM " + NAMES[table] + " s WHERE s.k = " + name + ")";
        return new Condition(sql, row -> {
            Long most = null;
            for (@Nullable Long[] each : data.get(table)) {
                Long value = each[2];
                if (value != null && Boolean.TRUE.equals(equal(each[1], row[column]))) {
                    most = most == null ? value : Long.valueOf(Math.max(most, value));
                }
            }
            return less(row[column], most);
        });
    }
}
