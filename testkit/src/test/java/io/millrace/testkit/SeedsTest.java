package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class SeedsTest {

    @Test
    void thePropertyFixesTheSeed() {
        String before = System.getProperty(Seeds.PROPERTY);
        System.setProperty(Seeds.PROPERTY, "42");
        try {
            assertThat(Seeds.seed("a test")).isEqualTo(42);
            assertThat(Seeds.random("a test").nextInt()).isEqualTo(new java.util.Random(42).nextInt());
        } finally {
            if (before == null) {
                System.clearProperty(Seeds.PROPERTY);
            } else {
                System.setProperty(Seeds.PROPERTY, before);
            }
        }
    }

    @Test
    void freePortsDifferAndCanBeBound() throws Exception {
        for (int port : FreePorts.some(5)) {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        }
        assertThat(FreePorts.some(20)).doesNotHaveDuplicates();
    }

    @Test
    void freePortsAreNotThoseOfConnections() throws Exception {
        int first = FreePorts.firstOfConnections();

        assertThat(FreePorts.some(50)).allMatch(port -> port < first);
    }
}
