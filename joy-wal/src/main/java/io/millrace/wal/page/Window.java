package io.millrace.wal.page;

import io.millrace.memory.Page;

/**
 * A stretch of a segment in memory.
 *
 * @param page one reference is the holder's
 * @param shift position of the page's index 0
 * @param end index where the stretch ends; that of a segment in memory ends at its limit, however far it is published
 * @param onClose what else is to be given back
 */
record Window(Page page, long shift, int end, Runnable onClose) implements AutoCloseable {

    @Override
    public void close() {
        page.release();
        onClose.run();
    }
}
