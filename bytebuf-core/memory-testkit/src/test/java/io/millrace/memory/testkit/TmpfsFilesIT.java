package io.millrace.memory.testkit;

import io.millrace.memory.StorageFiles;
import io.millrace.testkit.disk.TmpfsDisk;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where O_DIRECT may be refused, direct files are cached ones. Without a tmpfs, the temporary folder's file system
 * answers.
 */
final class TmpfsFilesIT extends StorageFilesContract {

    @TempDir
    private Path temporary = Path.of("");

    private @Nullable TmpfsDisk disk;

    @Override
    StorageFiles files() {
        return StorageFiles.local();
    }

    @Override
    Path folder() throws IOException {
        if (!TmpfsDisk.unavailable().isEmpty()) {
            System.err.println("no tmpfs, " + temporary + " instead: " + TmpfsDisk.unavailable());
            return temporary;
        }
        TmpfsDisk mounted = TmpfsDisk.create(temporary, 8 << 20);
        disk = mounted;
        return mounted.root();
    }

    @AfterEach
    void unmount() {
        if (disk != null) {
            disk.close();
        }
    }
}
