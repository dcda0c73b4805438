package io.millrace.newsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/operating/meters.md against the enum. */
class NewSqlMetersPageTest {

    @Test
    void thePageHasARowForEachMeterAndNoOther() throws IOException {
        try (Stream<String> lines = Files.lines(Repository.root().resolve("docs/operating/meters.md"))) {
            List<String> rows =
                    lines.filter(line -> line.startsWith("| `millrace.newsql.")).toList();
            assertThat(rows)
                    .containsExactlyElementsOf(Arrays.stream(NewSqlMeters.values())
                            .map(meter -> "| `" + meter.meterName() + "` | "
                                    + meter.type().name().toLowerCase(Locale.ROOT) + " | "
                                    + String.join(", ", meter.tags()) + " | " + meter.description() + " |")
                            .toList());
        }
    }
}
