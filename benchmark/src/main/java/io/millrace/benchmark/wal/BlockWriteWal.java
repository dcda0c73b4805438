package io.millrace.benchmark.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Peer {@code block-write-64k}: what a plain loop does. A record is copied into a buffer of 64 KiB; a full buffer gets its
 * CRC32C and goes to the file in one {@code write}. Several threads share it through a lock.
 *
 * <p>On the device a thread forces the file again and again and so acknowledges all blocks written before; a
 * block that is not full waits for more records or for {@link #settle}.
 */
public final class BlockWriteWal implements WalSubject {
    private final ByteBuffer block =
            ByteBuffer.allocateDirect(BlockDescriptor.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private @Nullable Path directory;
    private @Nullable JournalFiles files;
    private @Nullable FileChannel file;
    private @Nullable GroupForce force;
    private long appended;

    @Override
    public void open(Path where, WalLevel level) throws IOException {
        directory = where;
        files = new JournalFiles(where);
        file = files.next();
        force = level.isOnDevice() ? new GroupForce() : null;
        block.position(BlockDescriptor.RECORDS_OFFSET);
    }

    @Override
    public Appender appender() {
        return this::append;
    }

    private synchronized long append(byte[] record) throws IOException {
        if (block.remaining() < BlockDescriptor.LENGTH_BYTES + record.length) {
            writeBlock();
        }
        block.putInt(record.length).put(record);
        return ++appended;
    }

    private void writeBlock() throws IOException {
        int used = block.position();
        block.putInt(BlockDescriptor.USED_OFFSET, used);
        crc.reset();
        crc.update(block.limit(used).position(BlockDescriptor.USED_OFFSET));
        block.putInt(BlockDescriptor.CRC_OFFSET, (int) crc.getValue());
        FileChannel to = WalSubjects.opened(file);
        block.clear();
        while (block.hasRemaining()) {
            to.write(block);
        }
        GroupForce forced = force;
        if (to.position() == BlockDescriptor.FILE_BYTES) {
            if (forced != null) {
                to.force(false);
            }
            to.close();
            to = WalSubjects.opened(files).next();
            file = to;
        }
        if (forced != null) {
            forced.written(to, appended);
        }
        block.clear().position(BlockDescriptor.RECORDS_OFFSET);
    }

    @Override
    public void awaitDurable(long token) throws IOException {
        GroupForce forced = WalSubjects.opened(force);
        if (!forced.isWritten(token)) {
            settle();
        }
        forced.await(token);
    }

    @Override
    public synchronized void settle() throws IOException {
        if (block.position() > BlockDescriptor.RECORDS_OFFSET) {
            writeBlock();
        }
        GroupForce forced = force;
        if (forced != null) {
            forced.await(appended);
        }
    }

    @Override
    public Cursor cursor() throws IOException {
        return new BlockCursor(WalSubjects.opened(directory));
    }

    @Override
    public void close() throws IOException {
        settle();
        GroupForce forced = force;
        if (forced != null) {
            forced.close();
        }
        WalSubjects.opened(file).close();
        WalSubjects.opened(files).close();
    }
}
