package io.millrace.wal.segment;

import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A segment's file under its present name, with a channel that is open while somebody writes, and opened again when it is needed.
 *
 * <p>Used by the log's own threads: a channel is closed by an interrupt of the thread that reads it, so callers' threads read through channels of their own.
 * <b>Threads.</b> Safe.
 */
public final class SegmentFile {

    private static final Set<StandardOpenOption> READ_WRITE = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);

    private static final int COPY_BYTES = 1 << 20;

    private final StorageFiles files;
    private volatile Path path;
    private @Nullable FileChannel channel; // guarded by this

    private SegmentFile(StorageFiles files, Path path) {
        this.files = files;
        this.path = path;
    }

    /** A file that is there; it is opened when it is needed. */
    static SegmentFile existing(StorageFiles files, Path path) {
        return new SegmentFile(files, path);
    }

    /** Makes a file that must not be there, open. */
    static SegmentFile create(StorageFiles files, Path path) throws IOException {
        SegmentFile file = new SegmentFile(files, path);
        Set<OpenOption> fresh =
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        file.channel = files.open(path, fresh);
        return file;
    }

    public Path path() {
        return path;
    }

    /** Lends the channel for reading and writing, open. */
    public synchronized FileChannel channel() throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            open = files.open(path, READ_WRITE);
            channel = open;
        }
        return open;
    }

    /** Gives a channel for reading alone. */
    public FileChannel openForReading() throws IOException {
        return files.open(path, READ);
    }

    /** Copies the file's bytes to another, which is replaced if it is there, and forces them. */
    public void copyTo(Path copy) throws IOException {
        Set<OpenOption> fresh =
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        try (FileChannel from = openForReading();
                FileChannel to = files.open(copy, fresh)) {
            ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
            long at = 0;
            while (from.read(buffer.clear(), at) > 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    at += to.write(buffer, at);
                }
            }
            to.force(true);
        }
    }

    /** Renames the file, unless that is its name already; its channel stays open. */
    synchronized void moveTo(Path name) throws IOException {
        if (path.equals(name)) {
            return;
        }
        files.move(path, name);
        path = name;
    }

    /** Closes the channel, until it is needed again. */
    public synchronized void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    /** Closes and deletes. */
    synchronized void delete() throws IOException {
        close();
        files.delete(path);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
