package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/operating/meters.md against the enum, and the enum against what a server registers. */
class MetersPageTest {

    @Test
    void thePageHasARowForEachMeterAndNoOther() throws IOException {
        List<String> rows;
        try (Stream<String> lines = Files.lines(Repository.root().resolve("docs/operating/meters.md"))) {
            rows = lines.filter(line -> line.startsWith("| `millrace.mysql.")).toList();
        }
        assertThat(rows).hasSize(MysqlMeters.values().length);
        for (MysqlMeters meter : MysqlMeters.values()) {
            String[] cells = rows.get(meter.ordinal()).split("\\|", -1);
            assertThat(cells[1].trim()).isEqualTo("`" + meter.meterName() + "`");
            assertThat(cells[2].trim()).isEqualTo(meter.type().name().toLowerCase(Locale.ROOT));
            assertThat(cells[3].trim()).isEqualTo(String.join(", ", meter.tags()));
            assertThat(cells[4].trim()).isEqualTo(meter.description());
        }
    }

    @Test
    void aServerRegistersEachMeterAndTakesItOutAgain() {
        TestServer server = TestServer.open();
        assertThat(server.meters.getMeters().stream().map(meter -> meter.getId().getName()))
                .containsOnly(Arrays.stream(MysqlMeters.values())
                        .map(MysqlMeters::meterName)
                        .toArray(String[]::new));
        server.close();
        assertThat(server.meters.getMeters()).isEmpty();
    }
}
