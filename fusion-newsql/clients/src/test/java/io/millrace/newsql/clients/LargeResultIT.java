package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results larger than the server's memory are streamed; a client that does not read them, or goes away, disturbs nobody. */
class LargeResultIT extends BadDay {

    private static final int ROWS = 700;

    /** Of about a kibibyte a row: 490,000 of them are more than the server's heap. */
    private static final String LARGE = "SELECT a.pad, b.id FROM wide a JOIN wide b";

    private static final String CONNECTIONS = "SELECT COUNT(*) FROM information_schema.processlist";

    @BeforeEach
    void fill() throws SQLException {
        run(
                "CREATE TABLE wide (id INT AUTO_INCREMENT PRIMARY KEY, pad VARCHAR(1100))",
                "INSERT INTO wide (pad) VALUES "
                        + String.join(",", Collections.nCopies(ROWS, "('" + "p".repeat(1000) + "')")));
    }

    private static ResultSet stream(Statement statement) throws SQLException {
        statement.setFetchSize(Integer.MIN_VALUE);
        return statement.executeQuery(LARGE);
    }

    @Test
    void aResultLargerThanTheHeapIsStreamed() throws SQLException {
        long bytes = 0;
        int rows = 0;
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = stream(statement)) {
            while (result.next()) {
                bytes += result.getBytes(1).length;
                rows++;
            }
        }
        assertThat(rows).isEqualTo(ROWS * ROWS);
        assertThat(bytes).isEqualTo(1000L * ROWS * ROWS);
    }

    @Test
    void clientsThatDoNotReadKeepNobodyWaiting() throws SQLException {
        Connection[] slow = new Connection[20];
        try {
            for (int i = 0; i < slow.length; i++) {
                slow[i] = connect();
                ResultSet result = stream(slow[i].createStatement());
                assertThat(result.next()).isTrue();
            }
            run("INSERT INTO wide (pad) VALUES ('more')");
            assertThat(number("SELECT COUNT(*) FROM wide")).isEqualTo(ROWS + 1);
        } finally {
            abort(slow);
        }
    }

    @Test
    void aClientGoneInMidResultLeavesNothingBehind() throws SQLException {
        long before = number(CONNECTIONS);
        Connection[] gone = new Connection[10];
        for (int i = 0; i < gone.length; i++) {
            gone[i] = connect();
            gone[i].setAutoCommit(false);
            assertThat(code(gone[i], "UPDATE wide SET pad = 'q' WHERE id = " + (i + 1)))
                    .isZero();
            assertThat(stream(gone[i].createStatement()).next()).isTrue();
        }
        abort(gone);
        Awaitility.await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> assertThat(number(CONNECTIONS))
                .isLessThanOrEqualTo(before));
        run("UPDATE wide SET pad = 'r'", "DROP TABLE wide");
    }

    private static void abort(Connection... connections) throws SQLException {
        for (Connection connection : connections) {
            if (connection != null) {
                connection.abort(Runnable::run);
            }
        }
    }
}
