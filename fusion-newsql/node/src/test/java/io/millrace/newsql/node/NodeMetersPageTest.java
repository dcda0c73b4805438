package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds docs/operating/meters.md against the enum, and the enum against what an open store registers. */
class NodeMetersPageTest {

    @Test
    void thePageHasARowForEachMeterAndNoOther() throws IOException {
        Path page = Repository.root().resolve("docs/operating/meters.md");
        try (Stream<String> lines = Files.lines(page)) {
            List<String> rows =
                    lines.filter(line -> line.startsWith("| `millrace.node.")).toList();
            assertThat(rows.stream().map(row -> cell(row, 1) + cell(row, 3) + cell(row, 5)))
                    .containsExactlyElementsOf(Arrays.stream(NodeMeters.values())
                            .map(meter -> "`" + meter.meterName() + "`"
                                    + meter.type().name().toLowerCase(Locale.ROOT) + meter.description())
                            .toList());
        }
    }

    private static String cell(String row, int column) {
        return row.split("\\|", -1)[column].trim();
    }

    @Test
    void anOpenStoreRegistersThemAndAClosedOneTakesThemOut(@TempDir Path directory) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (NodeStore store =
                NodeStore.open(directory, NodeStoreModelTest.small().withMeters(registry))) {
            store.commit(new StoreBatch().put(KeySpace.ROWS, new byte[1], new byte[1]))
                    .toCompletableFuture()
                    .join();
            assertThat(registry.get(NodeMeters.GROUP_COMMITS.meterName())
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get(NodeMeters.COMMIT_DURATION.meterName())
                            .timer()
                            .count())
                    .isEqualTo(1);
            for (NodeMeters meter : NodeMeters.values()) {
                assertThat(registry.find(meter.meterName()).meter())
                        .as(meter.meterName())
                        .isNotNull();
            }
        }
        assertThat(registry.getMeters()).isEmpty();
    }
}
