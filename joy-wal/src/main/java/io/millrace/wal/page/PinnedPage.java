package io.millrace.wal.page;

import io.millrace.memory.Page;

/**
 * A whole segment in memory, held.
 *
 * @param page one reference is the holder's
 * @param onClose what else is to be given back
 */
public record PinnedPage(Page page, Runnable onClose) implements AutoCloseable {

    @Override
    public void close() {
        page.release();
        onClose.run();
    }
}
