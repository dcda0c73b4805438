package io.millrace.queue.catalog;

import io.millrace.memory.MemoryException;
import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import java.time.Duration;

/** Where the catalog's pages come from: the arena, zeroed, with an error that speaks of queues when it is empty. */
record CatalogMemory(PageArena arena, Duration patience) {

    Page acquire(int bytes) {
        try {
            Page page = arena.acquire(bytes, patience);
            page.zero(0, bytes);
            return page;
        } catch (MemoryException e) {
            throw new QueueException(
                    QueueException.Reason.FULL,
                    "no memory for one more queue: wanted=" + bytes + " bytes of the catalog (" + e.getMessage()
                            + "); raise the memory of the engine or delete queues",
                    e);
        }
    }
}
