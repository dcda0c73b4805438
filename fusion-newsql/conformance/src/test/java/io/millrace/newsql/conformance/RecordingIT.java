package io.millrace.newsql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That recording and run agree: what was recorded from a MariaDB, a MariaDB answers again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordingIT {

    private @Nullable MariaDbServer server;

    @BeforeAll
    void start() throws Exception {
        server = MariaDbServer.start();
    }

    @AfterAll
    void end() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"arithmetic", "joins", "writes", "schema", "transactions", "errors"})
    void aMariaDbAnswersAsRecorded(String area) throws Exception {
        MariaDbServer mariaDb = server;
        assertThat(mariaDb).isNotNull();
        if (mariaDb != null) {
            assertThat(AreaReport.of(mariaDb, area, List.of()).failed()).isEmpty();
        }
    }
}
