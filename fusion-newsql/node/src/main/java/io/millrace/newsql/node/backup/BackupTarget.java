package io.millrace.newsql.node.backup;

import io.millrace.memory.StorageFiles;
import io.millrace.newsql.node.BackupResult;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directory that a backup fills. Until {@link #complete} nothing opens it; {@link #discard} takes back what was made. <b>Threads.</b> One. */
final class BackupTarget {

    private static final Logger LOG = LoggerFactory.getLogger(BackupTarget.class);

    private final Path path;
    private final boolean made;

    private BackupTarget(Path path, boolean made) {
        this.path = path;
        this.made = made;
    }

    /**
     * Makes the directory, if there is none, and marks it.
     *
     * @throws StoreException with {@code TARGET_EXISTS} if something is there that is not an empty directory
     */
    static BackupTarget take(Path path) throws IOException {
        boolean made = !Files.exists(path);
        if (!made && !(Files.isDirectory(path) && Folders.isEmpty(path))) {
            throw new StoreException(
                    Reason.TARGET_EXISTS,
                    "target of the backup is there already: " + path + " (expected: nothing, or an empty directory)");
        }
        Files.createDirectories(path);
        BackupTarget target = new BackupTarget(path, made);
        boolean marked = false;
        try {
            BackupMark.begin(path);
            marked = true;
            return target;
        } finally {
            if (!marked) {
                target.discard();
            }
        }
    }

    Path data() {
        return path.resolve("data");
    }

    Path log() {
        return path.resolve("log");
    }

    /** Says that it is whole. */
    void complete(BackupResult result) throws IOException {
        BackupMark.end(path, result);
        Path parent = path.getParent();
        if (made && parent != null) {
            StorageFiles.local().forceDirectory(parent);
        }
    }

    /** The mark goes last: what is left if this fails, too, does not open. */
    void discard() {
        try {
            Folders.delete(data());
            Folders.delete(log());
            Files.deleteIfExists(path.resolve(BackupMark.COMPLETE));
            Files.deleteIfExists(path.resolve(BackupMark.INCOMPLETE));
            if (made) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            LOG.warn("rest of a failed backup is left; nothing opens it: directory={}", path, e);
        }
    }
}
