package io.millrace.tiered.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * An open file, read and written in aligned pieces, whether direct or not.
 *
 * <p><b>Ownership.</b> Borrows buffers for the call. <b>Threads.</b> As a channel: safe, and closed by the interrupt of a thread that uses it.
 */
public final class DiskFile implements Closeable {

    private final Path path;
    private final FileChannel channel;

    DiskFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** The file's name. */
    public Path path() {
        return path;
    }

    /** Bytes in the file. */
    public long size() throws IOException {
        return channel.size();
    }

    /**
     * Reads until the buffer is full or the file ends; returns the bytes read. Position and remaining bytes of the buffer are aligned, and so is the position in the file.
     */
    public int read(ByteBuffer to, long position) throws IOException {
        int start = to.position();
        while (to.hasRemaining()) {
            int read = channel.read(to, position + to.position() - start);
            // A direct read ends inside a block only where the file does; from there no aligned read could go on.
            if (read <= 0 || read % AlignedBuffers.ALIGNMENT != 0) {
                break;
            }
        }
        return to.position() - start;
    }

    /** Writes all of the buffer, whose remaining bytes are aligned, as is the position. */
    public void write(ByteBuffer from, long position) throws IOException {
        int start = from.position();
        while (from.hasRemaining()) {
            int done = from.position() - start;
            channel.write(from, position + done);
            // What was cut off inside a block is written again from the start of that block.
            if (from.hasRemaining()) {
                int written = from.position() - start;
                from.position(start + written - written % AlignedBuffers.ALIGNMENT);
                if (from.position() - start == done) {
                    throw new IOException("disk takes no more bytes: file=" + path + " position=" + (position + done));
                }
            }
        }
    }

    /** Cuts the padding of the last block and makes the bytes durable. */
    public void finish(long length) throws IOException {
        channel.truncate(length);
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
