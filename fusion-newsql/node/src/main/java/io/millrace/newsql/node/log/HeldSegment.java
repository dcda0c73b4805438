package io.millrace.newsql.node.log;

import io.millrace.memory.Page;
import io.millrace.memory.StorageFiles;
import io.millrace.wal.LogSegment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;

/**
 * A segment of the log as it was when it was taken, in memory until closed. <b>Threads.</b> One; the log may be appended to meanwhile: behind what was there then.
 */
public final class HeldSegment implements AutoCloseable {

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 << 10);

    private final LogSegment segment;
    private final int end;

    /** @param segment taken; nothing is being appended to it, and all of it is on the device */
    HeldSegment(LogSegment segment) {
        this.segment = segment;
        this.end =
                segment.isSealed() ? segment.page().capacity() : (int) (segment.endPosition() - segment.basePosition());
    }

    /** Of its file. */
    public long bytes() {
        return segment.page().capacity();
    }

    /** Writes it into a folder, which is made, as the only segment of a log; it is on the device when this returns. */
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(String.format(Locale.ROOT, "%020d.wal", segment.basePosition()));
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            Page page = segment.page();
            writeAll(channel, page.buffer().slice(0, end));
            // A log's file has its size from the start: it is mapped.
            int left = page.capacity() - end;
            while (left > 0) {
                int part = Math.min(left, ZEROS.capacity());
                writeAll(channel, ZEROS.slice(0, part));
                left -= part;
            }
            channel.force(true);
        }
        StorageFiles.local().forceDirectory(folder);
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() {
        segment.close();
    }
}
