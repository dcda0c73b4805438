package io.millrace.wal.page;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A window that is opened before its reader comes to it: by the log's thread, or by the reader if that comes first.
 *
 * <p><b>Threads.</b> Run by any, taken or abandoned by the reader's. <b>Ownership.</b> Holds its window until one of the two.
 */
final class WindowAhead extends FutureTask<@Nullable Window> {

    private final long position;

    /**
     * @param position where the window starts
     * @param open gives it, or null if there was no memory to spare
     */
    WindowAhead(long position, Callable<@Nullable Window> open) {
        super(open);
        this.position = position;
    }

    long position() {
        return position;
    }

    /** Gives: the window, waiting for it; null if it could not be opened ahead, for whatever reason: the reader's own attempt will tell which. */
    @Nullable
    Window take() {
        run();
        try {
            return get();
        } catch (ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            abandon();
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Gives the window back: now, or when the thread that opens it has done so. */
    void abandon() {
        if (cancel(false)) {
            return;
        }
        Window unread = take();
        if (unread != null) {
            unread.close();
        }
    }

    @Override
    protected void set(@Nullable Window opened) {
        super.set(opened);
        if (isCancelled() && opened != null) {
            opened.close();
        }
    }
}
