package io.millrace.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.jspecify.annotations.Nullable;

/** A real file between whose operations and the system the planned faults stand. */
final class FaultyChannel extends PositionedChannel {

    private final FileChannel real;
    private final DiskFaults faults;

    FaultyChannel(FileChannel real, DiskFaults faults) {
        this.real = real;
        this.faults = faults;
    }

    FileChannel real() {
        return real;
    }

    @Override
    public int read(ByteBuffer to, long from) throws IOException {
        faults.enter(DiskOperation.READ);
        return real.read(to, from);
    }

    @Override
    public int write(ByteBuffer from, long to) throws IOException {
        faults.enter(DiskOperation.WRITE);
        int wanted = faults.writable(from.remaining());
        synchronized (this) {
            long size = real.size();
            long growth = Math.max(0, to + wanted - size);
            long space = faults.takeSpace(growth);
            long fits = wanted - (growth - space);
            if (fits <= 0 && wanted > 0) {
                faults.giveSpace(space);
                throw DiskFaults.noSpace();
            }
            try {
                return writeFully(from, to, (int) fits);
            } finally {
                faults.giveSpace(space - Math.max(0, real.size() - size));
            }
        }
    }

    /** A short write is to come from a plan only. */
    private int writeFully(ByteBuffer from, long to, int length) throws IOException {
        int limit = from.limit();
        from.limit(from.position() + length);
        try {
            int written = 0;
            do {
                written += real.write(from, to + written);
            } while (written < length);
            return written;
        } finally {
            from.limit(limit);
        }
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    void cut(long newSize) throws IOException {
        faults.enter(DiskOperation.TRUNCATE);
        long size = real.size();
        real.truncate(newSize);
        faults.giveSpace(Math.max(0, size - newSize));
    }

    @Override
    public void force(boolean metaData) throws IOException {
        faults.enter(DiskOperation.FORCE);
        real.force(metaData);
    }

    @Override
    public FileLock lock(long from, long length, boolean shared) throws IOException {
        return real.lock(from, length, shared);
    }

    @Override
    public @Nullable FileLock tryLock(long from, long length, boolean shared) throws IOException {
        return real.tryLock(from, length, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
