package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the folders of a store so that their names, too, are on the device: what is forced in a folder that is lost is lost. */
final class StoreFolders {

    private StoreFolders() {}

    /** Makes a folder and those above it that are missing. Its own name is forced even if it was there: who made it may have been killed before that. */
    static void create(StorageFiles files, Path folder) throws IOException {
        List<Path> parents = new ArrayList<>();
        Path missing = folder.toAbsolutePath();
        do {
            Path parent = missing.getParent();
            if (parent == null) {
                break;
            }
            parents.add(parent);
            missing = parent;
        } while (!files.exists(missing));
        files.createDirectories(folder);
        for (Path parent : parents) {
            files.forceDirectory(parent);
        }
    }
}
