package io.millrace.queue.cursor;

import io.millrace.memory.MemoryException;
import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The offset that each group has committed in each queue.
 *
 * <p>Off-heap, by open addressing: a slot is {@code group << 32 | queue + 1} and the offset. <b>Threads:</b> synchronized;
 * commits are rare beside messages. <b>Bounds:</b> {@value #GROUPS_MAX} groups; slots up to 1 GiB, from the arena.
 */
public final class Cursors implements AutoCloseable {

    /** Most groups. */
    public static final int GROUPS_MAX = 4096;

    /** Longest name of a group in bytes of UTF-8. */
    public static final int GROUP_BYTES_MAX = 255;

    private static final int SLOT_BYTES = 2 * Long.BYTES;
    private static final int FIRST_SLOTS = 256;

    private final PageArena arena;
    private final Duration patience;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> groups = new ArrayList<>();
    private @Nullable Page slots;
    private int taken;

    /** No cursors; their page comes from the arena, which is the caller's. */
    public Cursors(PageArena arena, Duration patience) {
        this.arena = arena;
        this.patience = patience;
    }

    /** Visits a cursor. */
    @FunctionalInterface
    public interface Visitor {

        /** One cursor. */
        void visit(String group, int queue, long offset);
    }

    /** The record of a commit. */
    public static byte[] record(String group, int queue, long offset) {
        byte[] name = checked(group);
        byte[] record = new byte[CursorRecordDescriptor.GROUP_OFFSET + name.length];
        ByteBuffer bytes = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(CursorRecordDescriptor.QUEUE_ID_OFFSET, queue);
        bytes.putLong(CursorRecordDescriptor.OFFSET_OFFSET, offset);
        bytes.put(CursorRecordDescriptor.GROUP_OFFSET, name);
        return record;
    }

    /** Makes room for one more cursor of this group, so that a commit that is in the log always finds its place. */
    public synchronized void reserve(String group) {
        number(group);
        Page page = slots;
        if (page == null || (taken + 1) * 2 > page.capacity() / SLOT_BYTES) {
            grow(page);
        }
    }

    /** Sets a cursor, forwards or back. */
    public synchronized void set(String group, int queue, long offset) {
        reserve(group);
        Page page = Objects.requireNonNull(slots);
        long key = (long) number(group) << 32 | (queue + 1);
        int at = find(page, key);
        if (page.buffer().getLong(at) == 0) {
            page.buffer().putLong(at, key);
            taken++;
        }
        page.buffer().putLong(at + Long.BYTES, offset);
    }

    /** The offset that a group has committed, or -1 if it has none. */
    public synchronized long get(String group, int queue) {
        Integer number = numbers.get(group);
        Page page = slots;
        if (number == null || page == null) {
            return -1;
        }
        int at = find(page, (long) number << 32 | (queue + 1));
        return page.buffer().getLong(at) == 0 ? -1 : page.buffer().getLong(at + Long.BYTES);
    }

    /** Visits all cursors, in no order. */
    public synchronized void forEach(Visitor visitor) {
        Page page = slots;
        if (page == null) {
            return;
        }
        for (int at = 0; at < page.capacity(); at += SLOT_BYTES) {
            long key = page.buffer().getLong(at);
            if (key != 0) {
                visitor.visit(
                        groups.get((int) (key >>> 32)),
                        (int) key - 1,
                        page.buffer().getLong(at + Long.BYTES));
            }
        }
    }

    @Override
    public synchronized void close() {
        if (slots != null) {
            slots.release();
            slots = null;
        }
    }

    private int number(String group) {
        Integer known = numbers.get(group);
        if (known != null) {
            return known;
        }
        checked(group);
        if (groups.size() == GROUPS_MAX) {
            throw new QueueException(
                    QueueException.Reason.FULL,
                    "too many groups of consumers: count=" + GROUPS_MAX + " (expected: less), group=" + group);
        }
        groups.add(group);
        numbers.put(group, groups.size() - 1);
        return groups.size() - 1;
    }

    private void grow(@Nullable Page from) {
        int bytes = from == null ? FIRST_SLOTS * SLOT_BYTES : Math.multiplyExact(from.capacity(), 2);
        Page to;
        try {
            to = arena.acquire(bytes, patience);
        } catch (MemoryException e) {
            throw new QueueException(QueueException.Reason.FULL, "no memory for one more cursor: " + e.getMessage(), e);
        }
        to.zero(0, to.capacity());
        if (from != null) {
            for (int at = 0; at < from.capacity(); at += SLOT_BYTES) {
                long key = from.buffer().getLong(at);
                if (key != 0) {
                    int slot = find(to, key);
                    to.buffer().putLong(slot, key);
                    to.buffer().putLong(slot + Long.BYTES, from.buffer().getLong(at + Long.BYTES));
                }
            }
            from.release();
        }
        slots = to;
    }

    /** The slot of this key, or the empty one where it belongs. */
    private static int find(Page page, long key) {
        int mask = page.capacity() / SLOT_BYTES - 1;
        int index = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (true) {
            long found = page.buffer().getLong(index * SLOT_BYTES);
            if (found == 0 || found == key) {
                return index * SLOT_BYTES;
            }
            index = (index + 1) & mask;
        }
    }

    private static byte[] checked(String group) {
        byte[] name = group.getBytes(StandardCharsets.UTF_8);
        if (name.length == 0 || name.length > GROUP_BYTES_MAX) {
            throw new IllegalArgumentException("name of a group out of range: length=" + name.length
                    + " bytes (expected: 1 to " + GROUP_BYTES_MAX + "), group=" + group);
        }
        return name;
    }
}
