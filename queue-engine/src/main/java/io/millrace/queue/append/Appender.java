package io.millrace.queue.append;

import static io.millrace.queue.catalog.EntryDescriptor.HEAD_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.NEXT_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.SKIP_OFFSET;
import static io.millrace.queue.epoch.MessageDescriptor.MESSAGE;
import static io.millrace.queue.epoch.MessageDescriptor.MESSAGE_WITH_SKIP;
import static io.millrace.queue.epoch.MessageDescriptor.SKIP_INTERVAL;

import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.catalog.EntryLock;
import io.millrace.queue.catalog.QueueRecordDescriptor;
import io.millrace.queue.cursor.CursorRecordDescriptor;
import io.millrace.queue.cursor.Cursors;
import io.millrace.queue.epoch.EpochView;
import io.millrace.queue.epoch.EpochViews;
import io.millrace.queue.epoch.MessageChain;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.wal.Durability;
import io.millrace.wal.RecordClaim;
import io.millrace.wal.WalException;
import io.millrace.wal.WriteAheadLog;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages and what happens to queues into the log.
 *
 * <p>A queue's lock is held from the claim of a place in the log to the change of the queue's line, so that positions in
 * the log rise with the queue's offsets: a recovery that counts records in the order of the log gives every message its
 * offset again. <b>Threads:</b> safe; writers of different queues do not wait for each other.
 */
public final class Appender {

    private final WriteAheadLog log;
    private final Catalog catalog;
    private final Cursors cursors;
    private final EpochViews epochs;
    private final AppendListener listener;
    private final SortTrouble trouble;
    private final boolean awaitsDurable;
    private final Object changes = new Object();
    private long settled;
    private final ThreadLocal<RecordClaim> claims = ThreadLocal.withInitial(RecordClaim::new);

    /** Appends to this log, with the durability that it has. */
    public Appender(
            WriteAheadLog log,
            Durability durability,
            Catalog catalog,
            Cursors cursors,
            EpochViews epochs,
            AppendListener listener,
            SortTrouble trouble) {
        this.log = log;
        this.catalog = catalog;
        this.cursors = cursors;
        this.epochs = epochs;
        this.listener = listener;
        this.trouble = trouble;
        this.awaitsDurable = durability == Durability.SYNC;
    }

    /** The queue of this name, made if there is none. */
    public int findOrCreate(String name) {
        int queue = catalog.findOrCreate(name, this::tryCreate);
        while (queue < 0) {
            awaitRoom(-1);
            queue = catalog.findOrCreate(name, this::tryCreate);
        }
        return queue;
    }

    /** Appends a message; returns its offset once it is as durable as the log promises. */
    public long append(int queue, byte[] message) {
        return append(queue, message, null, message.length);
    }

    /** Appends the readable bytes of a message; borrows it and leaves its indices. */
    public long append(int queue, ByteBuf message) {
        return append(queue, null, message, message.readableBytes());
    }

    /** Appends messages with consecutive offsets; returns the first. After a crash a beginning of them may be there. */
    public long append(int queue, List<ByteBuf> messages) {
        int done = 0;
        long first = -1;
        RecordClaim claim = claims.get();
        while (true) {
            Page line = catalog.page(queue);
            int at = Catalog.index(queue);
            EntryLock.lock(line, at);
            try {
                long next = openQueue(line, at, queue);
                first = first < 0 ? next : first;
                boolean room = true;
                while (room && done < messages.size()) {
                    ByteBuf message = messages.get(done);
                    room = tryAppend(line, at, queue, null, message, message.readableBytes(), claim) >= 0;
                    done += room ? 1 : 0;
                }
            } finally {
                EntryLock.unlock(line, at);
            }
            if (done == messages.size()) {
                if (done > 0) {
                    appended(queue, claim.position());
                }
                return first;
            }
            awaitRoom(queue);
        }
    }

