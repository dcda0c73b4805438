package io.millrace.queue.recovery;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.memory.MemoryException;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.cursor.Cursors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Any bytes as a checkpoint, with and without right checksums, or as records of the log: refused or taken, within the memory that there is. */
@Tag("once")
class CheckpointFuzz {

    private static final int MEMORY_BYTES = 4 << 20;

    @FuzzTest(maxDuration = "1m")
    void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
        read(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void anyBlocksWithRightChecksumsAreReadOrRefused(byte[] bytes) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        for (int block = 0; at + CheckpointDescriptor.PAYLOAD_OFFSET <= bytes.length; block++) {
            int left = bytes.length - at - CheckpointDescriptor.PAYLOAD_OFFSET;
            int length = Math.min(left, file.getInt(at + CheckpointDescriptor.LENGTH_OFFSET) & 0xFF);
            file.putInt(at + CheckpointDescriptor.LENGTH_OFFSET, length);
            ByteBuffer slice =
                    file.slice(at, CheckpointDescriptor.PAYLOAD_OFFSET + length).order(ByteOrder.LITTLE_ENDIAN);
            slice.putInt(CheckpointDescriptor.CRC_OFFSET, BlockWriter.checksum(slice, 1, block));
            at += CheckpointDescriptor.PAYLOAD_OFFSET + length;
        }
        read(file.array());
    }

    private static void read(byte[] bytes) throws IOException {
        Path directory = Files.createTempDirectory("checkpoint-fuzz");
        CheckpointFile checkpoints = new CheckpointFile(directory, StorageFiles.local());
        try (PageArena arena = PageArena.create(MEMORY_BYTES);
                Catalog catalog = new Catalog(arena, 10_000, Duration.ZERO);
                Cursors cursors = new Cursors(arena, Duration.ZERO)) {
            Files.write(checkpoints.path(1), bytes);
            checkpoints.read(1, catalog, cursors);
        } catch (QueueException | MemoryException e) {
            // refused
        } finally {
            Files.deleteIfExists(checkpoints.path(1));
            Files.delete(directory);
        }
    }

    @FuzzTest(maxDuration = "1m")
    void anyRecordsAreCountedOrRefused(byte[] bytes) {
        try (PageArena arena = PageArena.create(MEMORY_BYTES);
                Catalog catalog = new Catalog(arena, 10_000, Duration.ZERO);
                Cursors cursors = new Cursors(arena, Duration.ZERO)) {
            ByteBuffer records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            Replay replay = new Replay(catalog, cursors);
            replay.begin();
            for (int at = 0; at + 2 <= bytes.length; ) {
                int length = Math.min(bytes[at + 1] & 0x3F, bytes.length - at - 2);
                replay.record(8L * (at + 1), 16 + (bytes[at] & 7), records, at + 2, length);
                at += 2 + length;
            }
            replay.finish();
        } catch (QueueException | MemoryException e) {
            // refused
        }
    }
}
