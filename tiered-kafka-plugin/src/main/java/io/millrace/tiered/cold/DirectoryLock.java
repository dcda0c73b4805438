package io.millrace.tiered.cold;

import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** One broker a cold directory: held by a file lock, which ends with the process at the latest. */
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
     * @throws IllegalStateException if somebody has it: another broker would take this one's copies in the making for left-overs
     */
    static DirectoryLock take(ColdFiles files, Path directory) throws IOException {
        FileChannel channel =
                files.open(directory.resolve(NAME), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        boolean held = false;
        try {
            held = channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            held = false;
        } finally {
            if (!held) {
                channel.close();
            }
        }
        if (!held) {
            throw new IllegalStateException("cold directory is in use by another broker: " + directory);
        }
        return new DirectoryLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
