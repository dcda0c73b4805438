package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server with 64 MiB for everything: results and files of 300 MB go through it. */
class LargerThanMemoryIT {
    private static final int ROWS = 300_000;

    private static ChildProcess server;
    private static int port;

    @BeforeAll
    static void start() {
        ChildProcess.Started started = JavaProcess.of(SmallServerProcess.class)
                .options(
                        "-Xmx48m",
                        "-XX:MaxDirectMemorySize=16m",
                        "-Dio.netty.maxDirectMemory=16777216",
                        "-Dio.netty.allocator.maxOrder=3")
                .process()
                .startAndAwait(line -> line.startsWith("port "), Duration.ofSeconds(60));
        server = started.process();
        port = Integer.parseInt(started.line().substring(5));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aResultStreamsToSlowClientsWhileOthersAreServed() throws IOException {
        try (RawClient slow = new RawClient(port).loggedIn();
                RawClient stalled = new RawClient(port).loggedIn();
                RawClient other = new RawClient(port).loggedIn()) {
            stalled.send(0, RawClient.query("rows " + ROWS + " 1000")); // never reads
            slow.send(0, RawClient.query("rows " + ROWS + " 1000"));
            slow.read();
            slow.read();
            slow.read();
            for (int i = 0; i < ROWS; i++) {
                byte[] row = slow.read();
                assertThat(row.length).isGreaterThan(1000);
                if (i % 50_000 == 0) {
                    other.send(0, RawClient.query("insert"));
                    assertThat(other.read()[0]).isZero();
                }
            }
            assertThat(slow.read()[0] & 0xFF).isEqualTo(0xFE);
        }
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void aFileStreamsIn() throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.logIn(RawClient.CAPABILITIES | Capabilities.LOCAL_FILES);
            client.send(0, RawClient.query("load 'big.txt'"));
            assertThat(client.read()[0] & 0xFF).isEqualTo(0xFB);
            byte[] piece = new byte[100_000];
            java.util.Arrays.fill(piece, (byte) '\n');
            int sequence = 2;
            for (int i = 0; i < 3000; i++) {
                client.send(sequence++ & 0xFF, piece);
            }
            client.send(sequence++ & 0xFF, new byte[0]);
            byte[] ok = client.read();
            assertThat(ok[0]).isZero();
            assertThat(client.sequence).isEqualTo(sequence & 0xFF);
            assertThat(ok[1] & 0xFF).isEqualTo(0xFE); // 300,000,000 rows take eight bytes
        }
    }
}
