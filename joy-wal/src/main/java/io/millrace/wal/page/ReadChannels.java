package io.millrace.wal.page;

import io.millrace.wal.WalException;
import io.millrace.wal.WalException.Reason;
import io.millrace.wal.segment.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Channels through which callers' threads read segments: a bounded number of them, and opened again after an interrupt has closed one under other readers.
 *
 * <p><b>Threads.</b> Safe.
 */
final class ReadChannels implements AutoCloseable {

    /** Open files stay few however many segments are read. */
    private static final int OPEN_MAX = 16;

    private final LinkedHashMap<Segment, FileChannel> open = // guarded by this
            new LinkedHashMap<>(OPEN_MAX, 0.75f, true);

    /**
     * Fills a buffer from a segment's file.
     *
     * @return whether the file had them all
     * @throws WalException if it cannot be read
     */
    boolean read(Segment segment, ByteBuffer to, long position) {
        int start = to.position();
        while (true) {
            FileChannel channel = null;
            try {
                channel = channel(segment);
                return fill(channel, to, position);
            } catch (ClosedChannelException e) {
                forget(segment, channel);
                if (Thread.currentThread().isInterrupted()) {
                    throw new WalException(Reason.INTERRUPTED, "interrupted while reading " + segment.file(), e);
                }
                to.position(start); // closed by another reader's interrupt, or to stay within the bound: once more
            } catch (IOException e) {
                throw new WalException(
                        Reason.IO,
                        "segment cannot be read: position=" + (segment.base() + position) + ", file=" + segment.file(),
                        e);
            }
        }
    }

    private static boolean fill(FileChannel channel, ByteBuffer to, long position) throws IOException {
        long at = position;
        while (to.hasRemaining()) {
            int count = channel.read(to, at);
            if (count < 0) {
                return false;
            }
            at += count;
        }
        return true;
    }

    private synchronized FileChannel channel(Segment segment) throws IOException {
        FileChannel there = open.get(segment);
        if (there != null) {
            return there;
        }
        if (open.size() >= OPEN_MAX) {
            Map.Entry<Segment, FileChannel> oldest = open.entrySet().iterator().next();
            open.remove(oldest.getKey());
            oldest.getValue().close();
        }
        FileChannel fresh = segment.file().openForReading();
        open.put(segment, fresh);
        return fresh;
    }

    private synchronized void forget(Segment segment, @Nullable FileChannel channel) {
        if (channel != null) {
            open.remove(segment, channel);
        }
    }

    /** Closes the channel of a segment that left the log. */
    synchronized void forget(Segment segment) throws IOException {
        FileChannel there = open.remove(segment);
        if (there != null) {
            there.close();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (FileChannel channel : open.values()) {
            channel.close();
        }
        open.clear();
    }
}