    /** Trims a queue: messages below the offset, which is at most the next one, are gone. */
    public void trim(int queue, long offset) {
        byte[] record = new byte[QueueRecordDescriptor.TRIMMED_LENGTH];
        ByteBuffer bytes = littleEndian(record);
        bytes.putInt(QueueRecordDescriptor.QUEUE_ID_OFFSET, queue);
        bytes.putLong(QueueRecordDescriptor.FIRST_OFFSET, offset);
        change(
                queue,
                QueueRecordDescriptor.TRIMMED,
                record,
                next -> {
                    if (offset > next) {
                        throw new IllegalArgumentException("cannot trim beyond the end: offset=" + offset
                                + " (expected: <= " + next + "), queue=" + catalog.name(queue));
                    }
                    return offset > catalog.first(queue);
                },
                () -> catalog.raiseFirst(queue, offset));
    }

    /** Deletes a queue. Its name can be used for a new one, which begins at offset 0. */
    public void delete(int queue) {
        byte[] record = new byte[QueueRecordDescriptor.DELETED_LENGTH];
        littleEndian(record).putInt(QueueRecordDescriptor.QUEUE_ID_OFFSET, queue);
        change(queue, QueueRecordDescriptor.DELETED, record, next -> true, () -> catalog.delete(queue));
    }

    /** Sets a group's cursor. */
    public void commit(String group, int queue, long offset) {
        byte[] record = Cursors.record(group, queue, offset);
        cursors.reserve(group);
        change(queue, CursorRecordDescriptor.COMMITTED, record, next -> true, () -> cursors.set(group, queue, offset));
    }

    /** Returns when every change whose record is in the log already is in catalog and cursors too. */
    public void settle() {
        catalog.settle();
        synchronized (changes) {
            settled++;
        }
    }

    private long append(int queue, byte @Nullable [] array, @Nullable ByteBuf buffer, int length) {
        Page line = catalog.page(queue);
        int at = Catalog.index(queue);
        RecordClaim claim = claims.get();
        while (true) {
            long offset;
            EntryLock.lock(line, at);
            try {
                offset = tryAppend(line, at, queue, array, buffer, length, claim);
            } finally {
                EntryLock.unlock(line, at);
            }
            if (offset >= 0) {
                appended(queue, claim.position());
                return offset;
            }
            awaitRoom(queue);
        }
    }

    /** One message, from the array or the buffer; the queue's lock is held. Returns -1 if the log has no room now. */
    private long tryAppend(
            Page line,
            int at,
            int queue,
            byte @Nullable [] array,
            @Nullable ByteBuf buffer,
            int length,
            RecordClaim claim) {
        long offset = openQueue(line, at, queue);
        int type = typeOf(offset);
        int prefix = MessageDescriptor.prefix(type);
        if (!tryClaim(type, prefix + length, claim, queue)) {
            return -1;
        }
        boolean written = false;
        try {
            ByteBuffer page = claim.page().buffer();
            int payload = claim.index();
            page.putInt(payload + MessageDescriptor.QUEUE_ID_OFFSET, queue);
            page.putInt(
                    payload + MessageDescriptor.BACK_OFFSET,
                    distance(claim.position(), line.getLongAcquire(at + HEAD_OFFSET)));
            if (type == MESSAGE_WITH_SKIP) {
                writeSteps(claim, line.getLongAcquire(at + SKIP_OFFSET));
            }
            if (array != null) {
                claim.page().copyIn(payload + prefix, array, 0, length);
            } else if (buffer != null) {
                claim.page().copyIn(payload + prefix, buffer, buffer.readerIndex(), length);
            }
            written = true;
        } finally {
            if (!written) {
                claim.abort();
            }
        }
        publish(line, at, offset, type, claim);
        return offset;
    }

    private static void publish(Page line, int at, long offset, int type, RecordClaim claim) {
        long position = claim.position();
        claim.publish();
        EntryLock.beginChange(line, at);
        line.setLongRelease(at + HEAD_OFFSET, position);
        if (type == MESSAGE_WITH_SKIP) {
            line.setLongRelease(at + SKIP_OFFSET, position);
        }
        line.setLongRelease(at + NEXT_OFFSET, offset + 1);
        EntryLock.endChange(line, at);
    }

