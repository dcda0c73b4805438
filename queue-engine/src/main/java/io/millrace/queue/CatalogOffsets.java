package io.millrace.queue;

import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.merge.EpochQueues;

/** What the catalog knows of the queues that are sorted and merged. */
record CatalogOffsets(Catalog catalog) implements EpochQueues {

    @Override
    public long nextOffset(int queue) {
        return catalog.sortedNext(queue);
    }

    @Override
    public long firstOffset(int queue) {
        return catalog.first(queue);
    }

    @Override
    public boolean isLive(int queue) {
        return catalog.isLive(queue);
    }

    @Override
    public void advance(int queue, long nextOffset) {
        catalog.sortedNext(queue, nextOffset);
    }
}
