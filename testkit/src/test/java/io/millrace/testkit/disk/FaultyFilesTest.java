package io.millrace.testkit.disk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FaultyFilesTest {

    @TempDir
    private Path folder = Path.of("");

    private final FaultyFiles files = FaultyFiles.create(
            FileChannel::open, (file, position, length) -> file.map(FileChannel.MapMode.READ_WRITE, position, length));

    private FileChannel open(String name) throws IOException {
        return files.open(folder.resolve(name), Set.of(READ, WRITE, CREATE));
    }

    @Test
    void everyOperationIsCountedAndCanFail() throws IOException {
        try (FileChannel channel = open("a")) {
            channel.write(ByteBuffer.allocate(4096));
            for (DiskOperation operation : DiskOperation.values()) {
                files.faults().fail(operation, 1);
            }
            assertFails(() -> open("b"));
            assertFails(() -> channel.read(ByteBuffer.allocate(1), 0));
            assertFails(() -> channel.write(ByteBuffer.allocate(1), 0));
            assertFails(() -> channel.truncate(0));
            assertFails(() -> channel.force(false));
            assertFails(() -> files.map(channel, 0, 4096));
            assertFails(() -> files.forceDirectory(folder));
            assertFails(() -> files.list(folder));
            assertFails(() -> files.createDirectories(folder.resolve("x")));
            assertFails(() -> files.delete(folder.resolve("a")));
            assertFails(() -> files.move(folder.resolve("a"), folder.resolve("b")));
            assertThat(folder.toFile().list()).containsExactly("a");
            assertThat(channel.size()).isEqualTo(4096);
            assertThat(files.faults().total()).isEqualTo(13);
            channel.force(false);
            assertThat(files.map(channel, 0, 4096).capacity()).isEqualTo(4096);
            files.forceDirectory(folder);
        }
    }

    @Test
    void spaceEndsAndComesBack() throws IOException {
        try (FileChannel channel = open("a")) {
            channel.write(ByteBuffer.allocate(100));
            files.faults().spaceLeft(50);
            assertThat(channel.write(ByteBuffer.allocate(80), 90)).isEqualTo(60);
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), 150)).hasMessage("No space left on device");
            assertThat(channel.write(ByteBuffer.allocate(150), 0)).isEqualTo(150);
            channel.truncate(140);
            assertThat(channel.write(ByteBuffer.allocate(20), 140)).isEqualTo(10);
            try (FileChannel other = open("b")) {
                assertThatThrownBy(() -> other.write(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
                files.delete(folder.resolve("a"));
                assertThat(other.write(ByteBuffer.allocate(200))).isEqualTo(150);
                files.faults().clear();
                assertThat(other.write(ByteBuffer.allocate(200))).isEqualTo(200);
            }
        }
    }

    @Test
    void aShortWriteSaysSo() throws IOException {
        try (FileChannel channel = open("a")) {
            files.faults().shortWrite(1);
            ByteBuffer bytes = ByteBuffer.allocate(9);
            assertThat(channel.write(bytes)).isEqualTo(4);
            assertThat(bytes.remaining()).isEqualTo(5);
            assertThat(bytes.limit()).isEqualTo(9);
            assertThat(channel.position()).isEqualTo(4);
        }
    }

    @Test
    void locksAreTheSystems() throws IOException {
        try (FileChannel channel = open("a");
                FileLock lock = channel.tryLock()) {
            assertThat(lock.isValid()).isTrue();
        }
    }

    @Test
    void channelsOfOthersAreNotMapped() throws IOException {
        try (FileChannel channel = FileChannel.open(folder.resolve("a"), WRITE, CREATE)) {
            assertThatThrownBy(() -> files.map(channel, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static void assertFails(ThrowingCallable action) {
        assertThatThrownBy(action).isInstanceOf(IOException.class).hasMessageContaining("Input/output error (planned");
    }
}
