package io.millrace.launcher.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.launcher.Launchers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** What needs no cluster: slips, directories that are none, sizes, JSON. */
class TieredCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void wrongCommandLinesEndWithTwo() {
        assertSlip("tiered needs one of", "tiered");
        assertSlip("DIR", "tiered", "verify");
        assertSlip(
                "no such directory", "tiered", "verify", folder.resolve("none").toString());
        assertSlip("missing: --bootstrap", "tiered", "states");
        assertSlip("missing: --bootstrap", "tiered", "orphans", folder.toString());
        assertSlip("no partition: orders", "tiered", "explain", "orders", "--bootstrap", "127.0.0.1:1");
        assertSlip("--free", "tiered", "simulate", "--bootstrap", "127.0.0.1:1");
        assertSlip("no size: many", "tiered", "simulate", "--free", "many", "--bootstrap", "127.0.0.1:1");
        assertSlip("--timeout", "tiered", "states", "--bootstrap", "127.0.0.1:1", "--timeout", "0");
    }

    private static void assertSlip(String says, String... arguments) {
        Launchers.Outcome outcome = Launchers.run(arguments);
        assertThat(outcome.err()).contains(says);
        assertThat(outcome.status()).as(String.join(" ", arguments)).isEqualTo(2);
    }

    @Test
    void aDirectoryWithoutAMarkIsAnError() {
        Launchers.Outcome outcome = Launchers.run("tiered", "verify", folder.toString());

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("no cold directory: " + folder).contains("cold-id");
    }

    @Test
    void anEmptyColdDirectoryIsSound() throws Exception {
        Files.writeString(folder.resolve("cold-id"), "an id\n");

        Launchers.Outcome text = Launchers.run("tiered", "verify", folder.toString());
        Launchers.Outcome json = Launchers.run("tiered", "verify", "--json", folder.toString());

        assertThat(text.out()).contains("0 segments").contains("Sound.");
        assertThat(text.status()).isZero();
        assertThat(json.out())
                .startsWith("{\"sound\":true,\"directories\":[{\"directory\":")
                .contains("\"damageCount\":0");
    }

    @Test
    void simulateNeedsTheBrokersSecret() {
        Launchers.Outcome outcome = Launchers.run("tiered", "simulate", "--free", "1G", "--bootstrap", "127.0.0.1:1");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("--secret-file");
    }

    @ParameterizedTest
    @CsvSource({"1048576, 1048576", "64k, 65536", "10G, 10737418240", "3MiB, 3145728", "2 T, 2199023255552", "7B, 7"})
    void sizesAreReadInPowersOf1024(String text, long bytes) {
        assertThat(new DataSizes().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "-1", "1.5G", "10P", "999999999999999T"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatThrownBy(() -> new DataSizes().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void sizesAreShownShort() {
        assertThat(DataSizes.text(-1)).isEqualTo("–");
        assertThat(DataSizes.text(1023)).isEqualTo("1023 B");
        assertThat(DataSizes.text(1536)).isEqualTo("1.5 KiB");
        assertThat(DataSizes.text(5L << 40)).isEqualTo("5.0 TiB");
    }

    @Test
    void jsonEscapesWhatItMust() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a\"b", List.of(1, 2.5, true));
        map.put("path", Path.of("/x\\y"));
        map.put("none", null);
        map.put("control", "\n\u0001ü");

        assertThat(JsonText.of(map))
                .isEqualTo("{\"a\\\"b\":[1,2.5,true],\"path\":\"/x\\\\y\",\"none\":null,\"control\":\"\\n\\u0001ü\"}");
        assertThat(JsonText.of(new ArrayList<>(Arrays.asList(null, "x")))).isEqualTo("[null,\"x\"]");
    }
}
