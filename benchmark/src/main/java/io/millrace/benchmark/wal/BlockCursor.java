package io.millrace.benchmark.wal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads the plain peers' files block by block and checks each block's checksum. */
final class BlockCursor implements WalSubject.Cursor {
    private final ByteBuffer block =
            ByteBuffer.allocateDirect(BlockDescriptor.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private final List<Path> files;
    private int nextFile;
    private @Nullable FileChannel file;

    BlockCursor(Path directory) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            files = found.sorted().toList();
        }
        block.limit(0);
    }

    @Override
    public int next(byte[] into) throws IOException {
        while (!block.hasRemaining()) {
            if (!readBlock()) {
                return -1;
            }
        }
        int length = block.getInt();
        block.get(into, 0, length);
        return length;
    }

    private boolean readBlock() throws IOException {
        FileChannel from = file;
        while (from == null || from.position() == from.size()) {
            if (from != null) {
                from.close();
            }
            if (nextFile == files.size()) {
                file = null;
                return false;
            }
            from = FileChannel.open(files.get(nextFile++), StandardOpenOption.READ);
            file = from;
        }
        block.clear();
        while (block.hasRemaining()) {
            if (from.read(block) < 0) {
                throw new EOFException("block cut short: " + files.get(nextFile - 1));
            }
        }
        int used = block.getInt(BlockDescriptor.USED_OFFSET);
        if (used != 0) {
            crc.reset();
            crc.update(block.limit(used).position(BlockDescriptor.USED_OFFSET));
            if ((int) crc.getValue() != block.getInt(BlockDescriptor.CRC_OFFSET)) {
                throw new IOException("wrong checksum in " + files.get(nextFile - 1));
            }
        }
        block.limit(Math.max(used, BlockDescriptor.RECORDS_OFFSET)).position(BlockDescriptor.RECORDS_OFFSET);
        return true;
    }

    @Override
    public void close() throws IOException {
        FileChannel open = file;
        if (open != null) {
            open.close();
        }
    }
}
