package io.millrace.wal.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The checksum of the commit groups of one segment.
 *
 * <p><b>Threads.</b> One. <b>Ownership.</b> Borrows the memory: it must outlive this. Makes no object a group.
 */
public final class GroupChecksum {

    private static final int SEED_BYTES = 16;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer seed = ByteBuffer.allocate(SEED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer memory;

    /** Of the groups in {@code memory}, which is a segment of this epoch and base position, or a part of it. */
    public GroupChecksum(ByteBuffer memory, long epoch, long base) {
        this.memory = memory.duplicate();
        seed.putLong(0, epoch).putLong(Long.BYTES, base);
    }

    /** The checksum of the group from {@code start} to the seal at {@code seal}, whose fields but the last are in place. */
    public int of(int start, int seal) {
        crc.reset();
        crc.update(seed.clear());
        update(start, seal);
        update(seal + SealDescriptor.GROUP_BYTES_OFFSET, seal + SealDescriptor.CRC_OFFSET);
        return (int) crc.getValue();
    }

    private void update(int from, int to) {
        memory.limit(to).position(from);
        crc.update(memory);
    }
}
