package io.millrace.newsql.node.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library's file is made once, and again when it is not what the jar has. */
class NativeLibraryTest {

    @TempDir
    private Path folder = Path.of("");

    private static Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Test
    void aFileThatIsWholeIsUsedAgainAndADamagedOneMadeAnew() throws IOException {
        Path file = folder.resolve("native/library");
        NativeLibrary.unpack(file);
        byte[] first = Files.readAllBytes(file);
        assertThat(first.length).isGreaterThan(1 << 20);
        Object identity = identity(file);
        NativeLibrary.unpack(file);
        assertThat(identity(file)).isEqualTo(identity);

        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(first.length / 2);
            open.write(first[first.length / 2] ^ 1);
        }
        NativeLibrary.unpack(file);
        assertThat(identity(file)).isNotEqualTo(identity);
        assertThat(Files.readAllBytes(file)).isEqualTo(first);

        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(first.length - 1);
        }
        NativeLibrary.unpack(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(first);
        try (Stream<Path> entries = Files.list(file.resolveSibling(""))) {
            assertThat(entries).containsExactly(file);
        }
    }
}
