package io.millrace.memory;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of an arena: what is used, what is pooled, who waits, which pages are out.
 *
 * <p>One lock guards all of it, held for a few instructions: pages are large and acquired seldom. Memory is given
 * back to the system outside of the lock, and counted as pooled until that is done, so that the sum never exceeds the
 * budget. For the same reason room is reserved before memory is allocated.
 */
final class PageBudget {

    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    // All guarded by the lock.
    private final Map<Integer, Deque<RawBlock>> pools = new HashMap<>();
    private long used;
    private long mapped;
    private long pooled;
    private long waits;
    private @Nullable Page newest;
    private boolean closed;

    PageBudget(long limit) {
        this.limit = limit;
    }

    /**
     * An answer: whether the bytes are reserved, and if so the pooled block that they are, or none if it is to be
     * allocated.
     */
    record Offer(boolean granted, @Nullable RawBlock pooled) {
        private static final Offer REFUSED = new Offer(false, null);
        private static final Offer ROOM = new Offer(true, null);
    }

    /** Reserves room, waiting for it; returns a pooled block of that size if there is one. */
    @Nullable
    RawBlock reserve(int bytes, Duration patience) {
        return await(bytes, true, patience).pooled();
    }

    /** Reserves room for bytes that come from elsewhere. */
    void reserveUnpooled(int bytes, Duration patience) {
        await(bytes, false, patience);
    }

    Offer tryReserve(int bytes) {
        lock.lock();
        try {
            return offer(bytes, true);
        } finally {
            lock.unlock();
        }
    }

    private Offer await(int bytes, boolean fromPool, Duration patience) {
        lock.lock();
        try {
            Offer offer = offer(bytes, fromPool);
            if (offer.granted()) {
                return offer;
            }
            waits++;
            long left = patience.toNanos();
            while (left > 0) {
                left = room.awaitNanos(left);
                offer = offer(bytes, fromPool);
                if (offer.granted()) {
                    return offer;
                }
            }
            throw MemoryException.budget(bytes, used, limit, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw MemoryException.interrupted(bytes, e);
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held once. Gives it up while memory of other sizes goes back to the system to make room. */
    private Offer offer(int bytes, boolean fromPool) {
        while (true) {
            if (closed) {
                throw new IllegalStateException("arena is closed");
            }
            RawBlock block = fromPool ? takePooled(bytes) : null;
            if (block != null) {
                used += bytes;
                return new Offer(true, block);
            }
            if (bytes <= limit - used - pooled) {
                used += bytes;
                return Offer.ROOM;
            }
            RawBlock spare = bytes <= limit - used ? anyPooled() : null;
            if (spare == null) {
                return Offer.REFUSED;
            }
            giveToSystem(spare);
        }
    }

    private @Nullable RawBlock takePooled(int bytes) {
        Deque<RawBlock> pool = pools.get(bytes);
        RawBlock block = pool == null ? null : pool.pollLast();
        if (block != null) {
            pooled -= bytes;
        }
        return block;
    }

    /** Still counted as pooled. */
    private @Nullable RawBlock anyPooled() {
        for (Deque<RawBlock> pool : pools.values()) {
            RawBlock block = pool.pollLast();
            if (block != null) {
                return block;
            }
        }
        return null;
    }

    private void giveToSystem(RawBlock block) {
        lock.unlock();
        try {
            block.free();
        } finally {
            lock.lock();
            pooled -= block.buffer().capacity();
            room.signalAll();
        }
    }

    /** A reservation became a page. */
    void hand(Page page) {
        lock.lock();
        try {
            if (page.isMapped()) {
                mapped += page.capacity();
            }
            page.next = newest;
            if (newest != null) {
                newest.previous = page;
            }
            newest = page;
        } finally {
            lock.unlock();
        }
    }

    /** A reservation became nothing. */
    void cancel(int bytes) {
        lock.lock();
        try {
            used -= bytes;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A page's last reference is gone: its memory is pooled, or given back if it is a mapping or the arena is closed.
     */
    void giveBack(Page page) {
        if (!pool(page)) {
            try {
                page.block().free();
            } finally {
                forget(page);
            }
        }
    }

    private boolean pool(Page page) {
        lock.lock();
        try {
            if (closed || page.isMapped()) {
                return false;
            }
            unlink(page);
            used -= page.capacity();
            pooled += page.capacity();
            pools.computeIfAbsent(page.capacity(), size -> new ArrayDeque<>()).addLast(page.block());
            room.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void forget(Page page) {
        lock.lock();
        try {
            unlink(page);
            used -= page.capacity();
            if (page.isMapped()) {
                mapped -= page.capacity();
            }
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void unlink(Page page) {
        Page previous = page.previous;
        Page next = page.next;
        if (previous == null) {
            newest = next;
        } else {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
        page.previous = null;
        page.next = null;
    }

    /** Closes once; returns the pages in use, none on a second call. */
    List<Page> close() {
        List<Page> inUse = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                return inUse;
            }
            closed = true;
            for (Page page = newest; page != null; page = page.next) {
                inUse.add(page);
            }
            for (RawBlock block = anyPooled(); block != null; block = anyPooled()) {
                giveToSystem(block);
            }
            room.signalAll(); // waiters find it closed
        } finally {
            lock.unlock();
        }
        return inUse;
    }

    long limit() {
        return limit;
    }

    long used() {
        return locked(() -> used);
    }

    long mapped() {
        return locked(() -> mapped);
    }

    long pooled() {
        return locked(() -> pooled);
    }

    long waits() {
        return locked(() -> waits);
    }

    private long locked(LongSupplier value) {
        lock.lock();
        try {
            return value.getAsLong();
        } finally {
            lock.unlock();
        }
    }
}
