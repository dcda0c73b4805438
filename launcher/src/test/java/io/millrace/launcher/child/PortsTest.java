package io.millrace.launcher.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.launcher.LauncherException;
import java.io.IOException;
import java.net.ServerSocket;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void aFreePortIsFree() {
        Ports.requireFree(Ports.free(), "--port");
    }

    @Test
    void aTakenPortIsAnsweredWithItsOwnerAndTheFlag() throws IOException {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(Ports.loopback(0));
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> Ports.requireFree(port, "--port"))
                    .isInstanceOf(LauncherException.class)
                    .hasMessageContaining("port " + port + " on 127.0.0.1 is taken")
                    .extracting(
                            failure -> ((LauncherException) failure).remedies(),
                            InstanceOfAssertFactories.list(String.class))
                    .anySatisfy(line -> assertThat(line).contains("--port"));
        }
    }

    @Test
    void theOwnerIsReadFromTheKernelsTable() {
        String listener = "   0: 0100007F:4E20 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 "
                + "123456 1 0000000000000000 100 0 0 10 0";
        String connection =
                "   1: 0100007F:4E20 0100007F:A001 01 00000000:00000000 00:00000000 00000000     0        0 "
                        + "654321 1 0000000000000000 20 4 30 10 -1";

        assertThat(PortOwner.listenerInode(listener, 20000)).contains("123456");
        assertThat(PortOwner.listenerInode(listener, 20001)).isEmpty();
        assertThat(PortOwner.listenerInode(connection, 20000)).isEmpty();
        assertThat(PortOwner.listenerInode("  sl  local_address rem_address   st", 20000))
                .isEmpty();
    }
}