    /** Writes a record about a queue, and applies it, as one step to everybody who changes or settles. */
    private void change(int queue, int type, byte[] record, LongPredicate isDue, Runnable apply) {
        RecordClaim claim = claims.get();
        while (true) {
            boolean written;
            synchronized (changes) {
                Page line = catalog.page(queue);
                int at = Catalog.index(queue);
                EntryLock.lock(line, at);
                try {
                    if (!isDue.test(openQueue(line, at, queue))) {
                        return;
                    }
                    written = tryWrite(type, record, claim, queue);
                    if (written) {
                        apply.run();
                    }
                } finally {
                    EntryLock.unlock(line, at);
                }
            }
            if (written) {
                awaitDurable(claim.position());
                return;
            }
            awaitRoom(queue);
        }
    }

    private boolean tryCreate(int queue, byte[] name) {
        byte[] record = new byte[QueueRecordDescriptor.CREATED_PREFIX + name.length];
        ByteBuffer bytes = littleEndian(record);
        bytes.putInt(QueueRecordDescriptor.QUEUE_ID_OFFSET, queue);
        bytes.put(QueueRecordDescriptor.NAME_OFFSET, name);
        return tryWrite(QueueRecordDescriptor.CREATED, record, claims.get(), queue);
    }

    private boolean tryWrite(int type, byte[] record, RecordClaim claim, int queue) {
        if (!tryClaim(type, record.length, claim, queue)) {
            return false;
        }
        claim.page().copyIn(claim.index(), record, 0, record.length);
        claim.publish();
        return true;
    }

    private boolean tryClaim(int type, int length, RecordClaim claim, int queue) {
        try {
            return log.tryClaim(type, length, claim);
        } catch (WalException e) {
            throw refused(e, queue);
        }
    }

    /** Waits outside of all locks, so that whoever makes room is not kept from it. */
    private void awaitRoom(int queue) {
        try {
            log.awaitRoom();
        } catch (WalException e) {
            throw refused(e, queue);
        }
    }

    /** The offset that comes next in a queue that exists. */
    private long openQueue(Page line, int at, int queue) {
        if (!catalog.isLive(queue)) {
            throw new QueueException(
                    QueueException.Reason.DELETED,
                    "the queue was deleted: queue=" + catalog.name(queue) + ", number=" + queue);
        }
        return line.getLongAcquire(at + NEXT_OFFSET);
    }

    private void writeSteps(RecordClaim claim, long skip) {
        EpochView view = epochs.acquireEpochs();
        try {
            MessageChain.writeSteps(view, claim.position(), skip, claim.page().buffer(), claim.index());
        } finally {
            view.release();
        }
    }

    private void appended(int queue, long position) {
        awaitDurable(position);
        listener.appended(queue);
    }

    private void awaitDurable(long position) {
        if (awaitsDurable) {
            try {
                log.awaitDurable(position);
            } catch (WalException e) {
                throw refused(e, -1);
            }
        }
    }

    private QueueException refused(WalException e, int queue) {
        QueueException.Reason reason =
                switch (e.reason()) {
                    case BACKPRESSURE -> trouble.reason();
                    case DISK_FULL -> QueueException.Reason.DISK_FULL;
                    case CLOSED -> QueueException.Reason.CLOSED;
                    default -> QueueException.Reason.IO;
                };
        String where = queue < 0 || !catalog.isLive(queue) ? "" : ", queue=" + catalog.name(queue);
        String why = e.reason() == WalException.Reason.BACKPRESSURE ? trouble.text() : "";
        return new QueueException(reason, "not appended: " + e.getMessage() + why + where, e);
    }

    private static int typeOf(long offset) {
        return offset % SKIP_INTERVAL == 0 ? MESSAGE_WITH_SKIP : MESSAGE;
    }

    /** The field that leads from one position to an earlier one; 0 if it is none or farther than the field can say. */
    private static int distance(long position, long earlier) {
        if (earlier == 0 || position - earlier > MessageDescriptor.DISTANCE_BYTES_MAX) {
            return 0;
        }
        return MessageDescriptor.distance(position - earlier);
    }

    private static ByteBuffer littleEndian(byte[] record) {
        return ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    }
}
