package io.millrace.queue.recovery;

import static io.millrace.queue.recovery.CheckpointDescriptor.COUNT_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.CRC_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.CURSOR_PREFIX;
import static io.millrace.queue.recovery.CheckpointDescriptor.HEADER_BYTES;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_CURSORS;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_END;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_HEADER;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_QUEUES;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_RUNS;
import static io.millrace.queue.recovery.CheckpointDescriptor.LENGTH_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.MAGIC;
import static io.millrace.queue.recovery.CheckpointDescriptor.PAYLOAD_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.QUEUE_PREFIX;
import static io.millrace.queue.recovery.CheckpointDescriptor.VERSION;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and reads checkpoints of one directory: {@code checkpoint-<20 digits of the sequence>}.
 *
 * <p>A checkpoint gets its name after all of it is on the device, and the one before it stays until then and for one more
 * turn, for repairs. A repair announces one before it destroys what the one before it needs. <b>Threads:</b> one at a time.
 */
public final class CheckpointFile {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointFile.class);
    private static final String PREFIX = "checkpoint-";
    private static final String UNFINISHED = PREFIX + "unfinished";
    private static final int KEPT = 2;

    private final Path directory;
    private final StorageFiles files;

    /** The checkpoints of this directory, which exists. */
    public CheckpointFile(Path directory, StorageFiles files) {
        this.directory = directory;
        this.files = files;
    }

    /** Writes a checkpoint of everything; on the device when it returns. */
    public void write(Checkpoint checkpoint, Catalog catalog, Cursors cursors) throws IOException {
        prepare(checkpoint, catalog, cursors);
        publish(checkpoint.sequence());
    }

    /** Writes a checkpoint of everything to the device, where it does not count yet. If that fails, nothing is left of it. */
    public void prepare(Checkpoint checkpoint, Catalog catalog, Cursors cursors) throws IOException {
        boolean written = false;
        try {
            writeUnfinished(checkpoint, catalog, cursors);
            written = true;
        } finally {
            if (!written) {
                deleteUnfinished();
            }
        }
    }

    /** Makes the checkpoint that was prepared the newest. If that fails, it may be or not. */
    public void publish(long sequence) throws IOException {
        nameUnfinished(path(sequence));
        List<Long> present = sequences();
        for (long old : present.subList(0, Math.max(0, present.size() - KEPT))) {
            files.delete(path(old));
        }
    }

    /**
     * Writes a checkpoint under the name before its own, which nobody has. Blocks are bound to their sequence: so it is complete,
     * on the device, and refused as damaged until it is {@linkplain #adopt adopted}.
     */
    public void announce(Checkpoint checkpoint, Catalog catalog, Cursors cursors) throws IOException {
        prepare(checkpoint, catalog, cursors);
        nameUnfinished(path(checkpoint.sequence() - 1));
    }

    /** Whether the file with this name is the next checkpoint, announced. */
    public boolean isAnnounced(long name) throws IOException {
        return CheckpointScan.isBegunAs(path(name), name + 1, files);
    }

    /** Gives an announced checkpoint its own name; it is the newest when this returns. */
    public void adopt(long sequence) throws IOException {
        files.move(path(sequence - 1), path(sequence));
        files.forceDirectory(directory);
    }

    private void writeUnfinished(Checkpoint checkpoint, Catalog catalog, Cursors cursors) throws IOException {
        try (FileChannel file = files.open(
                directory.resolve(UNFINISHED),
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING))) {
            BlockWriter blocks = new BlockWriter(file, checkpoint.sequence());
            int queues = catalog.count();
            blocks.entry(KIND_HEADER, HEADER_BYTES)
                    .putLong(MAGIC)
                    .putInt(VERSION)
                    .putInt(checkpoint.epochBytes())
                    .putLong(checkpoint.sequence())
                    .putLong(checkpoint.journalPosition())
                    .putLong(checkpoint.nextRun())
                    .putInt(queues);
            for (long run : checkpoint.runs()) {
                blocks.entry(KIND_RUNS, Long.BYTES).putLong(run);
            }
            writeQueues(blocks, catalog, queues);
            writeCursors(blocks, cursors);
            blocks.flush();
            blocks.entry(KIND_END, Integer.BYTES).putInt(blocks.blocks());
            blocks.flush();
            file.force(true);
        }
    }

    private void nameUnfinished(Path path) throws IOException {
        files.move(directory.resolve(UNFINISHED), path);
        files.forceDirectory(directory);
    }

    /** On a full disk its bytes are those that something else waits for. */
    private void deleteUnfinished() {
        Path unfinished = directory.resolve(UNFINISHED);
        try {
            if (files.exists(unfinished)) {
                files.delete(unfinished);
            }
        } catch (IOException e) {
            LOG.warn("unfinished checkpoint not removed, the next one replaces it: file={}", unfinished, e);
        }
    }

    /**
     * Reads the newest checkpoint into an empty catalog and empty cursors.
     *
     * @throws QueueException CORRUPT if it is damaged, UNSUPPORTED_VERSION if it is of a later format
     */
    public Checkpoint read(int epochBytes, Catalog catalog, Cursors cursors) throws IOException {
        List<Long> present = sequences();
        if (present.isEmpty()) {
            return Checkpoint.none(epochBytes);
        }
        return read(present.get(present.size() - 1), catalog, cursors);
    }

    /** Reads the checkpoint with this sequence. */
    public Checkpoint read(long sequence, Catalog catalog, Cursors cursors) throws IOException {
        Path path = path(sequence);
        try (FileChannel file = files.open(path, Set.of(StandardOpenOption.READ))) {
            return new Reader(path, file, sequence).read(catalog, cursors);
        }
    }

    /** Sequences of the checkpoints that there are, rising. */
    public List<Long> sequences() throws IOException {
        List<Long> found = new ArrayList<>();
        for (Path file : files.list(directory)) {
            String name = String.valueOf(file.getFileName());
            if (name.matches(PREFIX + "\\d{20}")) {
                found.add(Long.parseLong(name.substring(PREFIX.length())));
            }
        }
        found.sort(null);
        return found;
    }

    /** The file of a checkpoint. */
    public Path path(long sequence) {
        return directory.resolve(PREFIX + String.format("%020d", sequence));
    }

    private static void writeQueues(BlockWriter blocks, Catalog catalog, int queues) throws IOException {
        for (int queue = 0; queue < queues; queue++) {
            if (catalog.isLive(queue)) {
                byte[] name = catalog.nameBytes(queue);
                blocks.entry(KIND_QUEUES, QUEUE_PREFIX + name.length)
                        .putInt(queue)
                        .putLong(catalog.first(queue))
                        .putLong(catalog.sortedNext(queue))
                        .putShort((short) name.length)
                        .put(name);
            }
        }
    }

    private static void writeCursors(BlockWriter blocks, Cursors cursors) throws IOException {
        try {
            cursors.forEach((group, queue, offset) -> writeCursor(blocks, group, queue, offset));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void writeCursor(BlockWriter blocks, String group, int queue, long offset) {
        byte[] name = group.getBytes(StandardCharsets.UTF_8);
        try {
            blocks.entry(KIND_CURSORS, CURSOR_PREFIX + name.length)
                    .putInt(queue)
                    .putLong(offset)
                    .putShort((short) name.length)
                    .put(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One reading of one file. */
    private static final class Reader {

        private final Path path;
        private final FileChannel file;
        private final long sequence;
        private final ByteBuffer block =
                ByteBuffer.allocate(CheckpointDescriptor.BLOCK_BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
        private final List<Long> runs = new ArrayList<>();
        private @Nullable Checkpoint header;
        private long position;
        private int blocks;
        private int queues;

        Reader(Path path, FileChannel file, long sequence) {
            this.path = path;
            this.file = file;
            this.sequence = sequence;
        }

        Checkpoint read(Catalog catalog, Cursors cursors) throws IOException {
            while (true) {
                nextBlock();
                int kind = block.getInt(KIND_OFFSET);
                int count = block.getInt(COUNT_OFFSET);
                block.position(PAYLOAD_OFFSET);
                try {
                    if (kind == KIND_END) {
                        return finish();
                    }
                    for (int i = 0; i < count; i++) {
                        entry(kind, catalog, cursors);
                    }
                } catch (BufferUnderflowException | IllegalArgumentException e) {
                    throw corrupt("an entry is malformed: kind=" + kind + ", " + e);
                }
                blocks++;
            }
        }

        private void entry(int kind, Catalog catalog, Cursors cursors) {
            switch (kind) {
                case KIND_HEADER -> header(catalog);
                case KIND_RUNS -> runs.add(block.getLong());
                case KIND_QUEUES -> queue(catalog);
                case KIND_CURSORS -> {
                    int queue = block.getInt();
                    long offset = block.getLong();
                    cursors.set(text(block.getShort()), queue, offset);
                }
                default -> throw corrupt("unknown kind of block: kind=" + kind);
            }
        }

        private void header(Catalog catalog) {
            long magic = block.getLong();
            int version = block.getInt();
            if (magic != MAGIC) {
                throw corrupt("no checkpoint: magic=" + Long.toHexString(magic));
            }
            if (version != VERSION) {
                throw new QueueException(
                        QueueException.Reason.UNSUPPORTED_VERSION,
                        "checkpoint of another format: version=" + version + " (expected: " + VERSION + "), file="
                                + path + "; open it with the version that wrote it");
            }
            int epochBytes = block.getInt();
            long written = block.getLong();
            header = new Checkpoint(written, epochBytes, block.getLong(), block.getLong(), List.of());
            queues = block.getInt();
            if (queues > 0) {
                catalog.reserve(queues - 1);
            }
        }

        private void queue(Catalog catalog) {
            int queue = block.getInt();
            long first = block.getLong();
            long sorted = block.getLong();
            byte[] name = bytes(block.getShort());
            if (queue < 0 || queue >= queues || first < 0 || sorted < 0) {
                throw corrupt("a queue is out of range: number=" + queue + " (expected: < " + queues + "), first="
                        + first + ", sorted=" + sorted);
            }
            catalog.restore(queue, name);
            catalog.raiseFirst(queue, first);
            catalog.sortedNext(queue, sorted);
        }

        private String text(short length) {
            return new String(bytes(length), StandardCharsets.UTF_8);
        }

        private byte[] bytes(short length) {
            byte[] bytes = new byte[Math.min(length & 0xFFFF, block.remaining() + 1)];
            block.get(bytes);
            return bytes;
        }

        private Checkpoint finish() {
            int expected = block.getInt();
            Checkpoint read = header;
            if (expected != blocks || read == null) {
                throw corrupt("blocks are missing: count=" + blocks + " (expected: " + expected + ")");
            }
            return new Checkpoint(read.sequence(), read.epochBytes(), read.journalPosition(), read.nextRun(), runs);
        }

        private void nextBlock() throws IOException {
            block.clear().limit(PAYLOAD_OFFSET);
            fill();
            int length = block.getInt(LENGTH_OFFSET);
            if (length < 0 || length > block.capacity() - PAYLOAD_OFFSET) {
                throw corrupt("length of a block out of range: length=" + length);
            }
            block.limit(PAYLOAD_OFFSET + length);
            fill();
            block.flip();
            int checksum = BlockWriter.checksum(block, sequence, blocks);
            if (checksum != block.getInt(CRC_OFFSET)) {
                throw corrupt("checksum of a block is wrong");
            }
            position += block.limit();
        }

        private void fill() throws IOException {
            while (block.hasRemaining()) {
                if (file.read(block, position + block.position()) < 0) {
                    throw corrupt("the file ends too early: bytes=" + file.size());
                }
            }
        }

        private QueueException corrupt(String what) {
            return new QueueException(
                    QueueException.Reason.CORRUPT,
                    "checkpoint is damaged: " + what + ", file=" + path + ", position=" + position
                            + "; run `millrace queue repair` on the directory");
        }
    }
}
