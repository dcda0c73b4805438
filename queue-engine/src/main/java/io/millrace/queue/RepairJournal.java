package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what a damaged journal still holds, to be written into a run sorted by queue. Memory: 24 bytes a message.
 * <b>Threads:</b> one.
 */
final class RepairJournal implements InspectReplay.Taker {

    private static final int LOST = -1;
    private static final int FIRST_SIZE = 1 << 10;

    private final StorageFiles files;
    private long[] keys = new long[FIRST_SIZE];
    private long[] positions = new long[FIRST_SIZE];
    private int[] lengths = new int[FIRST_SIZE];
    private int count;

    RepairJournal(StorageFiles files) {
        this.files = files;
    }

    @Override
    public void message(int queue, long offset, long position, ByteBuffer memory, int index, int length) {
        add(queue, position, length);
    }

    @Override
    public void lost(int queue, long offset) {
        add(queue, 0, LOST);
    }

    /** Whether there is nothing to write. */
    boolean isEmpty() {
        return count == 0;
    }

    /**
     * Writes it all into a run that waits for its name and advances what the catalog says is sorted.
     *
     * @return what was done, in words
     */
    String write(InspectedState state, InspectJournal journal, RunOrigin origin) throws IOException {
        Path file = state.runFiles().path(origin.runId());
        Arrays.sort(keys, 0, count);
        long marks = 0;
        Path waiting = state.runFiles().waiting(origin.runId());
        try (RunWriter writer = RunWriter.create(waiting, origin, state.storage());
                Segments segments = new Segments(files, journal)) {
            int queue = -1;
            long next = 0;
            for (int i = 0; i < count; i++) {
                int its = (int) (keys[i] >>> Integer.SIZE);
                if (!state.catalog().isLive(its)) {
                    continue;
                }
                if (its != queue) {
                    queue = its;
                    next = state.catalog().sortedNext(queue);
                    writer.beginQueue(queue, next);
                }
                int place = (int) keys[i];
                if (lengths[place] == LOST) {
                    writer.lost();
                    marks++;
                } else {
                    writer.message(segments.read(positions[place], lengths[place]), 0, lengths[place]);
                }
                state.catalog().sortedNext(queue, ++next);
            }
            writer.finish().release();
        }
        return "moved " + (count - marks) + " messages of the journal into " + file.getFileName() + ", with marks for "
                + marks + " lost ones";
    }

    private void add(int queue, long position, int length) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, count * 2);
            positions = Arrays.copyOf(positions, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        keys[count] = (long) queue << Integer.SIZE | count;
        positions[count] = position;
        lengths[count] = length;
        count++;
    }

    /** Reads messages out of the segments' files. */
    private static final class Segments implements AutoCloseable {

        private final StorageFiles files;
        private final Map<Long, Path> byBase = new HashMap<>();
        private final int segmentBytes;
        private ByteBuffer buffer = ByteBuffer.allocate(FIRST_SIZE).order(ByteOrder.LITTLE_ENDIAN);
        private long openBase = -1;
        private @Nullable FileChannel open;

        Segments(StorageFiles files, InspectJournal journal) {
            this.files = files;
            this.segmentBytes = journal.segmentBytes();
            for (Path segment : journal.segments()) {
                byBase.put(baseOf(segment), segment);
            }
        }

        /** Borrows: the bytes from 0 on, until the next read. */
        ByteBuffer read(long position, int length) throws IOException {
            FileChannel channel = channel(position - position % segmentBytes);
            if (buffer.capacity() < length) {
                buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            }
            buffer.clear().limit(length);
            long index = position % segmentBytes;
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, index + buffer.position()) < 0) {
                    throw new IOException("segment became shorter while it was read: position=" + position);
                }
            }
            return buffer;
        }

        private FileChannel channel(long base) throws IOException {
            FileChannel current = open;
            if (current != null && openBase == base) {
                return current;
            }
            close();
            FileChannel opened = files.open(Objects.requireNonNull(byBase.get(base)), Set.of(StandardOpenOption.READ));
            open = opened;
            openBase = base;
            return opened;
        }

        private static long baseOf(Path segment) {
            String name = String.valueOf(segment.getFileName());
            return Long.parseLong(name.substring(0, name.indexOf('.')));
        }

        @Override
        public void close() throws IOException {
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }
}
