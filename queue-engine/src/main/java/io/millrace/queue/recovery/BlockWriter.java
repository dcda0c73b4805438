package io.millrace.queue.recovery;

import static io.millrace.queue.recovery.CheckpointDescriptor.BLOCK_BYTES_MAX;
import static io.millrace.queue.recovery.CheckpointDescriptor.COUNT_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.CRC_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.KIND_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.LENGTH_OFFSET;
import static io.millrace.queue.recovery.CheckpointDescriptor.PAYLOAD_OFFSET;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes a checkpoint's blocks; entries of one kind fill a block before the next begins. One thread. */
final class BlockWriter {

    private final FileChannel file;
    private final long sequence;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES_MAX).order(ByteOrder.LITTLE_ENDIAN);
    private int kind;
    private int count;
    private int blocks;

    BlockWriter(FileChannel file, long sequence) {
        this.file = file;
        this.sequence = sequence;
        block.position(PAYLOAD_OFFSET);
    }

    /** Room for one entry of this kind, at the buffer's position. */
    ByteBuffer entry(int kindOfEntry, int bytes) throws IOException {
        if (kindOfEntry != kind || block.remaining() < bytes) {
            flush();
            kind = kindOfEntry;
        }
        count++;
        return block;
    }

    int blocks() {
        return blocks;
    }

    void flush() throws IOException {
        if (count == 0) {
            return;
        }
        block.putInt(KIND_OFFSET, kind);
        block.putInt(COUNT_OFFSET, count);
        block.putInt(LENGTH_OFFSET, block.position() - PAYLOAD_OFFSET);
        block.flip();
        block.putInt(CRC_OFFSET, checksum(block, sequence, blocks));
        while (block.hasRemaining()) {
            file.write(block);
        }
        block.clear().position(PAYLOAD_OFFSET);
        count = 0;
        blocks++;
    }

    /** The checksum of a block from its kind to its limit. */
    static int checksum(ByteBuffer block, long sequence, int place) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(12).putLong(sequence).putInt(place).flip());
        crc.update(block.duplicate().position(KIND_OFFSET));
        return (int) crc.getValue();
    }
}
