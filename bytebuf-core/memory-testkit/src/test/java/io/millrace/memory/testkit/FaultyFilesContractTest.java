package io.millrace.memory.testkit;

import io.millrace.memory.StorageFiles;
import io.millrace.testkit.disk.FaultyFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Without a planned fault, faulty files are as good as any. */
final class FaultyFilesContractTest extends StorageFilesContract {

    @TempDir
    private Path temporary = Path.of("");

    @Override
    StorageFiles files() {
        StorageFiles local = StorageFiles.local();
        return new FaultyStorage(FaultyFiles.create(local::openDirect, local::map));
    }

    @Override
    Path folder() {
        return temporary;
    }
}
