package io.millrace.tiered.disk;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Off-heap buffers aligned for direct I/O, within a budget of bytes.
 *
 * <p>Sizes are powers of two. A buffer that was given back waits for the next one of its size; if the budget is used up, idle buffers of other sizes are let go, then what the
 * {@linkplain #reclaimFrom holder of old chunks} can spare, then a caller waits.
 *
 * <p><b>Units.</b> Bytes. <b>Threads.</b> Safe; the reclaimer is called without a lock. <b>Errors.</b> {@link Reason#BUSY} after the patience: a caller that holds a buffer while it
 * waits for a second one must use {@link #tryAcquire}, or all of them could wait for each other.
 */
public final class AlignedBuffers {

    /** What disks and file systems ask of a buffer, a position and a length. */
    public static final int ALIGNMENT = 4096;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition givenBack = lock.newCondition();
    private final Map<Integer, Deque<ByteBuffer>> idle = new HashMap<>();
    private final long budgetBytes;
    private final Duration patience;
    private BooleanSupplier reclaimer = () -> false;
    private long allocatedBytes;
    private long idleBytes;

    /** An empty pool. */
    public AlignedBuffers(long budgetBytes, Duration patience) {
        this.budgetBytes = budgetBytes;
        this.patience = patience;
    }

    /** The next multiple of {@link #ALIGNMENT}. */
    public static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Whom to ask for a buffer when there is none; it answers whether it gave one back. Set once, before use. */
    public void reclaimFrom(BooleanSupplier holder) {
        reclaimer = holder;
    }

    /** Lends at least so many bytes; has old chunks let go for them, and waits if that is not enough. */
    public AlignedBuffer acquire(int bytes) throws TieredException, InterruptedException {
        int size = size(bytes);
        long left = patience.toNanos();
        while (true) {
            AlignedBuffer found = takeOrReclaim(size);
            if (found != null) {
                return found;
            }
            lock.lockInterruptibly();
            try {
                if (!hasRoom(size)) {
                    left = givenBack.awaitNanos(left);
                }
            } finally {
                lock.unlock();
            }
            if (left <= 0) {
                throw new TieredException(
                        Reason.BUSY,
                        "no buffer in time: bytes=" + size + " waited=" + patience + " (budget: " + budgetBytes + ")");
            }
        }
    }

    /** Lends at least so many bytes, or nothing: a chunk that may be wanted is not worth one that was kept. */
    public @Nullable AlignedBuffer tryAcquire(int bytes) {
        return take(size(bytes));
    }

    private @Nullable AlignedBuffer takeOrReclaim(int size) {
        do {
            AlignedBuffer taken = take(size);
            if (taken != null) {
                return taken;
            }
        } while (reclaimer.getAsBoolean());
        return null;
    }

    /** Bytes that are lent. */
    public long lentBytes() {
        lock.lock();
        try {
            return allocatedBytes - idleBytes;
        } finally {
            lock.unlock();
        }
    }

    void giveBack(ByteBuffer memory) {
        lock.lock();
        try {
            idle.computeIfAbsent(memory.capacity(), size -> new ArrayDeque<>()).push(memory);
            idleBytes += memory.capacity();
            givenBack.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private int size(int bytes) {
        int size = Math.max(ALIGNMENT, Integer.highestOneBit(Math.max(1, bytes - 1)) << 1);
        if (bytes < 1 || size < bytes || size > budgetBytes) {
            throw new IllegalArgumentException("bytes: " + bytes + " (expected: 1 to " + budgetBytes + ")");
        }
        return size;
    }

    private @Nullable AlignedBuffer take(int size) {
        lock.lock();
        try {
            ByteBuffer found = takeIdle(size);
            if (found != null) {
                return new AlignedBuffer(this, found);
            }
            if (!hasRoom(size)) {
                return null;
            }
            letIdleGo(size);
            allocatedBytes += size;
        } finally {
            lock.unlock();
        }
        return new AlignedBuffer(this, allocate(size));
    }

    private @Nullable ByteBuffer takeIdle(int size) {
        Deque<ByteBuffer> ofSize = idle.get(size);
        ByteBuffer found = ofSize == null ? null : ofSize.poll();
        if (found != null) {
            idleBytes -= size;
        }
        return found;
    }

    private boolean hasRoom(int size) {
        return allocatedBytes - idleBytes + size <= budgetBytes;
    }

    /** Their memory goes when the collector finds them. */
    private void letIdleGo(int size) {
        for (Deque<ByteBuffer> ofSize : idle.values()) {
            while (allocatedBytes + size > budgetBytes && !ofSize.isEmpty()) {
                int gone = ofSize.pop().capacity();
                idleBytes -= gone;
                allocatedBytes -= gone;
            }
        }
    }

    private ByteBuffer allocate(int size) {
        boolean allocated = false;
        try {
            ByteBuffer memory = ByteBuffer.allocateDirect(size + ALIGNMENT).alignedSlice(ALIGNMENT);
            memory = memory.slice(0, size);
            allocated = true;
            return memory;
        } finally {
            if (!allocated) {
                notAllocated(size);
            }
        }
    }

    private void notAllocated(int size) {
        lock.lock();
        try {
            allocatedBytes -= size;
        } finally {
            lock.unlock();
        }
    }
}
