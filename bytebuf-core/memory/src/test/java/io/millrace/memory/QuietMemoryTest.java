package io.millrace.memory;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that takes, maps and frees memory needs no flag and finds no warning on its terminal; and it has freed
 * what it says.
 */
final class QuietMemoryTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void nothingIsPrintedAndMemoryIsFreedAtOnce() {
        try (ChildProcess child = JavaProcess.of(Program.class)
                .options("-Xmx64m")
                .arguments(folder.resolve("file").toString())
                .process()
                .start()) {
            int status = child.awaitExit(Duration.ofSeconds(60));
            assertThat(child.tail()).containsExactly("done");
            assertThat(status).isZero();
        }
    }

    /** Takes sixty times what the JVM allows at once, and maps a file as often. */
    static final class Program {

        private static final int BYTES = 48 << 20;

        public static void main(String[] args) throws IOException {
            try (PageArena arena = PageArena.create(BYTES + 4096);
                    FileChannel file = StorageFiles.local().open(Path.of(args[0]), Set.of(READ, WRITE, CREATE))) {
                file.write(ByteBuffer.allocate(1 << 20));
                for (int round = 0; round < 60; round++) {
                    int bytes = BYTES - round * 4096;
                    Page page = arena.acquire(bytes, Duration.ZERO);
                    page.setLongRelease(bytes - 8, round);
                    page.slice(0, 100).release();
                    page.release();
                    Page mapped = arena.map(StorageFiles.local(), file, 0, 1 << 20, Duration.ZERO);
                    mapped.setIntRelease(0, round);
                    mapped.release();
                }
            }
            System.out.println("done");
        }
    }
}
