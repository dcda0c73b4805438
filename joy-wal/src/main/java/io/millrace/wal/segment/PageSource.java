package io.millrace.wal.segment;

import io.millrace.memory.Page;

/** Where the pages of segments come from: memory of the log's share, freed of what is needed least if there is none. */
public interface PageSource {

    /**
     * Gives a page for a segment, its content undefined.
     *
     * @throws io.millrace.memory.MemoryException if nothing can be freed now
     */
    Page acquire();

    /**
     * As {@link #acquire}, and leaves room for what is read: pages that cannot be written, on a full disk, must not take
     * all there is.
     */
    Page acquireForAppends();

    /**
     * Gives a page that is a whole segment's file.
     *
     * @throws io.millrace.memory.MemoryException if nothing can be freed now, or the file cannot be mapped
     */
    Page map(SegmentFile file);
}
