package io.millrace.queue.run;

import io.millrace.queue.QueueException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Whole transfers, and what a failed one means. */
final class Disk {
    /** A transfer that moves nothing so many times in a row has failed. */
    private static final int STALLS_MAX = 3;

    private Disk() {}

    /**
     * Writes all that remains. What a short write leaves is begun again at a whole block, as direct transfers need.
     *
     * @param position multiple of 4096, as are the buffer's position and limit
     */
    static void write(FileChannel file, ByteBuffer from, long position) throws IOException {
        int begin = from.position();
        int stalls = 0;
        while (from.hasRemaining()) {
            int at = from.position();
            int written = file.write(from, position + at - begin);
            int whole = Math.max(0, written) & -RunDescriptor.BLOCK_BYTES;
            from.position(at + whole);
            stalls = whole == 0 ? stalls + 1 : 0;
            if (stalls > STALLS_MAX) {
                throw new IOException("write makes no progress: position=" + (position + at - begin));
            }
        }
    }

    /**
     * Fills what remains. What a short read leaves is begun again at a whole block.
     *
     * @param position multiple of 4096, as are the buffer's position and limit
     * @throws EOFException if the file ends before
     */
    static void read(FileChannel file, ByteBuffer into, long position) throws IOException {
        int begin = into.position();
        int stalls = 0;
        while (into.hasRemaining()) {
            int at = into.position();
            int read = file.read(into, position + at - begin);
            int whole = Math.max(0, read) & -RunDescriptor.BLOCK_BYTES;
            into.position(at + whole);
            stalls = whole == 0 ? stalls + 1 : 0;
            if (read < 0 || stalls > STALLS_MAX) {
                throw new EOFException("file ends: position=" + (position + at - begin));
            }
        }
    }

    /** What became of the run when a transfer failed. */
    static QueueException failure(String what, Path file, IOException cause) {
        return new QueueException(
                QueueException.reasonOf(cause), what + ": " + cause.getMessage() + ", file=" + file, cause);
    }
}
