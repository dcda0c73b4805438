package io.millrace.benchmark.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Peer {@code fsync-each}: a block is written and forced for each record before its append returns; threads take turns.
 * The block is rewritten as it fills, so that the files are like those of the other plain peers.
 */
public final class FsyncEachWal implements WalSubject {
    private final ByteBuffer block =
            ByteBuffer.allocateDirect(BlockDescriptor.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private @Nullable Path directory;
    private @Nullable JournalFiles files;
    private @Nullable FileChannel file;
    private long blockStart;
    private long appended;

    @Override
    public void open(Path where, WalLevel level) throws IOException {
        directory = where;
        files = new JournalFiles(where);
        file = files.next();
        block.position(BlockDescriptor.RECORDS_OFFSET);
    }

    @Override
    public Appender appender() {
        return this::append;
    }

    private synchronized long append(byte[] record) throws IOException {
        if (block.remaining() < BlockDescriptor.LENGTH_BYTES + record.length) {
            nextBlock();
        }
        int start = block.position();
        block.putInt(record.length).put(record);
        int end = block.position();
        block.putInt(BlockDescriptor.USED_OFFSET, end);
        crc.reset();
        crc.update(block.limit(end).position(BlockDescriptor.USED_OFFSET));
        block.putInt(BlockDescriptor.CRC_OFFSET, (int) crc.getValue());
        FileChannel to = WalSubjects.opened(file);
        to.write(block.limit(end).position(start), blockStart + start);
        to.write(block.limit(BlockDescriptor.RECORDS_OFFSET).position(0), blockStart);
        to.force(false);
        block.clear().position(end);
        return ++appended;
    }

    private void nextBlock() throws IOException {
        blockStart += BlockDescriptor.BLOCK_BYTES;
        if (blockStart == BlockDescriptor.FILE_BYTES) {
            WalSubjects.opened(file).close();
            file = WalSubjects.opened(files).next();
            blockStart = 0;
        }
        block.clear().position(BlockDescriptor.RECORDS_OFFSET);
    }

    @Override
    public void awaitDurable(long token) {
        // Forced before the append returned.
    }

    @Override
    public void settle() {
        // Forced before the append returned.
    }

    @Override
    public Cursor cursor() throws IOException {
        return new BlockCursor(WalSubjects.opened(directory));
    }

    @Override
    public void close() throws IOException {
        WalSubjects.opened(file).close();
        WalSubjects.opened(files).close();
    }
}
