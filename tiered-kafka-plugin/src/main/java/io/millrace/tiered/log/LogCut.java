package io.millrace.tiered.log;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.cold.DataSource;
import io.millrace.tiered.cold.SegmentRange;
import io.millrace.tiered.disk.DirectIo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The batches of a segment's offsets, as they are in this broker's own log, over as many of its files as need be, the one that is written to included.
 *
 * <p>They are read through the page cache, where Kafka has written them a moment ago.
 */
public final class LogCut implements DataSource {

    private final LocalLog log;
    private final SegmentRange range;

    private LogCut(LocalLog log, SegmentRange range) {
        this.log = log;
        this.range = range;
    }

    /**
     * For a segment whose leader epochs are those of this log.
     *
     * @throws TieredException {@link Reason#SOURCE} if others wrote these offsets here, or they are gone
     */
    public static LogCut of(LocalLog log, SegmentRange range, LeaderEpochs epochs) throws IOException {
        LeaderEpochs own = log.epochs().between(range.firstOffset(), range.lastOffset());
        if (!own.equals(epochs)) {
            throw new TieredException(
                    Reason.SOURCE, "leader epochs differ: " + own + " (expected: " + epochs + "), log=" + log);
        }
        if (log.filesFrom(range.firstOffset()).isEmpty()) {
            throw new TieredException(Reason.SOURCE, "offsets are gone: first=" + range.firstOffset() + ", log=" + log);
        }
        return new LogCut(log, range);
    }

    @Override
    public Reader open(DirectIo logs) throws IOException {
        Deque<LocalLog.LogFile> files = new ArrayDeque<>(log.filesFrom(range.firstOffset()));
        LocalLog.LogFile first = files.poll();
        if (first == null) {
            throw new TieredException(Reason.SOURCE, "offsets are gone, log=" + log);
        }
        FileChannel channel = FileChannel.open(first.path(), StandardOpenOption.READ);
        boolean found = false;
        try {
            CutReader reader = new CutReader(files, channel, position(channel, range.firstOffset()));
            found = true;
            return reader;
        } finally {
            if (!found) {
                channel.close();
            }
        }
    }

    /** Where the batch is that begins with this offset. */
    private long position(FileChannel file, long offset) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(RecordBatchDescriptor.HEADER_BYTES);
        long position = 0;
        while (true) {
            bytes.clear();
            while (bytes.hasRemaining() && file.read(bytes, position + bytes.position()) >= 0) {
                // The header, whole.
            }
            BatchHeader header = bytes.hasRemaining() ? null : BatchHeader.read(bytes);
            if (header == null || header.firstOffset() > offset) {
                throw new TieredException(
                        Reason.SOURCE, "no batch begins with offset " + offset + ", seen: " + header + ", log=" + log);
            }
            if (header.firstOffset() == offset) {
                return position;
            }
            position += header.bytes();
        }
    }

    @Override
    public String toString() {
        return "log=" + log;
    }

    /** Goes from file to file. One thread. */
    private final class CutReader implements Reader {

        private final Deque<LocalLog.LogFile> files;
        private final BatchCheck check = new BatchCheck(range.firstOffset(), range.lastOffset(), log.toString());
        private FileChannel channel;
        private long place;
        private int left = range.dataBytes();

        CutReader(Deque<LocalLog.LogFile> files, FileChannel channel, long place) {
            this.files = files;
            this.channel = channel;
            this.place = place;
        }

        @Override
        public int read(ByteBuffer to, long position) throws IOException {
            int from = to.position();
            int wanted = Math.min(left, to.remaining());
            ByteBuffer memory = to.duplicate().limit(from + wanted);
            while (memory.hasRemaining()) {
                int read = channel.read(memory, place);
                if (read < 0 && !nextFile()) {
                    break;
                }
                place += Math.max(0, read);
            }
            int read = memory.position() - from;
            left -= read;
            check.pass(to.duplicate().limit(from + read));
            if (left == 0) {
                check.end();
            }
            to.position(from + read);
            return read;
        }

        private boolean nextFile() throws IOException {
            LocalLog.LogFile next = files.poll();
            if (next == null) {
                return false;
            }
            channel.close();
            channel = FileChannel.open(next.path(), StandardOpenOption.READ);
            place = 0;
            return true;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
