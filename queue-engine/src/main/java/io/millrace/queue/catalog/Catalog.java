package io.millrace.queue.catalog;

import static io.millrace.queue.catalog.EntryDescriptor.ASCII;
import static io.millrace.queue.catalog.EntryDescriptor.ENTRY_BYTES;
import static io.millrace.queue.catalog.EntryDescriptor.FIRST_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.FLAGS_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.INLINE_NAME_BYTES;
import static io.millrace.queue.catalog.EntryDescriptor.LIVE;
import static io.millrace.queue.catalog.EntryDescriptor.NAME_LENGTH_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.NAME_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.NAME_REFERENCE_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.NEXT_OFFSET;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All queues by name and by number.
 *
 * <p>Numbers are given from 0 in the order of creation and never again. {@link #page} and {@link #index} lead to a queue's
 * line ({@link EntryDescriptor}); who changes it holds its lock. <b>Threads:</b> safe; finding takes no lock, creating one
 * of {@value #STRIPES}. <b>Memory:</b> 64 bytes a queue for the line, 6 to 12 for the slot of the name, 8 for the end of
 * what is sorted, and the bytes of names longer than {@value EntryDescriptor#INLINE_NAME_BYTES}; all in pages of the arena.
 */
public final class Catalog implements AutoCloseable {

    /** Longest name of a queue, in bytes of UTF-8. */
    public static final int NAME_BYTES_MAX = 4096;

    /** Most queues, those that were deleted included. */
    public static final int QUEUES_MAX = NameTable.QUEUE_MAX;

    private static final int STRIPES = 64;
    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_ENTRIES = 1 << CHUNK_SHIFT;

    private final CatalogMemory memory;
    private final int queuesMax;
    private final NameTable[] tables = new NameTable[STRIPES];
    private final NameStore longNames;
    private final AtomicInteger count = new AtomicInteger();
    private final Queue<Integer> unused = new ConcurrentLinkedQueue<>();
    private final AtomicInteger live = new AtomicInteger();
    private volatile Page[] entries = new Page[0];
    private volatile Page[] sorted = new Page[0];

    /** What makes a queue durable before anybody can see it. */
    @FunctionalInterface
    public interface Journal {

        /** Writes that this queue exists; false, and the queue is not made, if there is no room now. Does not wait. */
        boolean created(int queue, byte[] name);
    }

    /** A catalog without queues; its pages come from the arena, which is the caller's. */
    public Catalog(PageArena arena, int queuesMax, Duration patience) {
        this.memory = new CatalogMemory(arena, patience);
        this.queuesMax = Math.min(queuesMax, QUEUES_MAX);
        this.longNames = new NameStore(memory);
        Arrays.setAll(tables, i -> new NameTable(memory));
    }

    /** The queue of this name, or -1. */
    public int find(String name) {
        int hash = name.hashCode();
        return tables[NameTable.stripe(hash)].find(this, name, hash);
    }

    /**
     * The queue of this name, made if there is none.
     *
     * @return -1 if it would have to be made and the journal has no room
     * @throws IllegalArgumentException if the name is longer than {@link #NAME_BYTES_MAX}
     * @throws QueueException FULL if there are as many queues as may be
     */
    public int findOrCreate(String name, Journal journal) {
        int hash = name.hashCode();
        NameTable table = tables[NameTable.stripe(hash)];
        synchronized (table) {
            int found = table.find(this, name, hash);
            if (found >= 0) {
                return found;
            }
            byte[] bytes = encode(name);
            int queue = claimNumber(name);
            boolean made = false;
            try {
                made = journal.created(queue, bytes);
            } finally {
                if (!made) {
                    unused.add(queue); // or a disk that stays full would use them up
                }
            }
            if (!made) {
                return -1;
            }
            add(table, queue, bytes, hash);
            return queue;
        }
    }

    /**
     * Puts a queue in its place that was read from a file or the log. One that is there already stays as it is; one whose
     * name a later queue bears was deleted before that was made, and stays so.
     */
    public void restore(int queue, byte[] name) {
        String text = new String(name, StandardCharsets.UTF_8);
        int hash = text.hashCode();
        NameTable table = tables[NameTable.stripe(hash)];
        synchronized (table) {
            reserve(queue);
            if ((flags(queue) & LIVE) != 0 || table.find(this, text, hash) >= 0) {
                return;
            }
            add(table, queue, name, hash);
        }
    }

    /** Makes sure that lines exist up to this number, and that it is given to nobody else. */
    public void reserve(int queue) {
        count.accumulateAndGet(queue + 1, Math::max);
        ensure(queue);
    }

    /** Takes a queue out: its name is free, its number is not used again. The caller holds the lock of its line. */
    public void delete(int queue) {
        String name = name(queue);
        int hash = name.hashCode();
        NameTable table = tables[NameTable.stripe(hash)];
        synchronized (table) {
            Page page = page(queue);
            int at = index(queue);
            page.buffer().put(at + FLAGS_OFFSET, (byte) (flags(queue) & ~LIVE));
            table.remove(queue, hash);
            live.decrementAndGet();
        }
    }

    /** The page with this queue's line. */
    public Page page(int queue) {
        return entries[queue >>> CHUNK_SHIFT];
    }

    /** Where in its page this queue's line begins. */
    public static int index(int queue) {
        return (queue & CHUNK_ENTRIES - 1) * ENTRY_BYTES;
    }

    /** Numbers given so far, those of deleted queues included. */
    public int count() {
        return count.get();
    }

    /** Queues that exist. */
    public int live() {
        return live.get();
    }

    /** Whether this number is that of a queue that exists. */
    public boolean isLive(int queue) {
        return queue >= 0 && queue < count.get() && hasLine(queue) && (flags(queue) & LIVE) != 0;
    }

    /** The offset that the next message of this queue gets. */
    public long next(int queue) {
        return page(queue).getLongAcquire(index(queue) + NEXT_OFFSET);
    }

    /** The offset below which this queue's messages are trimmed. */
    public long first(int queue) {
        return page(queue).getLongAcquire(index(queue) + FIRST_OFFSET);
    }

    /** Trims; never moves back. */
    public void raiseFirst(int queue, long offset) {
        Page page = page(queue);
        int at = index(queue) + FIRST_OFFSET;
        long now = page.getLongAcquire(at);
        while (now < offset && !page.compareAndSetLong(at, now, offset)) {
            now = page.getLongAcquire(at);
        }
    }

    /** The offset of the first message that no sorted run holds. One thread changes it: the one that sorts. */
    public long sortedNext(int queue) {
        return sorted[queue >>> CHUNK_SHIFT].getLongAcquire((queue & CHUNK_ENTRIES - 1) * Long.BYTES);
    }

    /** Sets {@link #sortedNext}. */
    public void sortedNext(int queue, long offset) {
        sorted[queue >>> CHUNK_SHIFT].setLongRelease((queue & CHUNK_ENTRIES - 1) * Long.BYTES, offset);
    }

    /** The name of a queue, also of one that is deleted. */
    public String name(int queue) {
        return new String(nameBytes(queue), StandardCharsets.UTF_8);
    }

    /** {@link #name} in UTF-8. */
    public byte[] nameBytes(int queue) {
        Page page = page(queue);
        int at = index(queue);
        int length = nameLength(page, at);
        byte[] name = new byte[length];
        if (length <= INLINE_NAME_BYTES) {
            page.copyOut(at + NAME_OFFSET, name, 0, length);
        } else {
            long reference = page.getLongAcquire(at + NAME_REFERENCE_OFFSET);
            longNames.page(reference).copyOut(NameStore.index(reference), name, 0, length);
        }
        return name;
    }

    int flags(int queue) {
        return page(queue).buffer().get(index(queue) + FLAGS_OFFSET);
    }

    boolean hasLine(int queue) {
        return queue >>> CHUNK_SHIFT < entries.length;
    }

    /** Whether the queue exists and bears this name. Watched by {@code CatalogBenchmark}. */
    boolean isNamed(int queue, String name) {
        if (!hasLine(queue)) {
            return false;
        }
        Page page = page(queue);
        int at = index(queue);
        int flags = page.buffer().get(at + FLAGS_OFFSET);
        if ((flags & LIVE) == 0) {
            return false;
        }
        if ((flags & ASCII) == 0) {
            return name(queue).equals(name);
        }
        int length = nameLength(page, at);
        if (length != name.length()) {
            return false;
        }
        int from = at + NAME_OFFSET;
        if (length > INLINE_NAME_BYTES) {
            long reference = page.getLongAcquire(at + NAME_REFERENCE_OFFSET);
            page = longNames.page(reference);
            from = NameStore.index(reference);
        }
        for (int i = 0; i < length; i++) {
            if (page.buffer().get(from + i) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns when every queue whose creation is in the journal already can be found. */
    public void settle() {
        for (NameTable table : tables) {
            table.settle();
        }
    }

    /** Gives all memory back. Nobody may be in a call. */
    @Override
    public void close() {
        for (NameTable table : tables) {
            table.close();
        }
        longNames.close();
        for (Page page : entries) {
            page.release();
        }
        for (Page page : sorted) {
            page.release();
        }
        entries = new Page[0];
        sorted = new Page[0];
    }

    private void add(NameTable table, int queue, byte[] name, int hash) {
        Page page = page(queue);
        int at = index(queue);
        page.buffer().putShort(at + NAME_LENGTH_OFFSET, (short) name.length);
        if (name.length <= INLINE_NAME_BYTES) {
            page.copyIn(at + NAME_OFFSET, name, 0, name.length);
        } else {
            page.setLongRelease(at + NAME_REFERENCE_OFFSET, longNames.add(name));
        }
        page.buffer().put(at + FLAGS_OFFSET, (byte) (isAscii(name) ? LIVE | ASCII : LIVE));
        table.add(this, queue, hash);
        live.incrementAndGet();
    }

    private int claimNumber(String name) {
        Integer given = unused.poll();
        if (given != null) {
            return given;
        }
        int queue = count.getAndUpdate(now -> now < queuesMax ? now + 1 : now);
        if (queue >= queuesMax) {
            throw new QueueException(
                    QueueException.Reason.FULL,
                    "too many queues: count=" + queue + " (expected: < " + queuesMax + "), queue=" + name
                            + "; raise the maximum of queues");
        }
        ensure(queue);
        return queue;
    }

    private void ensure(int queue) {
        if (!hasLine(queue) || queue >>> CHUNK_SHIFT >= sorted.length) {
            grow(queue >>> CHUNK_SHIFT);
        }
    }

    private synchronized void grow(int chunk) {
        while (sorted.length <= chunk) {
            sorted = with(sorted, memory.acquire(CHUNK_ENTRIES * Long.BYTES));
        }
        while (entries.length <= chunk) {
            entries = with(entries, memory.acquire(CHUNK_ENTRIES * ENTRY_BYTES));
        }
    }

    private static Page[] with(Page[] pages, Page page) {
        Page[] longer = Arrays.copyOf(pages, pages.length + 1);
        longer[pages.length] = page;
        return longer;
    }

    private static int nameLength(Page page, int at) {
        return page.buffer().getShort(at + NAME_LENGTH_OFFSET) & 0xFFFF;
    }

    private static boolean isAscii(byte[] name) {
        for (byte b : name) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] encode(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > NAME_BYTES_MAX) {
            throw new IllegalArgumentException("name of a queue too long: length=" + bytes.length
                    + " bytes (expected: <= " + NAME_BYTES_MAX + "), begins with " + name.substring(0, 40));
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(name)) {
            throw new IllegalArgumentException(
                    "name of a queue is no text: it holds half of a surrogate pair, queue=" + name);
        }
        return bytes;
    }

    /** The hash of a queue's name, from the bytes of its line. */
    int hashOf(int queue) {
        byte[] name = nameBytes(queue);
        if ((flags(queue) & ASCII) == 0) {
            return new String(name, StandardCharsets.UTF_8).hashCode();
        }
        int h = 0;
        for (byte b : name) {
            h = 31 * h + b;
        }
        return h;
    }
}
