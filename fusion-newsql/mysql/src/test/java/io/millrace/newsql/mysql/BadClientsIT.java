package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that break the protocol, come in floods, or are slow: each gets a clear error, and others are not disturbed. */
class BadClientsIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static final int ERR_OUT_OF_ORDER = 1156;

    @Test
    void packetsOutOfOrderAre1156() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(3, RawClient.query("insert"));
            assertThat(client.readError()).isEqualTo(ERR_OUT_OF_ORDER);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void anUnknownCommandIs1047AndAMalformedOne1835AndTheConnectionGoesOn() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, new byte[] {0x12});
            assertThat(client.readError()).isEqualTo(1047);
            client.send(0, new byte[0]);
            assertThat(client.readError()).isEqualTo(1047);
            client.send(0, new byte[] {0x17, 1, 0}); // STMT_EXECUTE, cut in its number
            assertThat(client.readError()).isEqualTo(1835);
            client.send(0, new byte[] {0x17, 9, 0, 0, 0, 0, 1, 0, 0, 0});
            assertThat(client.readError()).isEqualTo(1243);
            client.send(0, new byte[] {0x1C, 9, 0, 0, 0, 1, 0, 0, 0});
            assertThat(client.readError()).isEqualTo(1243);
            client.send(0, new byte[] {0x0D});
            assertThat(client.readError()).isEqualTo(1227);
            client.send(0, new byte[] {0x0E});
            assertThat(client.read()[0]).isZero();
        }
    }

    @Test
    void aTooLongPacketIs1153WithoutMemoryForIt() throws IOException {
        try (TestServer server = TestServer.open(
                        config -> config.withLimits(config.limits().withPacketBytes(100_000)));
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, RawClient.query("hex " + "x".repeat(90_000)));
            client.read(); // count of columns
            client.read(); // column
            assertThat(client.readError()).isEqualTo(1153); // the row would be twice as long
            client.sendRaw(new byte[] {0, 0, (byte) 0xF0, 0});
            assertThat(client.readError()).isEqualTo(1153);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aTooLongPacketInTheHandshakeIsRefused() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port())) {
            client.read();
            client.sendRaw(new byte[] {0, 0, 0x7F, 1});
            assertThat(client.readError()).isEqualTo(1043);
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(server.refusals("bad-handshake")).isEqualTo(1);
        }
    }

    @Test
    void commandsThatAreSentAheadAreAnsweredInOrder() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port()).loggedIn()) {
            ByteArrayOutputStream ahead = new ByteArrayOutputStream();
            int commands = 2000;
            for (int i = 0; i < commands; i++) {
                ahead.writeBytes(RawClient.packet(0, RawClient.query("hex " + i)));
            }
            Thread writer = new Thread(() -> {
                try {
                    client.sendRaw(ahead.toByteArray());
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            writer.start();
            for (int i = 0; i < commands; i++) {
                client.read(); // count of columns
                client.read(); // column
                byte[] row = client.read();
                String hex =
                        java.util.HexFormat.of().formatHex(Integer.toString(i).getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(row, 1, row.length - 1, StandardCharsets.US_ASCII))
                        .isEqualTo(hex);
                assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
                assertThat(client.sequence).isEqualTo(4);
            }
        }
    }

    @Test
    void aClientIsServedThroughZstandard() throws IOException {
        try (TestServer server = TestServer.open();
                RawClient client = new RawClient(server.port())) {
            assertThat(client.logIn(RawClient.CAPABILITIES | Capabilities.ZSTD_COMPRESSION))
                    .isZero();
            for (int round = 0; round < 3; round++) {
                client.send(0, RawClient.query("rows 5000 50"));
                client.read();
                client.read();
                client.read();
                for (int i = 0; i < 5000; i++) {
                    assertThat(client.read()).hasSizeGreaterThan(50);
                }
                assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
            }
        }
    }

    @Test
    void randomBytesNeverDisturbOthers() throws Exception {
        Random random = Seeds.random("BadClientsIT");
        try (TestServer server = TestServer.open();
                Connection other = server.mysql("")) {
            for (int i = 0; i < 200; i++) {
                try (RawClient client = new RawClient(server.port())) {
                    byte[] bytes = new byte[random.nextInt(300)];
                    random.nextBytes(bytes);
                    if (random.nextBoolean()) {
                        client.loggedIn();
                        client.send(0, bytes);
                    } else {
                        client.sendRaw(bytes);
                    }
                } catch (IOException closed) {
                    assertThat(closed).isNotInstanceOf(java.net.SocketTimeoutException.class);
                }
            }
            assertThat(other.isValid(60)).isTrue();
            Awaitility.await().untilAsserted(() -> {
                assertThat(server.gauge(MysqlMeters.CONNECTIONS)).isEqualTo(1);
                assertThat(server.gauge(MysqlMeters.HALF_OPEN)).isZero();
            });
        }
    }

    // ---- limits and times ----

    @Test
    void oneConnectionTooManyIs1040() throws Exception {
        try (TestServer server =
                TestServer.open(config -> config.withLimits(config.limits().withConnections(2)))) {
            try (Connection first = server.mysql("");
                    Connection second = server.mysql("");
                    RawClient third = new RawClient(server.port())) {
                assertThat(third.readError()).isEqualTo(1040);
                assertThat(third.isClosedByServer()).isTrue();
                assertThat(first.isValid(60) && second.isValid(60)).isTrue();
            }
            Awaitility.await().untilAsserted(() -> assertThat(server.gauge(MysqlMeters.CONNECTIONS))
                    .isZero());
            server.mysql("").close();
        }
    }

    @Test
    void aFloodOfHalfOpenHandshakesKeepsNobodyOut() throws Exception {
        try (TestServer server =
                TestServer.open(config -> config.withLimits(config.limits().withHalfOpen(20))
                        .withTimeouts(config.timeouts().withHandshake(Duration.ofMinutes(5))))) {
            List<RawClient> flood = new ArrayList<>();
            try {
                for (int i = 0; i < 300; i++) {
                    flood.add(new RawClient(server.port()));
                    if (i % 50 == 49) {
                        try (Connection client = server.mysql("")) {
                            assertThat(client.isValid(60)).isTrue();
                        }
                    }
                }
                // The last login pushed one out and then was none of them any more.
                Awaitility.await().untilAsserted(() -> assertThat(server.gauge(MysqlMeters.HALF_OPEN))
                        .isEqualTo(19));
                assertThat(server.refusals("half-open-dropped")).isEqualTo(300 - 19);
            } finally {
                for (RawClient client : flood) {
                    client.close();
                }
            }
        }
    }

    @Test
    void aHandshakeThatTakesTooLongIsEnded() throws Exception {
        try (TestServer server = TestServer.open(
                        config -> config.withTimeouts(config.timeouts().withHandshake(Duration.ofMillis(300))));
                RawClient client = new RawClient(server.port())) {
            client.read();
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(server.refusals("handshake-timeout")).isEqualTo(1);
        }
    }

    @Test
    void anIdleConnectionIsToldWhyItEnds() throws Exception {
        try (TestServer server = TestServer.open(
                        config -> config.withTimeouts(config.timeouts().withIdle(Duration.ofMillis(300))));
                RawClient client = new RawClient(server.port()).loggedIn()) {
            assertThat(client.readError()).isEqualTo(4031);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aHostThatBreaksOffHandshakesIsBlocked() throws Exception {
        try (TestServer server =
                TestServer.open(config -> config.withLimits(config.limits().withHostFailures(3)))) {
            for (int i = 0; i < 3; i++) {
                try (RawClient client = new RawClient(server.port(), "127.0.0.9")) {
                    client.read();
                }
                int failures = i + 1;
                Awaitility.await().until(() -> server.gauge(MysqlMeters.HALF_OPEN) == 0 && failures > 0);
            }
            Awaitility.await().untilAsserted(() -> {
                try (RawClient client = new RawClient(server.port(), "127.0.0.9")) {
                    assertThat(client.readError()).isEqualTo(1129);
                }
            });
            try (RawClient client = new RawClient(server.port(), "127.0.0.10")) {
                assertThat(client.logIn(RawClient.CAPABILITIES)).isZero();
            }
        }
    }

    @Test
    void aClientThatReadsNothingIsCutOffAndItsStatementEnds() throws Exception {
        try (TestServer server = TestServer.open(
                        config -> config.withTimeouts(config.timeouts().withWrite(Duration.ofMillis(500))));
                RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, RawClient.query("rows 100000000 1000"));
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(server.engine.sessions)
                    .isEmpty());
            assertThat(server.count(MysqlMeters.SLOW_WAITS)).isPositive();
        }
    }

    @Test
    void preparedStatementsBeyondTheLimitAre1461() throws IOException {
        try (TestServer server = TestServer.open(
                        config -> config.withLimits(config.limits().withPreparedStatements(1)));
                RawClient client = new RawClient(server.port()).loggedIn()) {
            byte[] prepare = "\u0016insert".getBytes(StandardCharsets.US_ASCII);
            client.send(0, prepare);
            assertThat(client.read()[0]).isZero();
            client.send(0, prepare);
            assertThat(client.readError()).isEqualTo(1461);
            client.send(0, new byte[] {0x19, 1, 0, 0, 0}); // close it
            client.send(0, prepare);
            assertThat(client.read()[0]).isZero();
        }
    }
}
