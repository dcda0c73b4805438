package io.millrace.queue.run;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that many threads read at once and that outlives their interruptions.
 *
 * <p>The JDK closes a channel under everybody when one of its readers is interrupted. Here the interrupted reader gets its bytes, and its flag back, and the channel is opened
 * again. <b>Threads.</b> Safe.
 */
final class RunFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);

    private final StorageFiles files;
    private final Path path;
    private volatile FileChannel channel;
    private boolean closed;

    private RunFile(StorageFiles files, Path path, FileChannel channel) {
        this.files = files;
        this.path = path;
        this.channel = channel;
    }

    static RunFile open(StorageFiles files, Path path) {
        try {
            return new RunFile(files, path, files.open(path, Set.of(StandardOpenOption.READ)));
        } catch (IOException e) {
            throw Disk.failure("run not opened", path, e);
        }
    }

    Path path() {
        return path;
    }

    long size() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw Disk.failure("size of a run not read", path, e);
        }
    }

    /** Fills what remains of {@code into}. @throws QueueException CORRUPT if the file ends before, IO if it cannot be read */
    void read(ByteBuffer into, long position) {
        int begin = into.position();
        boolean interrupted = Thread.interrupted();
        try {
            while (into.hasRemaining()) {
                FileChannel open = channel;
                long at = position + into.position() - begin;
                try {
                    if (open.read(into, at) < 0) {
                        throw new QueueException(
                                Reason.CORRUPT, "run is cut: position=" + at + ", file=" + path + "; restore the file");
                    }
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(open, e);
                }
            }
        } catch (IOException e) {
            throw Disk.failure("run not read: position=" + (position + into.position() - begin), path, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void reopen(FileChannel stale, ClosedChannelException cause) throws IOException {
        if (closed) {
            throw new QueueException(Reason.CLOSED, "run is closed: file=" + path, cause);
        }
        if (channel == stale) {
            channel = files.open(path, Set.of(StandardOpenOption.READ));
        }
    }

    void delete() throws IOException {
        files.delete(path);
    }

    /** Closes it. A failure is logged: everything that was wanted of the file has been read. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("run not closed file={}", path, e);
        }
    }
}
