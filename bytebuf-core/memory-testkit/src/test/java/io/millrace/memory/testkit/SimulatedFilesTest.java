package io.millrace.memory.testkit;

import io.millrace.memory.StorageFiles;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.SimulatedDisk;
import java.nio.file.Path;

final class SimulatedFilesTest extends StorageFilesContract {

    private SimulatedDisk disk = SimulatedDisk.create(0);

    @Override
    StorageFiles files() {
        disk = SimulatedDisk.create(Seeds.seed("SimulatedFilesTest"));
        return new SimulatedStorage(disk.files());
    }

    @Override
    Path folder() {
        return disk.root();
    }
}
