package io.millrace.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchResultTest {
    private static final BenchRow FULL = new BenchRow(
            "saturation-512", "cpu_us_per_call", "us", 20.0, 30.0, "nginx-pair", Better.LOWER, "25.0.3", null);
    private static final BenchRow ALONE =
            new BenchRow("saturation-512", "calls_per_s", "1/s", 123.456, null, null, Better.HIGHER, "25.0.3", "why");

    @Test
    void hasTheFormThatIsPromised() {
        BenchResult result = new BenchResult("mesh", Map.of("cores", 2), List.of(FULL, ALONE));

        assertThat(result.toJson())
                .isEqualTo(
                        """
                        {
                          "bench": "mesh",
                          "machine": {"cores":2},
                          "rows": [
                            {"case":"saturation-512","metric":"cpu_us_per_call","unit":"us","ours":20.0,"peer":30.0,\
                        "peerName":"nginx-pair","ratio":1.5,"better":"lower","jdk":"25.0.3"},
                            {"case":"saturation-512","metric":"calls_per_s","unit":"1/s","ours":123.5,"peer":null,\
                        "peerName":null,"ratio":null,"better":"higher","jdk":"25.0.3","note":"why"}
                          ]
                        }
                        """);
        assertThat(JsonText.readObject(result.toJson())).containsOnlyKeys("bench", "machine", "rows");
    }

    @Test
    void readsWhatItWrote(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("deep/mesh.json");
        new BenchResult("mesh", Map.of("cores", "2"), List.of(FULL)).write(file);

        assertThat(BenchResult.read(file)).isEqualTo(new BenchResult("mesh", Map.of("cores", "2"), List.of(FULL)));
    }

    @Test
    void ratioSaysHowManyTimesBetterOursIs() {
        assertThat(Better.LOWER.ratio(20, 30)).isEqualTo(1.5);
        assertThat(Better.HIGHER.ratio(30, 20)).isEqualTo(1.5);
        assertThat(Better.LOWER.ratio(30, 15)).isEqualTo(0.5);
        assertThat(Better.HIGHER.ratio(15, 30)).isEqualTo(0.5);
    }

    @Test
    void ratioOfZerosIsOneAndOverZeroIsNone() {
        assertThat(Better.LOWER.ratio(0, 0)).isEqualTo(1);
        assertThat(Better.LOWER.ratio(0, 5)).isNaN();
        assertThat(new BenchRow("c", "wrong_answers", "n", 0.0, 5.0, "p", Better.LOWER, "25", null).ratio())
                .isNull();
        assertThat(Better.LOWER.ratio(5, 0)).isZero();
    }

    @Test
    void tableShowsOursPeerAndRatio() {
        assertThat(BenchTable.of(new BenchResult("mesh", Map.of(), List.of(FULL, ALONE))))
                .containsPattern("saturation-512 +cpu_us_per_call \\[us] +20.00 +30.00 nginx-pair +1.50 +lower")
                .containsPattern("calls_per_s \\[1/s] +123.5 +- +- +higher  why");
    }

    @Test
    void pageStandsAloneAndEscapes() {
        BenchRow row = new BenchRow("a<b", "m", "us", 1.0, 2.0, "p&q", Better.LOWER, "25", null);
        String page = ReportPage.of(List.of(new BenchResult("mesh", Map.of("cpu", "x"), List.of(row))));

        assertThat(page).contains("<svg", "a&lt;b", "p&amp;q").doesNotContain("src=", "href=", "http");
    }

    @Test
    void spreadIsMedianLeastAndGreatest() {
        assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3, 3));
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0)).median()).isEqualTo(2.5);
    }
}
