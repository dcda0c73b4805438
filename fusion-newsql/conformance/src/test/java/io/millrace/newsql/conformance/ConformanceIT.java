package io.millrace.newsql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our server against the corpus: every statement agrees. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceIT {

    private @Nullable MillraceServer server;

    @BeforeAll
    void start() throws IOException {
        server = MillraceServer.start();
    }

    @AfterAll
    void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    static List<String> areas() throws IOException {
        return Corpus.areas();
    }

    @ParameterizedTest
    @MethodSource("areas")
    void theServerAnswersAsRecorded(String area) throws Exception {
        MillraceServer ours = server;
        if (ours == null) {
            throw new AssertionError("no server");
        }
        AreaReport report = AreaReport.of(ours, area, Difference.ALL);
        System.out.println(report.line());
        assertThat(report.failed()).isEmpty();
    }
}
