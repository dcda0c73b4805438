package io.millrace.queue.recovery;

import static io.millrace.queue.recovery.CheckpointDescriptor.BLOCK_BYTES_MAX;
import static io.millrace.queue.recovery.CheckpointDescriptor.COUNT_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.CRC_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_CURSORS;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_END;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_HEADER;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_QUEUES;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_RUNS;
import static io.millrace.queue.recovery.CheckpointDescriptor.LENGTH_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.MAGIC;
import static io.millrace.queue.recovery.CheckpointDescriptor.PAYLOAD_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.VERSION;

import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads a checkpoint that may be damaged: every block that holds is given to a visitor, every place that does not is noted.
 *
 * <p>A damaged block is stepped over by its length, or, if that is what is damaged, by looking for the next block that holds:
 * its checksum is seeded with its place, so none is taken for another. <b>Threads:</b> one.
 */
public final class CheckpointScan {

    private final Path path;
    private final FileChannel file;
    private final long sequence;
    private final Visitor visitor;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
    private final List<Finding> findings = new ArrayList<>();
    private boolean headed;
    private long position;
    private int place;

    /** Takes what sound blocks say, in the order of the file. */
    public interface Visitor {

        /** Takes nothing. */
        Visitor NOBODY = new Visitor() {
            @Override
            public void header(Checkpoint checkpoint, int queues) {}

            @Override
            public void run(long id) {}

            @Override
            public void queue(int number, long first, long sortedNext, byte[] name) {}

            @Override
            public void cursor(String group, int queue, long offset) {}
        };

        /** The header: everything of the checkpoint but its runs, and the numbers of queues that were given. */
        void header(Checkpoint checkpoint, int queues);

        /** A run, oldest first. */
        void run(long id);

        /** A queue that exists. */
        void queue(int number, long first, long sortedNext, byte[] name);

        /** How far a group has come. */
        void cursor(String group, int queue, long offset);
    }

    /**
     * A place that does not hold.
     *
     * @param position byte in the file
     * @param kind of block that stood there, as far as that can be read; 0 otherwise
     */
    public record Finding(long position, int kind, String what) {

        /** In words, what such a block holds. */
        public String kindName() {
            return switch (kind) {
                case KIND_HEADER -> "header";
                case KIND_RUNS -> "runs";
                case KIND_QUEUES -> "queues";
                case KIND_CURSORS -> "cursors";
                case KIND_END -> "end";
                default -> "unknown";
            };
        }
    }

    private CheckpointScan(Path path, FileChannel file, long sequence, Visitor visitor) {
        this.path = path;
        this.file = file;
        this.sequence = sequence;
        this.visitor = visitor;
    }

    /**
     * Reads one file.
     *
     * @param sequence what its name says
     * @return what does not hold; nothing if the checkpoint is sound
     * @throws QueueException UNSUPPORTED_VERSION if it is of another format
     */
    public static List<Finding> scan(Path path, long sequence, StorageFiles files, Visitor visitor) throws IOException {
        try (FileChannel file = files.open(path, Set.of(StandardOpenOption.READ))) {
            CheckpointScan scan = new CheckpointScan(path, file, sequence, visitor);
            scan.walk();
            return List.copyOf(scan.findings);
        }
    }

    /** Whether the file's first block is that of a checkpoint with this sequence, whatever the file's name says. */
    public static boolean isBegunAs(Path path, long sequence, StorageFiles files) throws IOException {
        try (FileChannel file = files.open(path, Set.of(StandardOpenOption.READ))) {
            return new CheckpointScan(path, file, sequence, Visitor.NOBODY).blockAt(0, 0) >= 0;
        }
    }

    private void walk() throws IOException {
        while (true) {
            int bytes = blockAt(position, place);
            if (bytes < 0) {
                bytes = stepOver();
                if (bytes < 0) {
                    return;
                }
                position += bytes;
                place++;
                continue;
            }
            int kind = block.getInt(KIND_OFFSET);
            if (kind == KIND_END) {
                end(bytes);
                return;
            }
            entries(kind);
            position += bytes;
            place++;
        }
    }

