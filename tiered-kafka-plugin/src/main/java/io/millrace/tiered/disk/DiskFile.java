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

    /** A full disk says so in the write behind a short one; more than a few of those are no disk. */
    private static final int FRUITLESS_MAX = 8;

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

    /**
     * Writes all of the buffer, whose remaining bytes are aligned, as is the position. What was cut off inside a block is written again from the start of that block.
     *
     * @throws IOException also if the disk takes no whole block {@value #FRUITLESS_MAX} times in a row
     */
    public void write(ByteBuffer from, long position) throws IOException {
        int start = from.position();
        int fruitless = 0;
        while (from.hasRemaining()) {
            int done = from.position() - start;
            int written = channel.write(from, position + done);
            if (from.hasRemaining()) {
                from.position(start + done + written - written % AlignedBuffers.ALIGNMENT);
                fruitless = written < AlignedBuffers.ALIGNMENT ? fruitless + 1 : 0;
            }
            if (fruitless == FRUITLESS_MAX) {
                throw new IOException("disk takes no more bytes: file=" + path + " position=" + (position + done));
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
