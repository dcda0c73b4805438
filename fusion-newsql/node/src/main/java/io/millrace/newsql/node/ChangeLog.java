package io.millrace.newsql.node;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The changes of a store for those who follow them: the events of its commits, in the order of the commits, each once it is on the device.
 *
 * <pre>{@code
 * long begin = changes.create("search");              // once
 * try (ChangeReader reader = changes.read("search", applied)) {
 *     while (reader.next(patience)) {
 *         apply(reader.position(), reader.event());   // with the position, in one step
 *         changes.advance("search", reader.position()); // now and then
 *     }
 * }
 * }</pre>
 *
 * <p>A follower has a cursor: a name, and the position up to which it needs nothing any more. The log is kept from the lowest cursor on, for as many bytes as
 * {@link StoreConfig#changeBytesMax} says: a cursor that is farther behind holds it no longer, and its follower is told {@code LOST} and must begin anew. Commits never wait for followers.
 *
 * <p><b>To begin</b> with a copy of the store: make the cursor, take a snapshot, copy it, and read behind {@link StoreSnapshot#position()}.
 *
 * <p><b>Durability.</b> Cursors are in the store and outlive restarts. A backup's copy has none of them: it goes on differently from the store that it was made of. <b>Threads.</b> Safe; a reader
 * is for one. <b>Errors.</b> {@link StoreException}; {@link IllegalArgumentException} for a cursor that is not there.
 */
public interface ChangeLog {

    /** Most cursors at a time. */
    int CURSORS_MAX = 16;

    /** Most bytes of a cursor's name, in UTF-8. */
    int NAME_BYTES_MAX = 64;

    /**
     * Makes a cursor at the newest commit; returns when it is on the device.
     *
     * @return its position: the events behind it will be read
     * @throws StoreException with {@code TARGET_EXISTS}, or {@code BUSY} if there are {@link #CURSORS_MAX} already; else as a commit
     */
    long create(String cursor);

    /** Removes a cursor: nothing is kept for it from here on. Does nothing if it is not there. */
    void remove(String cursor);

    /** All cursors, by their names. */
    List<ChangeCursor> cursors();

    /**
     * Says that events up to a position are needed no more. One that lies behind the cursor changes nothing.
     *
     * @param position that a reader has given
     * @return completes when it is on the device; until then a restart may find the cursor where it was
     */
    CompletionStage<Long> advance(String cursor, long position);

    /** As {@link #read(String, long)}, behind the cursor. */
    ChangeReader read(String cursor);

    /**
     * Gives: the events behind a position, for a follower that knows better than its cursor what it has.
     *
     * @param after a position that a reader or a snapshot has given, not below the cursor's
     * @throws StoreException with {@code LOST} if the log does not have all of that any more, or never had that position
     */
    ChangeReader read(String cursor, long after);
}
