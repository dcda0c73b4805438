package io.millrace.wal;

import io.millrace.memory.Page;
import io.millrace.wal.page.SegmentCursor;
import io.netty.buffer.ByteBuf;
import java.time.Duration;

/**
 * Reads records in order, from a position to the tail and on as it grows. {@link #next()} makes no object.
 *
 * <pre>{@code
 * try (LogReader reader = log.read(log.startPosition())) {
 *     while (reader.next()) {
 *         handle(reader.position(), reader.record());
 *     }
 * }
 * }</pre>
 *
 * <p><b>Ownership.</b> {@link #record()} and {@link #page()} are borrowed until the next {@link #next()} or {@link #close()}; {@link ByteBuf#retainedSlice()} keeps bytes longer.
 * <b>Threads.</b> One. <b>Errors.</b> {@link WalException} with {@code CORRUPT} where bytes do not hold, {@code NO_RECORD} if the log was truncated past the reader,
 * {@code IO} if the file cannot be read.
 */
public final class LogReader implements AutoCloseable {

    private final SegmentCursor cursor;

    LogReader(SegmentCursor cursor) {
        this.cursor = cursor;
    }

    /** Moves to the next record; false if none is published behind the last one yet. */
    public boolean next() {
        return cursor.next();
    }

    /** Moves to the next record, waiting for one to be published; false if there was none in time. */
    public boolean next(Duration patience) {
        return cursor.next(patience);
    }

    /** Position of the record. */
    public long position() {
        return cursor.position();
    }

    /** Type that the record was appended with. */
    public int type() {
        return cursor.type();
    }

    /** Bytes of the payload. */
    public int length() {
        return cursor.length();
    }

    /** Borrows: the memory that holds the payload. */
    public Page page() {
        return cursor.page();
    }

    /** Index of the payload in the page. */
    public int index() {
        return cursor.index();
    }

    /** Borrows: the payload, without a copy; always the same object while the reader stays in one page. */
    public ByteBuf record() {
        return cursor.record();
    }

    /** Position where {@link #next()} goes on. */
    public long nextPosition() {
        return cursor.nextPosition();
    }

    /** Lets go of the memory; a second close does nothing. */
    @Override
    public void close() {
        cursor.close();
    }
}
