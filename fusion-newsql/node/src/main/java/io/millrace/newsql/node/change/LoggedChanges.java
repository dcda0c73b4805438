package io.millrace.newsql.node.change;

import io.millrace.newsql.node.ChangeCursor;
import io.millrace.newsql.node.ChangeLog;
import io.millrace.newsql.node.ChangeReader;
import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.StoreView;
import io.millrace.newsql.node.commit.StoreWriter;
import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.ReaderCursors;
import io.millrace.newsql.node.store.ReaderCursors.Place;
import io.millrace.newsql.node.store.Tables;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The changes that the log of a store has. Cursors are commits of their own: whatever the writer does behind one knows of it. */
public final class LoggedChanges implements ChangeLog {

    private final StoreWriter writer;
    private final CommitLog log;
    private final Tables tables;

    public LoggedChanges(StoreWriter writer, CommitLog log, Tables tables) {
        this.writer = writer;
        this.log = log;
        this.tables = tables;
    }

    // ---- cursors ----

    @Override
    public long create(String cursor) {
        checkName(cursor);
        join(writer.commitOwn(newest -> {
            if (newest.get(KeySpace.META, ReaderCursors.key(cursor)) != null) {
                throw new StoreException(Reason.TARGET_EXISTS, "cursor is there already: name=" + cursor);
            }
            if (ReaderCursors.in(tables).size() >= CURSORS_MAX) {
                throw new StoreException(
                        Reason.BUSY, "too many cursors: name=" + cursor + " (expected: <= " + CURSORS_MAX + ")");
            }
            long position = writer.position();
            return ReaderCursors.put(new StoreBatch(), new Place(cursor, position, position));
        }));
        return find(cursor).position();
    }

    @Override
    public void remove(String cursor) {
        join(writer.commitOwn(newest -> {
            byte[] key = ReaderCursors.key(cursor);
            StoreBatch batch = new StoreBatch();
            return newest.get(KeySpace.META, key) == null ? batch : batch.delete(KeySpace.META, key);
        }));
    }

    /** Removes those that a backup has copied: they were made before it, for another store. @param position of the backup */
    public void removeCopied(long position) {
        for (Place place : ReaderCursors.in(tables)) {
            if (place.made() < position) {
                remove(place.name());
            }
        }
    }

    @Override
    public List<ChangeCursor> cursors() {
        return ReaderCursors.in(tables).stream()
                .map(place -> new ChangeCursor(
                        place.name(), place.position(), log.bytesBehind(place.position()), !log.has(place.position())))
                .toList();
    }

    @Override
    public CompletionStage<Long> advance(String cursor, long position) {
        return writer.commitOwn(newest -> {
            Place place = find(cursor, newest);
            if (position > writer.position()) {
                throw new IllegalArgumentException(
                        "position: " + position + " (expected: <= " + writer.position() + "), cursor=" + cursor);
            }
            return position <= place.position()
                    ? new StoreBatch()
                    : ReaderCursors.put(new StoreBatch(), new Place(cursor, position, place.made()));
        });
    }

    private static Place find(String cursor, StoreView newest) {
        byte[] value = newest.get(KeySpace.META, ReaderCursors.key(cursor));
        if (value == null) {
            throw unknown(cursor);
        }
        return ReaderCursors.decode(cursor, value);
    }

    private Place find(String cursor) {
        byte[] value = tables.get(KeySpace.META, ReaderCursors.key(cursor));
        if (value == null) {
            throw unknown(cursor);
        }
        return ReaderCursors.decode(cursor, value);
    }

    private static IllegalArgumentException unknown(String cursor) {
        return new IllegalArgumentException("no cursor has the name: " + cursor);
    }

    private static void checkName(String cursor) {
        int bytes = cursor.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > NAME_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "bytes of a cursor's name: " + bytes + " (expected: 1 to " + NAME_BYTES_MAX + ")");
        }
    }

    private static void join(CompletionStage<Long> done) {
        try {
            done.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    // ---- readers ----

    @Override
    public ChangeReader read(String cursor) {
        return log.events(find(cursor).position());
    }

    @Override
    public ChangeReader read(String cursor, long after) {
        long position = find(cursor).position();
        if (after < position) {
            throw new StoreException(
                    Reason.LOST,
                    "changes behind position " + after + " are not kept: cursor=" + cursor + ", its position="
                            + position);
        }
        return log.events(after);
    }
}
