package io.millrace.wal.append;

import io.millrace.wal.segment.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Puts what is sealed into the file: by writes for a page of ours, by nothing for a mapping. One thread.
 *
 * <p>Small groups wait for company: a write costs a system call and copies into the kernel's pages.
 */
final class SegmentWriter {

    /** Enough for the call to cost little beside the copy, small enough to be in the cache still. */
    private static final int WRITE_BYTES = 256 << 10;

    private boolean mapped;
    private volatile long writtenBytes; // one writer

    SegmentWriter(boolean mapped) {
        this.mapped = mapped;
    }

    /** Writes nothing from here on: the log has failed, and only waits for its appenders. */
    void stop() {
        mapped = true;
    }

    /** Writes what is sealed and not yet written, all of it or only once it is worth a write. */
    void write(Segment segment, boolean all) throws IOException {
        int from = segment.written();
        int to = segment.sealed();
        if (from == to) {
            return;
        }
        if (mapped || segment.isAbandoned()) {
            segment.written(to);
            return;
        }
        if (all || to - from >= WRITE_BYTES || segment.isComplete()) {
            write(segment, from, to);
        }
    }

    private void write(Segment segment, int from, int to) throws IOException {
        FileChannel channel = segment.file().channel();
        ByteBuffer bytes = segment.page().buffer().slice(from, to - from);
        while (bytes.hasRemaining()) {
            int count = channel.write(bytes, from + bytes.position());
            writtenBytes = writtenBytes + count;
        }
        segment.written(to);
    }

    /** Bytes written so far. */
    long writtenBytes() {
        return writtenBytes;
    }
}
