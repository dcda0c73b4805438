package io.millrace.thrift.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Repository;
import io.millrace.thrift.ThriftCaller;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Holds docs/operating/meters.md against {@link ThriftMeters} and against what Prometheus is really shown. */
@ExtendWith(LeakCheck.class)
class MetersPageTest {

    @Test
    void thePageHasARowForEachMeterAndNoOther() throws IOException {
        List<String> rows = rows();
        assertThat(rows).hasSize(ThriftMeters.values().length);
        for (ThriftMeters meter : ThriftMeters.values()) {
            String row = rows.get(meter.ordinal());
            assertThat(cell(row, 1)).isEqualTo("`" + meter.meterName() + "`");
            assertThat(cell(row, 3)).isEqualTo(meter.type().name().toLowerCase(Locale.ROOT));
            assertThat(cell(row, 4)).as("unit of " + meter).isNotEmpty();
            assertThat(cell(row, 5))
                    .isEqualTo(meter.tags().stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", ")));
            assertThat(cell(row, 6)).isEqualTo(meter.description());
        }
    }

    @Test
    void aServerAndAClientShowPrometheusTheNamesOfThePage() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (EchoFixture echo = new EchoFixture()) {
            ThriftServer server = echo.server(ThriftServerConfig.defaults().withMeters(registry));
            ThriftClient client =
                    echo.client(server.address(), ThriftClientConfig.defaults().withMeters(registry));
            ThriftCaller.await(client.call(Echo.SAY, Echo.of("hello")));
            try (Socket stranger =
                    new Socket(server.address().getAddress(), server.address().getPort())) {
                stranger.getOutputStream().write(new byte[4]);
                assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            }
            for (String row : rows()) {
                String name = cell(row, 2).replace("`", "");
                String sample = "\n" + name + (cell(row, 3).equals("timer") ? "_bucket{" : "");
                Awaitility.await(name).until(() -> registry.scrape().contains(sample));
            }
        }
        Awaitility.await().until(() -> registry.getMeters().isEmpty());
    }

    private static List<String> rows() throws IOException {
        try (Stream<String> lines = Files.lines(Repository.root().resolve("docs/operating/meters.md"))) {
            return lines.filter(line -> line.startsWith("| `millrace.thrift.")).toList();
        }
    }

    private static String cell(String row, int column) {
        return row.split("\\|", -1)[column].trim();
    }
}
