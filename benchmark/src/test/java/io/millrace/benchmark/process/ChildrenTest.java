package io.millrace.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.millrace.benchmark.mesh.IdleJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildrenTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void endsEveryChildAndStartsNoneAfterwards() throws Exception {
        Children children = new Children(directory);
        Child child = startIdle(children);
        assertThat(child.awaitLine(line -> line.startsWith("READY"), LIMIT)).isEqualTo("READY idle");
        assertThat(child.family()).contains(child.pid());

        children.close();
        children.close();

        assertThat(child.isAlive()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> startIdle(children));
    }

    @Test
    void saysWhatAChildSaidLastWhenItEndsTooEarly() throws Exception {
        try (Children children = new Children(directory)) {
            List<String> command = List.of("/bin/sh", "-c", "echo out of luck >&2; exit 3");
            Child child = children.start("unlucky", Map.of(), command);

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> child.awaitLine(line -> line.startsWith("READY"), LIMIT))
                    .withMessageContaining("unlucky ended with status 3")
                    .withMessageContaining("out of luck");
        }
    }

    private static Child startIdle(Children children) throws IOException {
        return children.start("idle", Map.of(), JavaCommand.ofThisJvm(List.of("-Xmx64m"), IdleJvm.class, List.of()));
    }
}
