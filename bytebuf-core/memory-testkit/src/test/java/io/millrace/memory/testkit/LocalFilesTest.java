package io.millrace.memory.testkit;

import static java.nio.file.StandardOpenOption.READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.nio.file.ExtendedOpenOption;
import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalFilesTest extends StorageFilesContract {

    @TempDir
    private Path temporary = Path.of("");

    @Override
    StorageFiles files() {
        return StorageFiles.local();
    }

    @Override
    Path folder() {
        return temporary;
    }

    @Test
    void aFileSystemWithoutDirectFilesIsReadThroughTheCache() throws IOException {
        Path file = Path.of("/proc/version");
        assertThatThrownBy(() -> FileChannel.open(file, READ, ExtendedOpenOption.DIRECT))
                .isInstanceOf(IOException.class);
        try (FileChannel channel = StorageFiles.local().openDirect(file, Set.of(READ))) {
            assertThat(channel.read(ByteBuffer.allocate(16))).isEqualTo(16);
        }
    }
}
