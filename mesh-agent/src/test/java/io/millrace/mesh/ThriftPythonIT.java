package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Toolchain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A client in Python, Debian's library, through both agents to a service in Java. */
class ThriftPythonIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void pythonCallsJava() throws Exception {
        EchoService service = new EchoService();
        try (EchoServer server = EchoServer.start(service);
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(server.port(), any -> ProvidedService.ofThrift("Echo"), config -> config);
            MeshAgent agent = mesh.consumer(
                    config -> config.withThrift(ThriftIngress.defaults().withService("Echo", null, null)));
            Path script = folder.resolve("echo_client.py");
            try (var source = ThriftPythonIT.class.getResourceAsStream("echo_client.py")) {
                Files.write(script, Objects.requireNonNull(source).readAllBytes());
            }
            Path log = folder.resolve("log");
            try (ChildProcess client = ChildProcess.command(
                            Toolchain.python("thrift", "python3-thrift"),
                            script.toString(),
                            Integer.toString(agent.address().getPort()))
                    .environment("PYTHONIOENCODING", "utf-8")
                    .log(log)
                    .start()) {
                assertThat(client.awaitExit(TestMesh.LIMIT))
                        .as("%s", client.tail())
                        .isZero();
            }
            assertThat(Files.readAllLines(log, StandardCharsets.UTF_8))
                    .containsExactly(
                            "hello",
                            "grüße, 世界",
                            "refused: out of luck",
                            "exception 1: not in Echo: shout",
                            "exception 1: no such service: Nobody",
                            "True",
                            "behind a header",
                            "exception 1: no such service: Nobody");
            await().atMost(TestMesh.LIMIT).until(() -> service.whispered().contains("psst"));
        }
    }
}
