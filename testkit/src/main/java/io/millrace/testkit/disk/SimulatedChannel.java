package io.millrace.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;

/** An open file of a {@link SimulatedDisk}. As the real one, it is closed by the interrupt of a thread that uses it. */
final class SimulatedChannel extends PositionedChannel {

    private final SimulatedFiles files;
    private final SimulatedFile file;
    private final boolean readable;
    private final boolean writable;
    private final boolean direct;
    private boolean locked;

    SimulatedChannel(SimulatedFiles files, SimulatedFile file, boolean readable, boolean writable, boolean direct) {
        this.files = files;
        this.file = file;
        this.readable = readable;
        this.writable = writable;
        this.direct = direct;
    }

    /** Something done to the file under the disk's lock. */
    @FunctionalInterface
    private interface Action {

        long run() throws IOException;
    }

    @Override
    public int read(ByteBuffer to, long from) throws IOException {
        checkOpen();
        if (!readable) {
            throw new NonReadableChannelException();
        }
        checkDirect(to, notNegative(from));
        return (int) interruptibly(() -> {
            files.enter(DiskOperation.READ);
            return file.read(from, to);
        });
    }

    @Override
    public int write(ByteBuffer from, long to) throws IOException {
        checkWritable();
        checkDirect(from, notNegative(to));
        return (int) interruptibly(() -> {
            DiskFaults faults = files.enter(DiskOperation.WRITE);
            int wanted = faults.writable(from.remaining());
            return wanted == 0 ? 0 : file.write(to, from, wanted, faults);
        });
    }

    @Override
    public long size() throws IOException {
        checkOpen();
        return interruptibly(() -> {
            files.checkAlive();
            return file.size();
        });
    }

    @Override
    void cut(long newSize) throws IOException {
        checkWritable();
        interruptibly(() -> {
            file.truncate(newSize, files.enter(DiskOperation.TRUNCATE));
            return 0;
        });
    }

    @Override
    public void force(boolean metaData) throws IOException {
        checkOpen();
        interruptibly(() -> {
            try {
                files.enter(DiskOperation.FORCE);
            } catch (IOException e) {
                files.forceInVain(file);
                throw e;
            }
            file.force();
            return 0;
        });
    }

    // ---- locks ----

    @Override
    public FileLock lock(long from, long length, boolean shared) throws IOException {
        FileLock lock = tryLock(from, length, shared);
        if (lock == null) {
            throw new OverlappingFileLockException();
        }
        return lock;
    }

    @Override
    public FileLock tryLock(long from, long length, boolean shared) throws IOException {
        checkOpen();
        long free = interruptibly(() -> {
            files.checkAlive();
            return file.lock() ? 1 : 0;
        });
        if (free == 0) {
            throw new OverlappingFileLockException();
        }
        locked = true;
        return new WholeFileLock(this, from, length, shared);
    }

    /** Whatever range was asked for, the whole file is locked. */
    private static final class WholeFileLock extends FileLock {

        private final SimulatedChannel channel;
        private boolean valid = true;

        WholeFileLock(SimulatedChannel channel, long from, long length, boolean shared) {
            super(channel, from, length, shared);
            this.channel = channel;
        }

        @Override
        public boolean isValid() {
            return valid && channel.locked && channel.isOpen();
        }

        @Override
        public void release() throws IOException {
            channel.checkOpen();
            if (valid) {
                valid = false;
                channel.unlock();
            }
        }
    }

    private void unlock() {
        files.unlessDead(() -> {
            if (locked) {
                locked = false;
                file.unlock();
            }
        });
    }

    @Override
    protected void implCloseChannel() {
        unlock();
    }

    // ---- inside ----

    SimulatedFile file() {
        return file;
    }

    boolean isReadWrite() {
        return readable && writable;
    }

    private long interruptibly(Action action) throws IOException {
        boolean completed = false;
        begin();
        try {
            checkOpen();
            long result = files.locked(action::run);
            completed = true;
            return result;
        } finally {
            end(completed);
        }
    }

    private void checkWritable() throws IOException {
        checkOpen();
        if (!writable) {
            throw new NonWritableChannelException();
        }
    }

    private void checkOpen() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void checkDirect(ByteBuffer buffer, long at) throws IOException {
        int unit = FileUnits.UNIT_BYTES;
        if (direct
                && (at % unit != 0
                        || buffer.remaining() % unit != 0
                        || !buffer.isDirect()
                        || buffer.alignmentOffset(buffer.position(), unit) != 0)) {
            throw new IOException("Invalid argument (direct, but not aligned: position=" + at + ", length="
                    + buffer.remaining() + ", expected: a direct buffer, all multiples of " + unit + ")");
        }
    }
}
