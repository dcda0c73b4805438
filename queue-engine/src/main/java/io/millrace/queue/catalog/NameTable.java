package io.millrace.queue.catalog;

import io.millrace.memory.Page;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stripe of the way from a name to a queue: open addressing with linear probing in a page, at most three quarters full.
 *
 * <p>A slot is {@code tag << 24 | queue + 1} in four bytes, so that the table of a million queues is 8 MiB and mostly in the
 * cache: to find it elsewhere was half the time of a put when slots held the whole hash. 0 is empty, {@link #REMOVED} was
 * a queue that is deleted. Where the tag agrees the name is compared in the queue's line, which the caller needs anyway;
 * when a table grows, hashes are made anew from there.
 *
 * <p>The hash is the one that strings carry, and its low bits are left as they are: names that end in consecutive digits,
 * as those of most families of queues do, have consecutive hashes, and whoever goes through them in order finds ten of them
 * in one or two cache lines. All other bits are spread. <b>Threads:</b> finding takes no lock: slots are published whole,
 * and a reader that missed while the page was exchanged for a larger one looks again. Changes are synchronized on the
 * stripe.
 */
final class NameTable {

    /** The highest number that a slot can name. */
    static final int QUEUE_MAX = (1 << 24) - 3;

    private static final int REMOVED = -1;
    private static final int QUEUE_MASK = 0xFF_FFFF;
    private static final int TAG_SHIFT = 24;

    /** Hashes that differ in these low bits only stay neighbours: two cache lines of slots. */
    private static final int BLOCK_SHIFT = 5;

    private static final int STRIPE_SHIFT = 26;
    private static final int TAG_FROM_SHIFT = 24;

    private static final int FIRST_SLOTS = 1024;
    private static final int SLOT_BYTES = Integer.BYTES;

    private final CatalogMemory memory;
    private volatile @Nullable Page slots;
    private final List<Page> retired = new ArrayList<>();
    private int taken;
    private int live;
    private long settled;

    NameTable(CatalogMemory memory) {
        this.memory = memory;
    }

    /** The queue of this name, or -1. */
    int find(Catalog catalog, String name, int hash) {
        while (true) {
            Page page = slots;
            if (page == null) {
                return -1;
            }
            int found = find(page, catalog, name, hash);
            if (found >= 0 || page == slots) {
                return found;
            }
        }
    }

    private static int find(Page page, Catalog catalog, String name, int hash) {
        int mask = page.capacity() / SLOT_BYTES - 1;
        int index = home(hash) & mask;
        int tag = tag(hash);
        for (int probes = 0; probes <= mask; probes++) {
            int slot = page.getIntAcquire(index * SLOT_BYTES);
            if (slot == 0) {
                return -1;
            }
            if (slot >>> TAG_SHIFT == tag && slot != REMOVED) {
                int queue = (slot & QUEUE_MASK) - 1;
                if (catalog.isNamed(queue, name)) {
                    return queue;
                }
            }
            index = (index + 1) & mask;
        }
        return -1;
    }

    /** Adds a queue whose line is complete. The caller holds this stripe and knows that the name is not there. */
    void add(Catalog catalog, int queue, int hash) {
        Page page = slots;
        if (page == null || (taken + 1L) * 4 > page.capacity() / SLOT_BYTES * 3L) {
            page = grow(catalog, page);
        }
        insert(page, queue, hash);
        taken++;
        live++;
    }

    /** Takes a queue out. The caller holds this stripe. */
    void remove(int queue, int hash) {
        Page page = slots;
        if (page == null) {
            return;
        }
        int mask = page.capacity() / SLOT_BYTES - 1;
        int wanted = slot(queue, hash);
        int index = home(hash) & mask;
        for (int probes = 0; probes <= mask; probes++) {
            int slot = page.getIntAcquire(index * SLOT_BYTES);
            if (slot == 0) {
                return;
            }
            if (slot == wanted) {
                page.setIntRelease(index * SLOT_BYTES, REMOVED);
                live--;
                return;
            }
            index = (index + 1) & mask;
        }
    }

    /** Returns when nobody is in the middle of making a queue of this stripe. */
    synchronized void settle() {
        settled++;
    }

    private Page grow(Catalog catalog, @Nullable Page from) {
        int size = FIRST_SLOTS;
        while (size < (live + 1) * 2) {
            size *= 2;
        }
        Page to = memory.acquire(size * SLOT_BYTES);
        if (from != null) {
            for (int at = 0; at < from.capacity(); at += SLOT_BYTES) {
                int slot = from.getIntAcquire(at);
                if (slot != 0 && slot != REMOVED) {
                    int queue = (slot & QUEUE_MASK) - 1;
                    insert(to, queue, catalog.hashOf(queue));
                }
            }
            retired.add(from); // A reader may still be in it; all that are retired take less than the one in use.
        }
        taken = live;
        slots = to;
        return to;
    }

    private static void insert(Page page, int queue, int hash) {
        int mask = page.capacity() / SLOT_BYTES - 1;
        int index = home(hash) & mask;
        while (page.getIntAcquire(index * SLOT_BYTES) != 0) {
            index = (index + 1) & mask;
        }
        page.setIntRelease(index * SLOT_BYTES, slot(queue, hash));
    }

    private static int slot(int queue, int hash) {
        return tag(hash) << TAG_SHIFT | (queue + 1);
    }

    /** Which of 64 stripes a name with this hash belongs to. */
    static int stripe(int hash) {
        return spread(hash >>> BLOCK_SHIFT) >>> STRIPE_SHIFT;
    }

    private static int home(int hash) {
        return spread(hash >>> BLOCK_SHIFT) << BLOCK_SHIFT | hash & (1 << BLOCK_SHIFT) - 1;
    }

    private static int tag(int hash) {
        return spread(hash) >>> TAG_FROM_SHIFT;
    }

    /** Every bit depends on every bit (the finalizer of MurmurHash3). */
    private static int spread(int bits) {
        int h = bits;
        h = (h ^ h >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        return h ^ h >>> 16;
    }

    synchronized void close() {
        Page page = slots;
        slots = null;
        retired.forEach(Page::release);
        retired.clear();
        if (page != null) {
            page.release();
        }
    }
}
