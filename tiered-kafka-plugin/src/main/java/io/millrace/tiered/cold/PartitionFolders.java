package io.millrace.tiered.cold;

import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The folders of one cold directory: made when a copy needs one, removed when its last segment is gone, and not while somebody copies into it.
 *
 * <p><b>Threads.</b> Safe. <b>Durability.</b> A folder that was entered is there after a crash.
 */
final class PartitionFolders {

    private final ColdFiles files;
    private final Path root;
    private final Map<Path, Integer> entered = new HashMap<>();

    PartitionFolders(ColdFiles files, Path root) {
        this.files = files;
        this.root = root;
    }

    /** The folder of a segment's partition, whether it is there or not. */
    Path of(SegmentIdentity identity) {
        return root.resolve(identity.folder());
    }

    /** Makes the folder if need be; it stays until {@link #leave}. */
    synchronized void enter(Path folder) throws IOException {
        if (!files.exists(folder)) {
            files.createDirectories(folder);
        }
        try {
            // Also if it was there: whoever made it may have failed here.
            files.forceDirectory(root);
        } catch (IOException e) {
            cleanUpAfter(e, folder);
            throw e;
        }
        entered.merge(folder, 1, Integer::sum);
    }

    private void cleanUpAfter(IOException failure, Path folder) {
        try {
            removeIfEmpty(folder);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Lets the folder go; it is removed if nothing is in it. */
    synchronized void leave(Path folder) throws IOException {
        entered.computeIfPresent(folder, (name, count) -> count == 1 ? null : count - 1);
        removeIfEmpty(folder);
    }

    /** Removes a folder in which nothing is and which nobody has entered. */
    synchronized void removeIfEmpty(Path folder) throws IOException {
        if (entered.containsKey(folder)
                || !files.exists(folder)
                || !files.list(folder).isEmpty()) {
            return;
        }
        try {
            files.delete(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException somebodyElseWasFaster) {
            // What is wanted: empty folders are not kept.
        }
    }
}
