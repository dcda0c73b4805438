package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements that the event loop runs itself; the servers here have one. */
class RunNowIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static final byte[] PING = {0x0e};

    /** Reads a result of {@code now} or {@code later} and gives who ran it. */
    private static String who(RawClient client, boolean isBinary) throws IOException {
        client.read(); // count of columns
        assertThat(client.sequence).isEqualTo(1);
        client.read();
        client.read();
        byte[] row = client.read();
        assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
        assertThat(client.sequence).isEqualTo(5);
        int at = isBinary ? 2 : 0;
        return new String(row, at + 1, row[at] & 0xFF, StandardCharsets.US_ASCII);
    }

    @Test
    void whatWaitsForNothingRunsOnTheEventLoop() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, RawClient.query("now"));
            String loop = who(client, false);
            assertThat(loop).doesNotStartWith("millrace-sql");
            client.send(0, RawClient.query("later"));
            assertThat(who(client, false)).startsWith("millrace-sql");
            client.send(0, "\u0016now".getBytes(StandardCharsets.US_ASCII));
            client.read();
            client.send(0, new byte[] {0x17, 1, 0, 0, 0, 0, 1, 0, 0, 0});
            assertThat(who(client, true)).isEqualTo(loop);
            client.send(0, RawClient.query("now error"));
            assertThat(client.readError()).isEqualTo(1146);
            client.send(0, PING);
            assertThat(client.read()[0]).isZero();
        }
    }

    @Test
    void anAnswerThatIsNotDurableIsKeptAndTheLoopGoesOn() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn();
                RawClient other = new RawClient(server.port()).loggedIn()) {
            client.sendRaw(RawClient.packet(0, RawClient.query("now kept")));
            client.send(0, PING);
            Awaitility.await().until(() -> server.commands("query") == 1);
            other.send(0, PING);
            assertThat(other.read()[0]).isZero();
            assertThat(client.available()).isZero();
            server.engine.kept.complete("");
            who(client, false);
            assertThat(client.read()[0]).isZero();
        }
    }

    @Test
    void anAnswerThatIsLostIsAnError() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, RawClient.query("now kept"));
            server.engine.kept.completeExceptionally(new SqlException(1030, "HY000", "the log has failed"));
            assertThat(client.readError()).isEqualTo(1030);
            assertThat(client.sequence).isEqualTo(1);
            client.send(0, RawClient.query("later"));
            who(client, false);
        }
    }

    @Test
    void aClientThatGoesWhileItsAnswerIsKeptIsForgotten() throws IOException {
        try (TestServer server = TestServer.open()) {
            try (RawClient client = new RawClient(server.port()).loggedIn()) {
                client.send(0, RawClient.query("now kept"));
                Awaitility.await().until(() -> server.commands("query") == 1);
            }
            Awaitility.await().until(() -> server.count(MysqlMeters.ABORTED) == 1);
            server.engine.kept.complete("");
            Awaitility.await().until(() -> server.engine.sessions.isEmpty());
        }
    }

    @Test
    void aRowOfManyChunksAndPacketsLeavesWhole() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, RawClient.query("now 100000"));
            client.read();
            client.read();
            client.read();
            assertThat(client.read().length).isGreaterThan(100_000);
            assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
            client.send(0, RawClient.query("now 17000000"));
            client.read();
            client.read();
            client.read();
            assertThat(client.read()).hasSize(0xFF_FFFF);
            assertThat(client.read().length).isBetween(17_000_000 - 0xFF_FFFF, 300_000);
            assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
            assertThat(client.sequence).isEqualTo(6);
        }
    }

    @Test
    void statementsThatAreSentAheadAreAnsweredInOrder() throws Exception {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            int commands = 3000;
            ByteArrayOutputStream ahead = new ByteArrayOutputStream();
            for (int i = 0; i < commands; i++) {
                String sql = i % 7 == 3 ? "hex " + i : "now " + i % 300;
                ahead.writeBytes(RawClient.packet(0, RawClient.query(sql)));
            }
            Thread writer = Senders.start(client, ahead.toByteArray());
            for (int i = 0; i < commands; i++) {
                client.read();
                client.read();
                if (i % 7 == 3) {
                    byte[] row = client.read();
                    assertThat(row[0]).isEqualTo((byte) (2 * Integer.toString(i).length()));
                } else {
                    client.read();
                    byte[] row = client.read();
                    assertThat(row.length - row[0]).isBetween(i % 300 + 2, i % 300 + 4);
                }
                assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
            }
            writer.join();
        }
    }

    @Test
    void nothingRunsForAClientThatReadsNothing() throws Exception {
        try (TestServer server = TestServer.open(
                        config -> config.withTimeouts(config.timeouts().withWrite(Duration.ofMillis(500))));
                RawClient client = new RawClient(server.port()).loggedIn()) {
            int commands = 20_000;
            ByteArrayOutputStream ahead = new ByteArrayOutputStream();
            for (int i = 0; i < commands; i++) {
                ahead.writeBytes(RawClient.packet(0, RawClient.query("now 30000")));
            }
            Senders.start(client, ahead.toByteArray());
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> server.engine.sessions.isEmpty());
            assertThat(server.commands("query")).isLessThan(commands / 10);
        }
    }

    /** Clients that send while the test reads. */
    private static final class Senders {
        static Thread start(RawClient client, byte[] bytes) {
            Thread writer = new Thread(() -> {
                try {
                    client.sendRaw(bytes);
                } catch (IOException closed) {
                    // the server has ended the connection, which the test sees
                }
            });
            writer.setDaemon(true);
            writer.start();
            return writer;
        }
    }
}
