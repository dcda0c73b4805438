package io.millrace.queue.catalog;

import io.millrace.memory.Page;
import java.util.ArrayList;
import java.util.List;

/**
 * Names too long for a queue's line, one behind the other in pages; none is taken out before the catalog closes.
 *
 * <p>A reference is {@code page number << 32 | index}. <b>Threads:</b> {@link #add} is synchronized; {@link #page} is safe
 * for every reference that the caller got through a release of the entry that holds it.
 */
final class NameStore {

    private static final int PAGE_BYTES = 64 * 1024;

    private final CatalogMemory memory;
    private final List<Page> pages = new ArrayList<>();
    private volatile Page[] published = new Page[0];
    private int used = PAGE_BYTES;

    NameStore(CatalogMemory memory) {
        this.memory = memory;
    }

    synchronized long add(byte[] name) {
        if (used + name.length > PAGE_BYTES) {
            pages.add(memory.acquire(PAGE_BYTES));
            published = pages.toArray(new Page[0]);
            used = 0;
        }
        int number = pages.size() - 1;
        pages.get(number).copyIn(used, name, 0, name.length);
        long reference = (long) number << 32 | used;
        used += name.length;
        return reference;
    }

    Page page(long reference) {
        return published[(int) (reference >>> 32)];
    }

    static int index(long reference) {
        return (int) reference;
    }

    synchronized void close() {
        pages.forEach(Page::release);
        pages.clear();
        published = new Page[0];
    }
}
