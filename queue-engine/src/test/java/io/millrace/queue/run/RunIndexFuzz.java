package io.millrace.queue.run;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.buffer.Crc32c;
import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Any bytes as the description or the index of a run: refused, or safe to look things up in; nothing is allocated for numbers that cannot be. */
@Tag("once")
class RunIndexFuzz {
    private static final Path FILE = Path.of("fuzz.run");

    @FuzzTest(maxDuration = "1m")
    void anyDescriptionIsRefusedOrFits(byte[] bytes) {
        ByteBuffer page = ByteBuffer.allocateDirect(RunDescriptor.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        page.put(0, bytes, 0, Math.min(bytes.length, RunDescriptor.PAGE_CRC_OFFSET));
        page.putLong(RunDescriptor.MAGIC_OFFSET, RunDescriptor.MAGIC);
        page.putInt(RunDescriptor.BLOCK_BYTES_OFFSET, RunDescriptor.BLOCK_BYTES);
        page.putInt(RunDescriptor.PAGE_CRC_OFFSET, Crc32c.update(0, page, 0, RunDescriptor.PAGE_CRC_OFFSET));
        try {
            RunFooter footer = RunFooter.decode(page, 0, FILE);
            if (footer.indexBytes() > RunDescriptor.INDEX_BYTES_MAX || footer.fileBytes() < footer.dataBytes()) {
                throw new AssertionError("passed: " + footer);
            }
        } catch (QueueException e) {
            // refused
        }
    }

    @FuzzTest(maxDuration = "1m")
    void anyIndexIsRefusedOrLeadsNowhereElse(byte[] bytes) {
        if (bytes.length < 8) {
            return;
        }
        int groups = bytes[0] & 3;
        int rowBytes = bytes[1] & 0xFF;
        long dataBytes = (bytes[2] & 0xFF) << 6 | bytes[3] & 0x3F;
        int queues = bytes[4] & 0x7F;
        int messages = bytes[5] & 0x7F;
        RunFooter footer = new RunFooter(
                RunOrigin.ofEpoch(1, 0, 0, 0, 0), messages, queues, dataBytes, bytes[6] & 7, groups, rowBytes, 8192, 0);
        try (PageArena arena = PageArena.create(8192)) {
            Page page = arena.acquire(8192, Duration.ZERO);
            try {
                page.zero(0, 8192);
                page.copyIn(0, bytes, 7, Math.min(8192, bytes.length - 7));
                RunIndexCheck.check(page.buffer(), footer, FILE);
                lookUp(new RunIndex(page, footer), footer);
            } catch (QueueException e) {
                // refused
            } finally {
                page.release();
            }
        }
    }

    private static void lookUp(RunIndex index, RunFooter footer) {
        RunExtent extent = new RunExtent();
        long at = 0;
        for (int id = index.ceilingQueue(0); id >= 0; id = index.ceilingQueue(id + 1)) {
            index.locate(id, extent);
            if (extent.startByte() != at || extent.endByte() > footer.dataBytes() || extent.count() < 1) {
                throw new AssertionError("leads outside: " + extent);
            }
            at = extent.endByte();
            for (long ordinal = 0; ordinal < Math.min(extent.count(), 40); ordinal++) {
                long block = index.floorBlock(extent, ordinal);
                long ceiling = index.ceilingByte(extent, ordinal + 1);
                if (block >= 0 && index.startByte(block) >= extent.endByte() || ceiling > extent.endByte()) {
                    throw new AssertionError("leads outside: " + extent + " ordinal=" + ordinal);
                }
            }
        }
    }
}
