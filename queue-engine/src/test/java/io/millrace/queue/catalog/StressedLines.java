package io.millrace.queue.catalog;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lines for the states of stress tests, used in turn: far fewer states live at once than there are lines.
 *
 * <p>They are the queues of one catalog, made in the order of their numbers.
 */
final class StressedLines {

    private static final int LINES = 16 << 10;
    private static final PageArena ARENA = PageArena.create(16 << 20);
    private static final Page PAGE = ARENA.acquire(LINES * EntryDescriptor.ENTRY_BYTES, Duration.ZERO);
    private static final Catalog CATALOG = new Catalog(ARENA, LINES, Duration.ZERO);
    private static final AtomicInteger NEXT = new AtomicInteger();

    static {
        PAGE.zero(0, PAGE.capacity());
        for (int queue = 0; queue < LINES; queue++) {
            CATALOG.findOrCreate("queue-" + queue, (number, name) -> true);
        }
    }

    private StressedLines() {}

    /** A page of lines that are nobody's queue. */
    static Page page() {
        return PAGE;
    }

    /** Where in {@link #page} the next line begins; its lock is free. */
    static int next() {
        return (NEXT.getAndIncrement() & LINES - 1) * EntryDescriptor.ENTRY_BYTES;
    }

    static Catalog catalog() {
        return CATALOG;
    }

    /** The next queue of {@link #catalog}, without a message. */
    static int nextQueue() {
        int queue = NEXT.getAndIncrement() & LINES - 1;
        set(queue, 0);
        return queue;
    }

    /** Changes a queue's line as an append does: the newest offset, its place and its skip, which are all one number here. */
    static void append(int queue, long value) {
        Page page = CATALOG.page(queue);
        int at = Catalog.index(queue);
        EntryLock.lock(page, at);
        try {
            EntryLock.beginChange(page, at);
            set(queue, value);
            EntryLock.endChange(page, at);
        } finally {
            EntryLock.unlock(page, at);
        }
    }

    private static void set(int queue, long value) {
        Page page = CATALOG.page(queue);
        int at = Catalog.index(queue);
        page.setLongRelease(at + EntryDescriptor.HEAD_OFFSET, value);
        page.setLongRelease(at + EntryDescriptor.SKIP_OFFSET, value);
        page.setLongRelease(at + EntryDescriptor.NEXT_OFFSET, value);
    }
}
