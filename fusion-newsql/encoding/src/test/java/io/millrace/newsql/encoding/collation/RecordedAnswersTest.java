package io.millrace.newsql.encoding.collation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.encoding.Collation;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our answers are those that were recorded of MariaDB 10.11 and of pyuca 1.2, see {@code src/test/weights/README.md}. */
class RecordedAnswersTest {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int LIMIT = 1024;
    private static final int LEVELS = 3;

    private final WeightedOrder general = new WeightedOrder(WeightTable.named("general_ci", 1), 1, true);
    private final WeightedOrder unicode = new WeightedOrder(WeightTable.named("unicode_ci", 1), 1, true);
    private final WeightedOrder accentsAndCase = new WeightedOrder(WeightTable.named("uca_0900", 1), LEVELS, false);
    private final WeightedOrder lettersOnly = new WeightedOrder(WeightTable.named("uca_0900", 1), 1, false);

    @Test
    void stringsCompareAndWeighAsInMariaDb() throws IOException {
        List<String[]> lines = Recordings.lines("mariadb-answers.tsv");
        assertThat(lines).hasSize(3000);
        for (String[] line : lines) {
            checkAnswer(general, Collation.UTF8MB4_GENERAL_CI, "0020", line, 2);
            checkAnswer(unicode, Collation.UTF8MB4_UNICODE_CI, "0209", line, 4);
        }
    }

    private static void checkAnswer(WeightedOrder order, Collation collation, String space, String[] line, int answer) {
        byte[] left = HEX.parseHex(line[0]);
        byte[] right = HEX.parseHex(line[1]);
        int expected = Integer.parseInt(line[answer]);
        String what = collation + " of " + line[0] + " and " + line[1];
        assertThat(Integer.signum(collation.compare(left, right))).as(what).isEqualTo(expected);
        assertThat(Integer.signum(collation.compare(right, left))).as(what).isEqualTo(-expected);
        assertThat(weights(order, left)).as(what).isEqualTo(withoutSpaces(line[answer + 1], space));
    }

    /** The weights without those of trailing spaces, which make no difference and which we leave out. */
    private static String withoutSpaces(String weights, String space) {
        int end = weights.length();
        while (end > 0 && weights.startsWith(space, end - space.length())) {
            end -= space.length();
        }
        return weights.substring(0, end);
    }

    @Test
    void charactersMatchInLikeAsInMariaDb() throws IOException {
        List<String[]> lines = Recordings.lines("mariadb-likes.tsv");
        assertThat(lines).hasSize(2000);
        for (String[] line : lines) {
            int left = Integer.parseInt(line[0]);
            int right = Integer.parseInt(line[1]);
            String what = Integer.toHexString(left) + " and " + Integer.toHexString(right);
            assertThat(general.isSameCharacter(left, right)).as(what).isEqualTo(line[2].equals("1"));
            assertThat(unicode.isSameCharacter(left, right)).as(what).isEqualTo(line[3].equals("1"));
        }
    }

    @Test
    void stringsWeighAsTheUnicodeCollationAlgorithmSays() throws IOException {
        List<String[]> lines = Recordings.lines("pyuca-keys.tsv");
        assertThat(lines).hasSize(2500);
        for (String[] line : lines) {
            byte[] value = HEX.parseHex(line[0]);
            assertThat(weights(accentsAndCase, value)).as(line[0]).isEqualTo(line[1]);
            assertThat(line[1]).as(line[0]).startsWith(weights(lettersOnly, value) + "0000");
        }
    }

    @Test
    void stringsCompareAsTheUnicodeCollationAlgorithmSays() throws IOException {
        List<String[]> lines = Recordings.lines("pyuca-keys.tsv");
        String[] before = lines.get(lines.size() - 1);
        for (String[] line : lines) {
            byte[] left = HEX.parseHex(before[0]);
            byte[] right = HEX.parseHex(line[0]);
            int expected = Arrays.compareUnsigned(HEX.parseHex(before[1]), HEX.parseHex(line[1]));
            assertThat(Integer.signum(Collation.UTF8MB4_0900_AS_CS.compare(left, right)))
                    .as("%s and %s", before[0], line[0])
                    .isEqualTo(Integer.signum(expected));
            before = line;
        }
    }

    private static String weights(WeightedOrder order, byte[] value) {
        WeightBuffer buffer = new WeightBuffer(LIMIT);
        order.weigh(value, 0, value.length, buffer);
        return HEX.formatHex(buffer.bytes(), 0, buffer.length());
    }
}
