package io.millrace.newsql.node.store;

import io.millrace.memory.Page;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the cache of values: a ring of bytes that the newest entry overwrites the oldest of, and a table of hashes beside it.
 *
 * <pre>
 *  slots: hash → position          ring: … │ hash, since, lengths, key, value │ hash, … │ ← head, goes round
 * </pre>
 *
 * A position counts bytes since the beginning; what lies more than the ring's size behind the head was overwritten. Entries do not go round the end.
 *
 * <p><b>Threads.</b> Readers look without a lock and look once more whether somebody wrote meanwhile; what they read by then may be anything, and is checked before use. Writers exclude each other.
 * While a group is applied ({@link #drop} to {@link #endChanges}) nothing is added, and nothing is that was read before its end.
 */
final class ValueRing {

    /** What a look says of a key that is not here. */
    static final int UNKNOWN = -2;

    /** A ticket that nothing can be added with. */
    static final long NO_TICKET = -1;

    private static final int ALIGNMENT = 8;
    private static final int SINCE = 8;
    private static final int KEY_LENGTH = 16;
    private static final int VALUE_LENGTH = 20;
    private static final int KEY = 24;

    /** Of the ring, for an entry: one does not push out all others. */
    private static final int ENTRIES_AT_LEAST = 16;

    /** A slot for so many bytes: with the table three quarters full of entries of this size. */
    private static final int BYTES_A_SLOT = 128;

    private final Page page;
    private final ByteBuffer ring;
    private final int bytes;
    private final long[] slots;
    private final StampedLock lock = new StampedLock();

    private long head;

    /** Odd while a group is applied. */
    private volatile long changes;

    /** @param page its size a power of two; taken over */
    ValueRing(Page page) {
        this.page = page;
        this.ring = page.buffer();
        this.bytes = page.capacity();
        this.slots = new long[bytes / BYTES_A_SLOT];
        this.head = bytes; // so that an empty slot is too old
    }

    // ---- reading ----

    /**
     * Reads a value as {@link Tables#read} does.
     *
     * @param atMost only if the value was there at this position already
     * @return its length, or {@link #UNKNOWN}
     */
    int read(long hash, ByteBuffer key, ByteBuffer value, long atMost) {
        long stamp = lock.tryOptimisticRead();
        int entry = stamp == 0 ? UNKNOWN : find(hash, key);
        if (entry < 0 || ring.getLong(entry + SINCE) > atMost) {
            return UNKNOWN;
        }
        int length = ring.getInt(entry + VALUE_LENGTH);
        int from = entry + KEY + key.remaining();
        if (length < 0 || length > bytes - from) {
            return UNKNOWN; // overwritten this moment
        }
        int to = value.position();
        int count = Math.min(length, value.remaining());
        value.put(to, ring, from, count);
        if (!lock.validate(stamp)) {
            return UNKNOWN;
        }
        value.limit(to + count);
        return length;
    }

    /** A copy of a value, or null for one that is not here. */
    byte @Nullable [] get(long hash, ByteBuffer key, long atMost) {
        long stamp = lock.tryOptimisticRead();
        int entry = stamp == 0 ? UNKNOWN : find(hash, key);
        if (entry < 0 || ring.getLong(entry + SINCE) > atMost) {
            return null;
        }
        int length = ring.getInt(entry + VALUE_LENGTH);
        int from = entry + KEY + key.remaining();
        if (length < 0 || length > bytes - from || !lock.validate(stamp)) {
            return null;
        }
        byte[] value = new byte[length];
        ring.get(from, value);
        return lock.validate(stamp) ? value : null;
    }

    /** Where in the ring the entry is, or {@link #UNKNOWN}. */
    private int find(long hash, ByteBuffer key) {
        int slot = slot(hash);
        int entry = entry(slot, hash, key);
        return entry >= 0 ? entry : entry(slot ^ 1, hash, key);
    }

    private int slot(long hash) {
        return (int) (hash >>> Integer.SIZE) & slots.length - 1;
    }

    private int entry(int slot, long hash, ByteBuffer key) {
        long position = slots[slot];
        if (!isLive(position)) {
            return UNKNOWN;
        }
        int at = (int) position & bytes - 1;
        boolean same = at + KEY <= bytes
                && ring.getLong(at) == hash
                && ring.getInt(at + KEY_LENGTH) == key.remaining()
                && key.remaining() <= bytes - at - KEY
                && CachedKey.isAt(ring, at + KEY, key);
        return same ? at : UNKNOWN;
    }

    private boolean isLive(long position) {
        return position >= head - bytes && position != 0;
    }

    // ---- adding ----

    /** To be taken before a value is read elsewhere, for {@link #add}. */
    long ticket() {
        long now = changes;
        return (now & 1) == 0 ? now : NO_TICKET;
    }

    /** Adds a value unless a group was applied since the ticket was taken, somebody else writes here, or it is too large. */
    void add(long hash, ByteBuffer key, ByteBuffer value, long since, long ticket) {
        long size = (long) KEY + key.remaining() + value.remaining() + ALIGNMENT - 1 & -ALIGNMENT;
        if (ticket == NO_TICKET || size > bytes / ENTRIES_AT_LEAST) {
            return;
        }
        long stamp = lock.tryWriteLock();
        if (stamp == 0) {
            return;
        }
        try {
            if (changes == ticket && find(hash, key) < 0) {
                add(hash, key, value, since, (int) size);
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void add(long hash, ByteBuffer key, ByteBuffer value, long since, int size) {
        int left = bytes - ((int) head & bytes - 1);
        long position = left < size ? head + left : head;
        int at = (int) position & bytes - 1;
        head = position + size;
        ring.putLong(at, hash);
        ring.putLong(at + SINCE, since);
        ring.putInt(at + KEY_LENGTH, key.remaining());
        ring.putInt(at + VALUE_LENGTH, value.remaining());
        ring.put(at + KEY, key, key.position(), key.remaining());
        ring.put(at + KEY + key.remaining(), value, value.position(), value.remaining());
        int slot = slot(hash);
        slots[slots[slot] <= slots[slot ^ 1] ? slot : slot ^ 1] = position;
    }

    // ---- for the writer ----

    /** Takes a key's value out before a group is applied that changes it. */
    void drop(long hash, ByteBuffer key) {
        long stamp = lock.writeLock();
        try {
            if ((changes & 1) == 0) {
                changes = changes + 1;
            }
            drop(slot(hash), hash, key);
            drop(slot(hash) ^ 1, hash, key);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void drop(int slot, long hash, ByteBuffer key) {
        if (entry(slot, hash, key) >= 0) {
            slots[slot] = 0;
        }
    }

    /** The group was applied, or failed. */
    void endChanges() {
        long stamp = lock.writeLock();
        changes = changes + (changes & 1);
        lock.unlockWrite(stamp);
    }

    void close() {
        page.release();
    }
}
