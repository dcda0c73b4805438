package io.millrace.newsql.encoding.collation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table is read whole or refused: its bytes say which it is. */
class WeightTableReaderTest {

    private static final int VERSION = 1;
    private static final int FLIPS = 300;

    @ParameterizedTest
    @ValueSource(strings = {"general_ci", "unicode_ci", "uca_0900"})
    void tablesOfThisModuleAreRead(String name) throws IOException {
        WeightTable table = WeightTableReader.read(name, bytes(name), VERSION);
        assertThat(table.entry('A', 0)).isEqualTo(table.entry('a', 0)).isLessThan(table.entry('b', 0));
        assertThat(bytes(name).length).isLessThan(300_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"general_ci", "unicode_ci", "uca_0900"})
    void noTwoSequencesAreTheSame(String name) throws IOException {
        WeightTable table = WeightTableReader.read(name, bytes(name), VERSION);
        List<String> sequences = table.sequences().stream().map(String::new).toList();
        assertThat(sequences).doesNotHaveDuplicates();
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        byte[] table = bytes("general_ci");
        assertThatThrownBy(() -> WeightTableReader.read("general_ci", table, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("weights are damaged: table=general_ci, version=1 (expected: 2)");
    }

    @Test
    void aTableThatIsMissingIsNamed() {
        assertThatThrownBy(() -> WeightTableReader.readResource("klingon_ci", VERSION))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("klingon_ci.weights.bin");
    }

    @Test
    void aTableCutAnywhereIsRefused() throws IOException {
        byte[] table = bytes("general_ci");
        for (int length = 0; length < table.length; length++) {
            byte[] cut = Arrays.copyOf(table, length);
            assertThat(catchThrowable(() -> WeightTableReader.read("general_ci", cut, VERSION)))
                    .as("cut at %d", length)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("general_ci");
        }
    }

    @Test
    void bytesBehindATableAreRefused() throws IOException {
        byte[] table = bytes("general_ci");
        byte[] longer = Arrays.copyOf(table, table.length + 1);
        assertThatThrownBy(() -> WeightTableReader.read("general_ci", longer, VERSION))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("body ends elsewhere");
    }

    @Test
    void aFlippedBitIsRefusedOrSaysTheSame() throws IOException {
        byte[] table = bytes("unicode_ci");
        WeightTable whole = WeightTableReader.read("unicode_ci", table, VERSION);
        Random random = Seeds.random("WeightTableReaderTest");
        for (int flip = 0; flip < FLIPS; flip++) {
            byte[] flipped = table.clone();
            int at = random.nextInt(flipped.length);
            flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            try {
                checkSame(WeightTableReader.read("unicode_ci", flipped, VERSION), whole, at);
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("unicode_ci");
            }
        }
    }

    /** Some bits of a deflated stream say nothing. */
    private static void checkSame(WeightTable read, WeightTable whole, int at) {
        for (int codePoint = 0; codePoint <= Character.MAX_VALUE; codePoint++) {
            assertThat(read.entry(codePoint, 0)).as("flipped at %d", at).isEqualTo(whole.entry(codePoint, 0));
        }
    }

    @Test
    void aBodyThatClaimsTooMuchIsRefusedBeforeMemoryIsTaken() throws IOException {
        byte[] table = bytes("general_ci");
        table[WeightTableDescriptor.LENGTH] = 0x7F;
        assertThatThrownBy(() -> WeightTableReader.read("general_ci", table, VERSION))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("length of body=");
    }

    @Test
    void aTableThatIsWrittenIsReadBack() throws IOException {
        WeightTableWriter writer = new WeightTableWriter(Unlisted.UCA_9_0_0, 2);
        writer.put('a', 0, List.of(7));
        writer.put('a', 1, List.of());
        writer.put(0x1F600, 0, List.of(7, 9));
        WeightTable table = WeightTableReader.read("own", writer.toBytes(5), 5);
        assertThat(table.levels()).isEqualTo(2);
        assertThat(table.entry('a', 0)).isEqualTo(7);
        assertThat(table.sequence(table.entry('a', 1))).isEmpty();
        assertThat(table.sequence(table.entry(0x1F600, 0))).containsExactly((char) 7, (char) 9);
        assertThat(WeightTable.isSequence(table.entry('b', 0))).isFalse();
        assertThat(WeightTable.isSequence(table.entry(0x4E00, 0))).isFalse();
    }

    private static byte[] bytes(String name) throws IOException {
        String resource = name + ".weights.bin";
        try (InputStream in = Objects.requireNonNull(WeightTable.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        }
    }
}
