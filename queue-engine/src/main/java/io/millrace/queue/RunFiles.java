package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folder of the runs: {@code run-<20 digits of the id>}. */
record RunFiles(Path directory, StorageFiles files) {

    private static final String PREFIX = "run-";
    private static final String UNFINISHED = ".tmp";
    private static final String WAITING = ".waiting" + UNFINISHED;

    /** Files that were being written when a process ended; none has the name of a run yet. */
    List<Path> unfinished() throws IOException {
        return files.list(directory).stream()
                .filter(file -> String.valueOf(file.getFileName()).endsWith(UNFINISHED))
                .toList();
    }

    Path path(long run) {
        return directory.resolve(PREFIX + String.format("%020d", run));
    }

    /** A run that a repair has finished, but that does not count yet; it is removed like those that are unfinished. */
    Path waiting(long run) {
        return path(run).resolveSibling(path(run).getFileName() + WAITING);
    }

    /** Those runs get their names; on the device when it returns. */
    void nameWaiting() throws IOException {
        for (Path file : files.list(directory)) {
            String name = String.valueOf(file.getFileName());
            if (name.endsWith(WAITING)) {
                files.move(file, file.resolveSibling(name.substring(0, name.length() - WAITING.length())));
            }
        }
        files.forceDirectory(directory);
    }

    /** Ids of the files that bear the name of a run, rising. */
    List<Long> ids() throws IOException {
        List<Long> found = new ArrayList<>();
        for (Path file : files.list(directory)) {
            String name = String.valueOf(file.getFileName());
            if (name.matches(PREFIX + "\\d{20}")) {
                found.add(Long.parseLong(name.substring(PREFIX.length())));
            }
        }
        return found;
    }
}
