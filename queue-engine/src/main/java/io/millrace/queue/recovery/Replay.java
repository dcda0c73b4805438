package io.millrace.queue.recovery;

import static io.millrace.queue.catalog.EntryDescriptor.FIRST_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.HEAD_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.NEXT_OFFSET;
import static io.millrace.queue.catalog.EntryDescriptor.SKIP_OFFSET;

import io.millrace.memory.Page;
import io.millrace.queue.QueueException;
import io.millrace.queue.catalog.Catalog;
import io.millrace.queue.catalog.QueueRecordDescriptor;
import io.millrace.queue.cursor.CursorRecordDescriptor;
import io.millrace.queue.cursor.Cursors;
import io.millrace.queue.epoch.MessageDescriptor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Counts the log's records onto the state of the checkpoint: every message gets the offset again that it had.
 *
 * <p>A message that does not lead back to the one before it tells that one is missing; that is an error, not a gap. What a
 * checkpoint knows already (a queue made, trimmed or deleted) changes nothing. <b>Threads:</b> one, before anybody else.
 */
public final class Replay {

    private final Catalog catalog;
    private final Cursors cursors;
    private long messages;
    private long records;

    /** Onto these, which hold what the checkpoint says. */
    public Replay(Catalog catalog, Cursors cursors) {
        this.catalog = catalog;
        this.cursors = cursors;
    }

    /** Before the first record: every queue continues where the runs end. */
    public void begin() {
        for (int queue = 0; queue < catalog.count(); queue++) {
            if (catalog.isLive(queue)) {
                catalog.page(queue).setLongRelease(Catalog.index(queue) + NEXT_OFFSET, catalog.sortedNext(queue));
            }
        }
    }

    /** One record of the log: its payload begins at {@code payload} in {@code bytes}. */
    public void record(long position, int type, ByteBuffer bytes, int payload, int length) {
        records++;
        switch (type) {
            case MessageDescriptor.MESSAGE, MessageDescriptor.MESSAGE_WITH_SKIP -> message(
                    position, type, bytes, payload, length);
            case QueueRecordDescriptor.CREATED -> created(position, bytes, payload, length);
            case QueueRecordDescriptor.TRIMMED -> trimmed(position, bytes, payload, length);
            case QueueRecordDescriptor.DELETED -> deleted(position, bytes, payload, length);
            case CursorRecordDescriptor.COMMITTED -> committed(position, bytes, payload, length);
            default -> throw corrupt("unknown type of record: type=" + type, position);
        }
    }

    /** After the last record: nothing is trimmed that was not kept. */
    public void finish() {
        for (int queue = 0; queue < catalog.count(); queue++) {
            if (catalog.isLive(queue) && catalog.first(queue) > catalog.next(queue)) {
                catalog.page(queue).setLongRelease(Catalog.index(queue) + FIRST_OFFSET, catalog.next(queue));
            }
        }
    }

    /** Messages counted. */
    public long messages() {
        return messages;
    }

    /** Records counted, messages included. */
    public long records() {
        return records;
    }

    private void message(long position, int type, ByteBuffer bytes, int payload, int length) {
        if (length < MessageDescriptor.prefix(type)) {
            throw corrupt("record of a message too short: length=" + length, position);
        }
        int queue = bytes.getInt(payload + MessageDescriptor.QUEUE_ID_OFFSET);
        if (!catalog.isLive(queue)) {
            if (queue >= 0 && queue < catalog.count()) {
                return; // Deleted since, and the checkpoint knows it.
            }
            throw corrupt("message of a queue that nobody made: number=" + queue, position);
        }
        Page line = catalog.page(queue);
        int at = Catalog.index(queue);
        long head = line.getLongAcquire(at + HEAD_OFFSET);
        long offset = line.getLongAcquire(at + NEXT_OFFSET);
        int back = bytes.getInt(payload + MessageDescriptor.BACK_OFFSET);
        if (head != 0 && back != 0 && position - MessageDescriptor.distanceBytes(back) != head) {
            throw corrupt(
                    "a message is missing before offset=" + offset + " of queue=" + catalog.name(queue)
                            + ": the one there follows position="
                            + (position - MessageDescriptor.distanceBytes(back)) + " (expected: " + head + ")",
                    position);
        }
        line.setLongRelease(at + HEAD_OFFSET, position);
        if (type == MessageDescriptor.MESSAGE_WITH_SKIP) {
            line.setLongRelease(at + SKIP_OFFSET, position);
        }
        line.setLongRelease(at + NEXT_OFFSET, offset + 1);
        messages++;
    }

    private void created(long position, ByteBuffer bytes, int payload, int length) {
        require(length >= QueueRecordDescriptor.CREATED_PREFIX, "creation", length, position);
        int queue = bytes.getInt(payload + QueueRecordDescriptor.QUEUE_ID_OFFSET);
        byte[] name = new byte[length - QueueRecordDescriptor.CREATED_PREFIX];
        bytes.get(payload + QueueRecordDescriptor.NAME_OFFSET, name);
        require(queue >= 0 && name.length <= Catalog.NAME_BYTES_MAX, "creation", length, position);
        catalog.restore(queue, name);
    }

    private void trimmed(long position, ByteBuffer bytes, int payload, int length) {
        require(length == QueueRecordDescriptor.TRIMMED_LENGTH, "trim", length, position);
        int queue = bytes.getInt(payload + QueueRecordDescriptor.QUEUE_ID_OFFSET);
        if (catalog.isLive(queue)) {
            catalog.raiseFirst(queue, bytes.getLong(payload + QueueRecordDescriptor.FIRST_OFFSET));
        }
    }

    private void deleted(long position, ByteBuffer bytes, int payload, int length) {
        require(length == QueueRecordDescriptor.DELETED_LENGTH, "deletion", length, position);
        int queue = bytes.getInt(payload + QueueRecordDescriptor.QUEUE_ID_OFFSET);
        if (catalog.isLive(queue)) {
            catalog.delete(queue);
        }
    }

    private void committed(long position, ByteBuffer bytes, int payload, int length) {
        require(length > CursorRecordDescriptor.GROUP_OFFSET, "cursor", length, position);
        byte[] group = new byte[length - CursorRecordDescriptor.GROUP_OFFSET];
        bytes.get(payload + CursorRecordDescriptor.GROUP_OFFSET, group);
        cursors.set(
                new String(group, StandardCharsets.UTF_8),
                bytes.getInt(payload + CursorRecordDescriptor.QUEUE_ID_OFFSET),
                bytes.getLong(payload + CursorRecordDescriptor.OFFSET_OFFSET));
    }

    private static void require(boolean holds, String what, int length, long position) {
        if (!holds) {
            throw corrupt("record of a " + what + " is malformed: length=" + length, position);
        }
    }

    private static QueueException corrupt(String what, long position) {
        return new QueueException(
                QueueException.Reason.CORRUPT,
                "journal is damaged: " + what + ", position=" + position
                        + "; run `millrace queue repair` on the directory");
    }
}