    private void end(int bytes) throws IOException {
        if (block.getInt(PAYLOAD_OFFSET) != place) {
            note(KIND_END, "blocks are missing: count=" + place + " (expected: " + block.getInt(PAYLOAD_OFFSET) + ")");
        }
        if (!headed && findings.isEmpty()) {
            note(KIND_HEADER, "there is no header");
        }
        if (file.size() > position + bytes) {
            note(KIND_END, "the file is longer than the checkpoint: bytes=" + file.size());
        }
    }

    /** Notes the damage at the current place; returns the bytes to the next block that holds, or -1 if there is none. */
    private int stepOver() throws IOException {
        long size = file.size();
        if (position + PAYLOAD_OFFSET > size) {
            note(KIND_END, "the file ends too early: bytes=" + size);
            return -1;
        }
        int kind = read(position, PAYLOAD_OFFSET) ? block.getInt(KIND_OFFSET) : 0;
        int known = kind >= KIND_HEADER && kind <= KIND_END ? kind : 0;
        int length = block.getInt(LENGTH_OFFSET);
        note(known, "a block does not hold");
        if (length >= 0 && length <= BLOCK_BYTES_MAX - PAYLOAD_OFFSET) {
            int bytes = PAYLOAD_OFFSET + length;
            if (blockAt(position + bytes, place + 1) >= 0) {
                return bytes;
            }
        }
        for (int bytes = PAYLOAD_OFFSET; bytes <= BLOCK_BYTES_MAX; bytes++) {
            if (blockAt(position + bytes, place + 1) >= 0) {
                return bytes;
            }
        }
        if (known != KIND_END) {
            note(0, "no block behind it holds");
        }
        return -1;
    }

    /** Reads the block at a position; returns its bytes, or -1 if it does not hold at this place. */
    private int blockAt(long at, int expectedPlace) throws IOException {
        if (!read(at, PAYLOAD_OFFSET)) {
            return -1;
        }
        int kind = block.getInt(KIND_OFFSET);
        int length = block.getInt(LENGTH_OFFSET);
        if (kind < KIND_HEADER || kind > KIND_END || length < 0 || length > BLOCK_BYTES_MAX - PAYLOAD_OFFSET) {
            return -1;
        }
        if (!read(at, PAYLOAD_OFFSET + length)) {
            return -1;
        }
        boolean holds = BlockWriter.checksum(block, sequence, expectedPlace) == block.getInt(CRC_OFFSET);
        return holds ? PAYLOAD_OFFSET + length : -1;
    }

    private boolean read(long at, int bytes) throws IOException {
        block.clear().limit(bytes);
        while (block.hasRemaining()) {
            if (file.read(block, at + block.position()) < 0) {
                return false;
            }
        }
        block.flip();
        return true;
    }

    private void entries(int kind) {
        int count = block.getInt(COUNT_OFFSET);
        block.position(PAYLOAD_OFFSET);
        for (int i = 0; i < count; i++) {
            switch (kind) {
                case KIND_HEADER -> header();
                case KIND_RUNS -> visitor.run(block.getLong());
                case KIND_QUEUES -> {
                    int queue = block.getInt();
                    long first = block.getLong();
                    long sortedNext = block.getLong();
                    visitor.queue(queue, first, sortedNext, bytes());
                }
                default -> {
                    int queue = block.getInt();
                    long offset = block.getLong();
                    visitor.cursor(new String(bytes(), StandardCharsets.UTF_8), queue, offset);
                }
            }
        }
    }

    private void header() {
        long magic = block.getLong();
        int version = block.getInt();
        if (magic == MAGIC && version != VERSION) {
            throw new QueueException(
                    QueueException.Reason.UNSUPPORTED_VERSION,
                    "checkpoint of another format: version=" + version + " (expected: " + VERSION + "), file=" + path
                            + "; open it with the version that wrote it");
        }
        int epochBytes = block.getInt();
        long written = block.getLong();
        long journalPosition = block.getLong();
        long nextRun = block.getLong();
        int queues = block.getInt();
        if (magic != MAGIC || written != sequence) {
            note(KIND_HEADER, "the header is that of another file: sequence=" + written);
            return;
        }
        headed = true;
        visitor.header(new Checkpoint(written, epochBytes, journalPosition, nextRun, List.of()), queues);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[block.getShort() & 0xFFFF];
        block.get(bytes);
        return bytes;
    }

    private void note(int kind, String what) {
        findings.add(new Finding(position, kind, what));
    }
}
