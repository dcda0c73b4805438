package io.millrace.launcher.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFolderTest {

    private final Path temporary;

    DemoFolderTest(@TempDir Path temporary) {
        this.temporary = temporary;
    }

    @Test
    void goesWithAllThatIsInIt() throws IOException {
        Path path;
        try (DemoFolder folder = DemoFolder.create(temporary)) {
            path = folder.path();
            Files.createDirectories(path.resolve("queues/journal"));
            Files.writeString(path.resolve("queues/journal/0.wal"), "bytes");
        }
        assertThat(path).doesNotExist();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void removesWhatAKilledDemoLeft() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        assertThat(ended.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Path left = Files.createDirectory(temporary.resolve("millrace-queues-" + ended.pid()));
        Files.writeString(left.resolve("queue-writer.log"), "bytes");

        try (DemoFolder folder = DemoFolder.create(temporary)) {
            assertThat(folder.path()).exists();
            assertThat(left).doesNotExist();
        }
    }

    @Test
    void leavesAloneWhatIsNotItsOwn() throws IOException {
        Path others = Files.createDirectory(temporary.resolve("millrace-queues-of-mine"));
        Path running = Files.createDirectory(temporary.resolve("millrace-queues-" + parentOfThisProcess()));

        DemoFolder.create(temporary).close();

        assertThat(others).exists();
        assertThat(running).exists();
    }

    private static long parentOfThisProcess() {
        return ProcessHandle.current().parent().orElseThrow().pid();
    }
}
