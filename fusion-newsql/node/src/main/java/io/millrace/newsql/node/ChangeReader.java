package io.millrace.newsql.node;

import java.time.Duration;

/**
 * The events of commits, one after the other, and on as commits come. Commits without an event are passed over.
 *
 * <p><b>Threads.</b> One. <b>Ownership.</b> To be closed, before its store. <b>Errors.</b> {@link StoreException} with {@code LOST} if the reader was so slow that the log has let go of what
 * comes next, {@code CORRUPT}, {@code IO}, {@code CLOSED}; it is of no use any more then.
 */
public interface ChangeReader extends AutoCloseable {

    /** Moves to the next event that is on the device, waiting for it; false if there was none in time, or the thread was interrupted. */
    boolean next(Duration patience);

    /** Position of its commit: later than those before, and the same after a restart. */
    long position();

    /** Gives: the event, as the commit had it. */
    byte[] event();

    @Override
    void close();
}
