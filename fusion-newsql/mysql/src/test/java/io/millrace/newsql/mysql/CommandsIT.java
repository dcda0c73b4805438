package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands and forms of answers that none of the drivers uses, byte by byte as MySQL's "Client/Server Protocol" has them. */
class CommandsIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static TestServer server;

    @BeforeAll
    static void open() {
        server = TestServer.open();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @Test
    void aCursorOfAnOldClientEndsWithEofPackets() throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            client.logIn(RawClient.CAPABILITIES & ~Capabilities.DEPRECATE_EOF);
            client.send(0, "\u0016rows 3".getBytes(StandardCharsets.US_ASCII));
            assertThat(hex(client.read())).isEqualTo("00" + "01000000" + "0200" + "0000" + "00" + "0000");
            client.read();
            client.read();
            assertThat(hex(client.read())).isEqualTo("fe00000200");
            client.send(0, bytes("17 01000000 01 01000000")); // execute, read-only cursor
            assertThat(hex(client.read())).isEqualTo("02");
            client.read();
            client.read();
            assertThat(hex(client.read())).isEqualTo("fe00004200"); // autocommit, a cursor exists
            client.send(0, bytes("1c 01000000 02000000"));
            assertThat(hex(client.read())).isEqualTo("0000" + "0000000000000000" + "0178");
            assertThat(hex(client.read())).isEqualTo("0000" + "0100000000000000" + "0178");
            assertThat(hex(client.read())).isEqualTo("fe00004200");
            client.send(0, bytes("1c 01000000 02000000"));
            client.read();
            assertThat(hex(client.read())).isEqualTo("fe00008200"); // the last row was sent
            client.send(0, bytes("1c 01000000 02000000"));
            assertThat(client.readError()).isEqualTo(1421);
        }
    }

    @Test
    void resettingAStatementClosesItsCursor() throws IOException {
        try (RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, "\u0016rows 3".getBytes(StandardCharsets.US_ASCII));
            client.read();
            client.read();
            client.read();
            client.send(0, bytes("17 01000000 01 01000000"));
            for (int i = 0; i < 4; i++) {
                client.read();
            }
            client.send(0, bytes("1a 01000000"));
            assertThat(client.read()[0]).isZero();
            client.send(0, bytes("1c 01000000 02000000"));
            assertThat(client.readError()).isEqualTo(1421);
        }
    }

    @Test
    void aChangedSchemaIsToldToWhoTracksTheSession() throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            client.logIn(RawClient.CAPABILITIES | Capabilities.SESSION_TRACK);
            client.send(0, "\u0002other".getBytes(StandardCharsets.US_ASCII));
            // status with SESSION_STATE_CHANGED; empty info; 8 bytes of changes: schema, 6 bytes, "other" behind its
            // length
            assertThat(hex(client.read()))
                    .isEqualTo("000000" + "0240" + "0000" + "00" + "08" + "0106" + "056f74686572");
        }
        try (RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, "\u0002other".getBytes(StandardCharsets.US_ASCII));
            assertThat(hex(client.read())).isEqualTo("000000" + "0200" + "0000");
        }
    }

    @Test
    void severalStatementsAreSwitchedOnAndOff() throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            client.logIn(RawClient.CAPABILITIES & ~Capabilities.MULTI_STATEMENTS);
            client.send(0, RawClient.query("insert x; nonsense"));
            assertThat(client.read()[0]).isZero(); // all of it is one statement to this engine
            client.send(0, bytes("1b 0000"));
            assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
            client.send(0, RawClient.query("insert x; nonsense"));
            assertThat(hex(client.read())).startsWith("00" + "03" + "2a" + "0a00"); // more results follow
            assertThat(client.readError()).isEqualTo(1064);
            client.send(0, bytes("1b 0700"));
            assertThat(client.readError()).isEqualTo(1047);
        }
    }

    @Test
    void fieldsAreListedWithTheirDefaults() throws IOException {
        try (RawClient client = new RawClient(server.port()).loggedIn()) {
            client.send(0, "\u0004table\0".getBytes(StandardCharsets.US_ASCII));
            assertThat(hex(client.read())).startsWith("03646566").endsWith("fb");
            assertThat(hex(client.read())).startsWith("03646566").endsWith("fb");
            assertThat(client.read()[0] & 0xFF).isEqualTo(0xFE);
        }
    }

    @Test
    void theCommandForKillingEndsAConnection() throws Exception {
        try (RawClient victim = new RawClient(server.port()).loggedIn();
                RawClient killer = new RawClient(server.port()).loggedIn()) {
            victim.send(0, new byte[] {0x0E});
            victim.read();
            int id = server.engine.starts.stream()
                    .mapToInt(start -> (int) start.connection().id())
                    .max()
                    .orElseThrow();
            EchoSession newest = server.session(id); // the killer's: it logged in last
            killer.send(0, new byte[] {0x0C, (byte) id, (byte) (id >> 8), 0, 0});
            assertThat(killer.isClosedByServer()).isTrue();
            assertThat(newest.closed.await(10, TimeUnit.SECONDS)).isTrue();
            victim.send(0, new byte[] {0x0C, (byte) 0xFF, (byte) 0xFF, 0x7F, 0});
            assertThat(victim.readError()).isEqualTo(1094);
        }
    }
}
