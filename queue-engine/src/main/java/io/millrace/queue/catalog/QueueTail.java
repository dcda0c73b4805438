package io.millrace.queue.catalog;

import io.millrace.memory.Page;

/** What a reader takes from a queue's line, as one: read by {@link #load}, used again and again by one thread. */
public final class QueueTail {

    private long first;
    private long next;
    private long head;
    private long skip;

    /** Reads the line of this queue. */
    public void load(Catalog catalog, int queue) {
        Page page = catalog.page(queue);
        int at = Catalog.index(queue);
        int version;
        do {
            version = EntryLock.version(page, at);
            next = page.getLongAcquire(at + EntryDescriptor.NEXT_OFFSET);
            head = page.getLongAcquire(at + EntryDescriptor.HEAD_OFFSET);
            skip = page.getLongAcquire(at + EntryDescriptor.SKIP_OFFSET);
        } while (!EntryLock.isUnchanged(page, at, version));
        first = page.getLongAcquire(at + EntryDescriptor.FIRST_OFFSET);
    }

    /** The earliest offset that is not trimmed. */
    public long first() {
        return first;
    }

    /** One more than the newest offset. */
    public long next() {
        return next;
    }

    /** Position in the log of the newest message; 0 if the log holds none. */
    public long head() {
        return head;
    }

    /** Position of the newest message that carries longer steps; 0 if the log holds none. */
    public long skip() {
        return skip;
    }
}
