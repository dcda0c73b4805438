package io.millrace.newsql.node.backup;

import io.millrace.memory.StorageFiles;
import io.millrace.newsql.node.BackupProgress;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * Copies the files of a folder that nobody writes to: by link where both are on one file system, else byte by byte. All of it is on the device when it returns.
 *
 * <p><b>Threads.</b> One.
 */
final class FolderCopy {

    /** Progress is told this often. */
    private static final long PIECE_BYTES = 4 << 20;

    private final BackupProgress progress;
    private final long bytesTotal;
    private long bytes;
    private boolean links = true;

    /** @param bytes of the backup that are there already, of {@code bytesTotal} */
    FolderCopy(BackupProgress progress, long bytes, long bytesTotal) {
        this.progress = progress;
        this.bytes = bytes;
        this.bytesTotal = bytesTotal;
    }

    /** Copies the files into a folder that is made. */
    void copy(List<Path> files, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : files) {
            Path copy = to.resolve(file.getFileName());
            if (!links(file, copy)) {
                copyBytes(file, copy);
            }
        }
        StorageFiles.local().forceDirectory(to);
    }

    private boolean links(Path file, Path copy) throws IOException {
        if (!links) {
            return false;
        }
        try {
            Files.createLink(copy, file);
        } catch (IOException | UnsupportedOperationException anotherFileSystem) {
            links = false;
            checkRoom(copy);
            return false;
        }
        // What RocksDB wrote without forcing it: the lists of its files.
        try (FileChannel linked = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            linked.force(true);
        }
        told(Files.size(copy));
        return true;
    }

    private void checkRoom(Path copy) throws IOException {
        long usable = Files.getFileStore(copy.toAbsolutePath().getParent()).getUsableSpace();
        if (usable < bytesTotal - bytes) {
            throw new StoreException(
                    Reason.DISK_FULL,
                    "no room for the backup: directory=" + copy.getParent() + ", free=" + usable + " (expected: >= "
                            + (bytesTotal - bytes) + ")");
        }
    }

    private void copyBytes(Path file, Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to =
                        FileChannel.open(copy, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            long size = from.size();
            long at = 0;
            while (at < size) {
                long moved = from.transferTo(at, Math.min(PIECE_BYTES, size - at), to);
                if (moved <= 0) {
                    throw new IOException("file became shorter: " + file + ", at=" + at + " (expected: " + size + ")");
                }
                at += moved;
                told(moved);
            }
            to.force(true);
        }
    }

    private void told(long more) {
        bytes += more;
        progress.copied(bytes, bytesTotal);
    }
}
