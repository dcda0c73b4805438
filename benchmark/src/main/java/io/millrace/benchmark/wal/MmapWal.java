package io.millrace.benchmark.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Peer {@code mmap}: a record is copied to its place in a mapped, preallocated file; a full block of 64 KiB gets its
 * CRC32C there. The kernel writes when it likes. Several threads share it through a lock.
 */
public final class MmapWal implements WalSubject {
    private final CRC32C crc = new CRC32C();
    private @Nullable Path directory;
    private @Nullable JournalFiles files;
    private @Nullable MappedByteBuffer mapped;
    private int blockStart;
    private int position;
    private long appended;

    @Override
    public void open(Path where, WalLevel level) throws IOException {
        if (level.isOnDevice()) {
            throw new IOException("mmap has no level SYNC here");
        }
        directory = where;
        files = new JournalFiles(where);
        map();
    }

    private void map() throws IOException {
        try (FileChannel file = WalSubjects.opened(files).next()) {
            mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, BlockDescriptor.FILE_BYTES);
        }
        WalSubjects.opened(mapped).order(ByteOrder.LITTLE_ENDIAN);
        blockStart = 0;
        position = BlockDescriptor.RECORDS_OFFSET;
    }

    @Override
    public Appender appender() {
        return this::append;
    }

    private synchronized long append(byte[] record) throws IOException {
        int bytes = BlockDescriptor.LENGTH_BYTES + record.length;
        if (position + bytes > blockStart + BlockDescriptor.BLOCK_BYTES) {
            sealBlock();
            nextBlock();
        }
        ByteBuffer to = WalSubjects.opened(mapped);
        to.putInt(position, record.length);
        to.put(position + BlockDescriptor.LENGTH_BYTES, record);
        position += bytes;
        return ++appended;
    }

    private void sealBlock() {
        ByteBuffer to = WalSubjects.opened(mapped);
        to.putInt(blockStart + BlockDescriptor.USED_OFFSET, position - blockStart);
        crc.reset();
        crc.update(to.limit(position).position(blockStart + BlockDescriptor.USED_OFFSET));
        to.clear().putInt(blockStart + BlockDescriptor.CRC_OFFSET, (int) crc.getValue());
    }

    private void nextBlock() throws IOException {
        blockStart += BlockDescriptor.BLOCK_BYTES;
        position = blockStart + BlockDescriptor.RECORDS_OFFSET;
        if (blockStart == BlockDescriptor.FILE_BYTES) {
            map();
        }
    }

    @Override
    public void awaitDurable(long token) throws IOException {
        throw new IOException("mmap has no level SYNC here");
    }

    @Override
    public synchronized void settle() {
        sealBlock();
    }

    @Override
    public Cursor cursor() throws IOException {
        return new BlockCursor(WalSubjects.opened(directory));
    }

    @Override
    public void close() throws IOException {
        sealBlock();
        WalSubjects.opened(files).close();
    }
}
