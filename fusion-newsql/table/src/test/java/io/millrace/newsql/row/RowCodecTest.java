package io.millrace.newsql.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.type.SqlType;
import io.millrace.testkit.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows are what they were after they have been bytes, in later versions of their table too. */
class RowCodecTest {

    private static final List<SqlType> TYPES = List.of(
            SqlType.BIGINT,
            SqlType.UNSIGNED,
            SqlType.DOUBLE,
            SqlType.decimal(20, 4),
            SqlType.text(200),
            SqlType.bytes(200),
            SqlType.DATE);

    private static TableInfo table(int version, List<ColumnInfo> columns, int columnIds) {
        return new TableInfo(1, version, "s", "t", columns, null, List.of(), columnIds, "utf8mb4_bin", "", 0);
    }

    private static ColumnInfo column(int id, SqlType type, int addedIn, ColumnInfo.@Nullable Fallback origin) {
        return new ColumnInfo(id, "c" + id, type, true, null, origin, addedIn, false, false, "");
    }

    private static @Nullable Object value(Random random, SqlType type) {
        if (random.nextInt(4) == 0) {
            return null;
        }
        return switch (type.family()) {
            case DECIMAL -> BigDecimal.valueOf(random.nextLong() >> random.nextInt(60), 4);
            case DOUBLE -> random.nextGaussian() * Math.pow(10, random.nextInt(20));
            case TEXT -> random.ints(random.nextInt(30), 1, 0x2FFF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            case BYTES -> {
                byte[] bytes = new byte[random.nextInt(300)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case TEMPORAL -> (long) random.nextInt(1_000_000);
            default -> random.nextLong() >> random.nextInt(63);
        };
    }

    @Test
    void rowsComeBackInTheColumnsThatAreLeft() {
        Random random = Seeds.random("RowCodecTest");
        for (int round = 0; round < 500; round++) {
            List<ColumnInfo> columns = new ArrayList<>();
            int count = 1 + random.nextInt(12);
            for (int id = 1; id <= count; id++) {
                columns.add(column(id, TYPES.get(random.nextInt(TYPES.size())), 1, null));
            }
            Collections.shuffle(columns, random);
            @Nullable
            Object[] row =
                    columns.stream().map(column -> value(random, column.type())).toArray();
            byte[] bytes = new TableLayout(table(1, columns, count)).rows().encode(row, round);

            List<ColumnInfo> later = new ArrayList<>(columns);
            later.removeIf(column -> later.size() > 1 && random.nextInt(4) == 0);
            Collections.shuffle(later, random);
            later.add(column(
                    count + 1,
                    SqlType.BIGINT,
                    2,
                    new ColumnInfo.Fallback(ColumnInfo.Kind.LITERAL, String.valueOf(round))));
            RowCodec codec = new TableLayout(table(2, later, count + 1)).rows();
            @Nullable Object[] read = new @Nullable Object[later.size()];
            codec.decode(bytes, read, 0, null);

            @Nullable Object[] expected = new @Nullable Object[later.size()];
            for (int i = 0; i < later.size() - 1; i++) {
                expected[i] = row[columns.indexOf(later.get(i))];
            }
            expected[later.size() - 1] = (long) round;
            assertThat(Arrays.deepEquals(read, expected))
                    .as("read %s expected %s", Arrays.deepToString(read), Arrays.deepToString(expected))
                    .isTrue();
            assertThat(codec.rowVersion(bytes)).isEqualTo(round);
        }
    }

    @Test
    void aRowThatIsCutIsRefusedOrShorter() {
        Random random = Seeds.random("RowCodecTest cut");
        List<ColumnInfo> columns = List.of(column(1, SqlType.text(50), 1, null), column(2, SqlType.BIGINT, 1, null));
        RowCodec codec = new TableLayout(table(1, columns, 2)).rows();
        byte[] bytes = codec.encode(new @Nullable Object[] {"some text", random.nextLong() | 1L << 60}, 1);
        int refused = 0;
        for (int length = 0; length < bytes.length; length++) {
            try {
                codec.decode(Arrays.copyOf(bytes, length), new @Nullable Object[2], 0, null);
            } catch (RowFormatException e) {
                assertThat(e).hasMessageContaining("damaged");
                refused++;
            }
        }
        assertThat(refused).isGreaterThanOrEqualTo(bytes.length - 3);
    }
}
