package io.millrace.wal;

import io.millrace.memory.StorageFiles;
import io.millrace.wal.WalException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One process, and in it one log, a directory: held by a file lock, which ends with the process at the latest. */
final class DirectoryLock implements AutoCloseable {

    /** The file that is locked. */
    static final String NAME = "lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws WalException with {@code IN_USE} if somebody has it
     */
    static DirectoryLock take(StorageFiles files, Path directory) throws IOException {
        FileChannel channel =
                files.open(directory.resolve(NAME), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        boolean held = false;
        try {
            held = tryLock(channel) != null;
        } finally {
            if (!held) {
                channel.close();
            }
        }
        if (!held) {
            throw new WalException(
                    Reason.IN_USE, "log is open already, here or in another process: directory=" + directory);
        }
        return new DirectoryLock(channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
