package io.millrace.wal;

import io.millrace.wal.page.SegmentCursor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A log whose threads do not run: the test takes their steps, so that a seed decides everything. */
final class SteppedLog {

    final LogParts parts;

    private SteppedLog(LogParts parts) {
        this.parts = parts;
    }

    static SteppedLog open(Path directory, WalConfig config, String bootId, Random random) throws IOException {
        WalEnvironment environment = new WalEnvironment(UUID.fromString(bootId), random::nextLong);
        return new SteppedLog(new LogParts(directory, config, ListenerEvents.NONE, environment, null));
    }

    /** Appends; has segments made first, as their thread would. */
    long append(int type, byte[] bytes) {
        supply();
        return parts.tail.append(type, bytes, 0, bytes.length);
    }

    void supply() {
        while (parts.supply.step()) {
            // until enough are prepared
        }
    }

    void commit() {
        parts.committer.step();
    }

    /** Whether everything appended is on the device now. */
    boolean sync() {
        long end = parts.tail.position();
        if (parts.committer.durable() >= end) {
            return true;
        }
        CompletableFuture<Void> done = parts.committer.whenDurable(end - 1).toCompletableFuture();
        for (int step = 0; step < 4 && !done.isDone(); step++) {
            parts.committer.step();
        }
        return done.isDone() && !done.isCompletedExceptionally();
    }

    List<LoggedRecord> records() {
        List<LoggedRecord> records = new ArrayList<>();
        try (SegmentCursor cursor = new SegmentCursor(parts.table, parts.windows, parts.startPosition())) {
            while (cursor.next()) {
                byte[] bytes = new byte[cursor.length()];
                cursor.page().copyOut(cursor.index(), bytes, 0, bytes.length);
                records.add(new LoggedRecord(cursor.position(), cursor.type(), bytes));
            }
        }
        return records;
    }

    /** Closes in good order. */
    void close() throws IOException {
        parts.tail.end(new WalException(WalException.Reason.CLOSED, "log is closed"));
        parts.committer.close(Duration.ZERO);
        parts.supply.close();
        parts.windows.close();
        LogParts.closeAll(parts.table.all());
        parts.lock.close();
    }

    /** Lets go of memory and channels without a word to the disk, as a dead process does. */
    void abandon() throws IOException {
        parts.supply.abandon();
        parts.windows.close();
        LogParts.closeAll(parts.table.all());
        parts.lock.close();
    }
}
