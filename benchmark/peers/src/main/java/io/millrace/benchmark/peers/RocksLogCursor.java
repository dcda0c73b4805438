package io.millrace.benchmark.peers;

import io.millrace.benchmark.wal.WalSubject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the log data out of RocksDB's log files: its own iterator steps by sequence numbers, and log data has none.
 *
 * <pre>
 * file   blocks of 32 KiB of fragments: crc:4 length:2 type:1 (1 whole, 2 first, 3 middle, 4 last) bytes
 * whole  a group of batches: sequence:8 count:4, then for each log data: tag 3:1 length:varint bytes
 * </pre>
 *
 * Source: the page "Write Ahead Log File Format" of RocksDB's wiki. Checksums are left to RocksDB.
 */
final class RocksLogCursor implements WalSubject.Cursor {
    private static final int BLOCK_BYTES = 32 << 10;
    private static final int FRAGMENT_HEADER_BYTES = 7;
    private static final int BATCH_HEADER_BYTES = 12;
    private static final int LOG_DATA_TAG = 3;
    private static final int WHOLE = 1;
    private static final int LAST = 4;

    /** Above the groups that RocksDB makes (1 MiB and one batch). */
    private static final int GROUP_BYTES_MAX = 4 << 20;

    private final List<Path> files;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer group = ByteBuffer.allocate(GROUP_BYTES_MAX);
    private int nextFile;
    private FileChannel file;

    RocksLogCursor(Path directory) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            files = found.filter(each -> each.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
        if (files.isEmpty()) {
            throw new IOException("no log file: " + directory);
        }
        file = FileChannel.open(files.get(nextFile++), StandardOpenOption.READ);
        block.limit(0);
        group.limit(0);
    }

    @Override
    public int next(byte[] into) throws IOException {
        if (!group.hasRemaining() && !readGroup()) {
            return -1;
        }
        byte tag = group.get();
        if (tag != LOG_DATA_TAG) {
            throw new IOException("not log data: tag=" + tag);
        }
        int length = 0;
        int shift = 0;
        byte part;
        do {
            part = group.get();
            length |= (part & 0x7F) << shift;
            shift += 7;
        } while (part < 0);
        group.get(into, 0, length);
        return length;
    }

    private boolean readGroup() throws IOException {
        group.clear();
        int type;
        do {
            if (block.remaining() < FRAGMENT_HEADER_BYTES && !readBlock()) {
                return false;
            }
            block.getInt();
            int length = Short.toUnsignedInt(block.getShort());
            type = block.get();
            if (type == 0) {
                return false; // the unwritten rest of a preallocated file
            }
            group.put(block.slice(block.position(), length));
            block.position(block.position() + length);
        } while (type != WHOLE && type != LAST);
        group.flip().position(BATCH_HEADER_BYTES);
        return group.hasRemaining() || readGroup();
    }

    private boolean readBlock() throws IOException {
        while (file.position() == file.size()) {
            if (nextFile == files.size()) {
                return false;
            }
            file.close();
            file = FileChannel.open(files.get(nextFile++), StandardOpenOption.READ);
        }
        block.clear();
        while (block.hasRemaining() && file.read(block) >= 0) {
            // until the block is full or the file ends
        }
        block.flip();
        return block.hasRemaining();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
