package io.millrace.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;

/**
 * A file channel made of absolute reads and writes: it keeps the position, and turns everything else into those two.
 */
abstract class PositionedChannel extends FileChannel {

    /** The most that a transfer moves at once; it may move less than asked. */
    private static final int TRANSFER_BYTES_MAX = 64 << 10;

    private long position;

    @Override
    public synchronized int read(ByteBuffer to) throws IOException {
        int length = read(to, position);
        position += Math.max(0, length);
        return length;
    }

    @Override
    public synchronized long read(ByteBuffer[] to, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, to.length);
        long sum = 0;
        for (int i = offset; i < offset + count; i++) {
            if (to[i].hasRemaining()) {
                int length = read(to[i]);
                if (length < 0) {
                    return sum == 0 ? -1 : sum;
                }
                sum += length;
                if (to[i].hasRemaining()) {
                    return sum;
                }
            }
        }
        return sum;
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
        int length = write(from, position);
        position += length;
        return length;
    }

    @Override
    public synchronized long write(ByteBuffer[] from, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, from.length);
        long sum = 0;
        for (int i = offset; i < offset + count; i++) {
            sum += from[i].hasRemaining() ? write(from[i]) : 0;
            if (from[i].hasRemaining()) {
                return sum;
            }
        }
        return sum;
    }

    @Override
    public synchronized long position() throws IOException {
        size(); // refuses a closed channel
        return position;
    }

    @Override
    public synchronized FileChannel position(long newPosition) throws IOException {
        size();
        position = notNegative(newPosition);
        return this;
    }

    @Override
    public synchronized FileChannel truncate(long newSize) throws IOException {
        cut(notNegative(newSize));
        position = Math.min(position, newSize);
        return this;
    }

    /** Makes the file no longer than this. */
    abstract void cut(long newSize) throws IOException;

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
        ByteBuffer part = ByteBuffer.allocate((int) Math.min(count, TRANSFER_BYTES_MAX));
        return read(part, from) <= 0 ? 0 : target.write(part.flip());
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long to, long count) throws IOException {
        ByteBuffer part = ByteBuffer.allocate((int) Math.min(count, TRANSFER_BYTES_MAX));
        return source.read(part) <= 0 ? 0 : write(part.flip(), to);
    }

    /** Not here: a disk must know what is mapped, so it maps itself. */
    @Override
    public MappedByteBuffer map(MapMode mode, long from, long length) {
        throw new UnsupportedOperationException("map through the disk that opened the file");
    }

    static long notNegative(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value + " (expected: >= 0)");
        }
        return value;
    }
}
