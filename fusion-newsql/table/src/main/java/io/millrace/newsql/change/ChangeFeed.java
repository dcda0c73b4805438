package io.millrace.newsql.change;

import io.millrace.newsql.node.ChangeLog;
import io.millrace.newsql.node.ChangeReader;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a server's store for one follower, in the order of the commits: of every row and every definition, each once it is on the device. Rows of temporary tables and index entries are not
 * told of: those belong to a session, these follow from the rows.
 *
 * <pre>{@code
 * try (ChangeFeed feed = ChangeFeed.open(store.changes(), "search", applied)) {
 *     for (ChangeEvent event = feed.next(patience); event != null; event = feed.next(patience)) {
 *         apply(event, feed.position());    // the position in the same step as what it tells
 *         feed.acknowledge();               // now and then: the log before it may go
 *     }
 * }
 * }</pre>
 *
 * <p>How a follower begins, how long the log is kept for it, and what it is told when it was away for too long: {@link ChangeLog}. A follower that was killed goes on behind the last position that it
 * has applied; one that keeps no position of its own goes on behind its cursor, and may see again what it had not acknowledged.
 *
 * <p><b>Threads.</b> One. <b>Ownership.</b> To be closed, before the store. <b>Errors.</b> {@link io.millrace.newsql.node.StoreException}, with {@code LOST} if the log has let go of what comes next;
 * {@link IllegalStateException} for an event that this version does not know.
 */
public final class ChangeFeed implements AutoCloseable {

    private final ChangeLog changes;
    private final String cursor;
    private final ChangeReader reader;

    private ChangeFeed(ChangeLog changes, String cursor, ChangeReader reader) {
        this.changes = changes;
        this.cursor = cursor;
        this.reader = reader;
    }

    /** Goes on behind a cursor that was made by {@link ChangeLog#create}. */
    public static ChangeFeed open(ChangeLog changes, String cursor) {
        return new ChangeFeed(changes, cursor, changes.read(cursor));
    }

    /** Goes on behind a position that the follower has applied, or of the snapshot that it began with. */
    public static ChangeFeed open(ChangeLog changes, String cursor, long after) {
        return new ChangeFeed(changes, cursor, changes.read(cursor, after));
    }

    /** The next event, waited for; null if there was none in time, or the thread was interrupted. */
    public @Nullable ChangeEvent next(Duration patience) {
        return reader.next(patience) ? EventReader.read(reader.event()) : null;
    }

    /** Position of the last event. */
    public long position() {
        return reader.position();
    }

    /** Everything up to the last event is applied for good, and will not be asked for again. Completes when the cursor is on the device. */
    public CompletionStage<?> acknowledge() {
        return changes.advance(cursor, reader.position());
    }

    @Override
    public void close() {
        reader.close();
    }
}
