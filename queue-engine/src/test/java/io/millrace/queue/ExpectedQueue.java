package io.millrace.queue;

import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a queue should hold: the ids of its messages, by offset. */
final class ExpectedQueue {

    private static final long NO_CURSOR = -1;

    private long[] ids = new long[8];
    private int count; // ids of the messages before the first are forgotten
    private long first;
    private long cursor = NO_CURSOR;

    long next() {
        return first + count;
    }

    long first() {
        return first;
    }

    void put(long id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = id;
    }

    void trim(long offset) {
        if (offset > first) {
            int gone = (int) (offset - first);
            System.arraycopy(ids, gone, ids, 0, count - gone);
            count -= gone;
            first = offset;
        }
    }

    void commit() {
        cursor = next();
    }

    ExpectedQueue copy() {
        ExpectedQueue copy = new ExpectedQueue();
        copy.ids = ids.clone();
        copy.count = count;
        copy.first = first;
        copy.cursor = cursor;
        return copy;
    }

    /** What is wrong with the queue as it is, or null. */
    @Nullable
    String difference(QueueEngine engine, String name) {
        QueueId queue = engine.findQueue(name);
        if (queue == null) {
            return "missing: " + name + " with " + count + " messages";
        }
        long actualFirst = engine.earliestOffset(queue);
        long actualNext = engine.nextOffset(queue);
        if (actualFirst != first || actualNext != next()) {
            return "offsets of " + name + ": " + actualFirst + " to " + actualNext + " (expected: " + first + " to "
                    + next() + ")";
        }
        OptionalLong actual = engine.cursor(Workload.GROUP, queue);
        if (actual.orElse(NO_CURSOR) != cursor) {
            return "cursor of " + name + ": " + actual + " (expected: " + cursor + ")";
        }
        return contents(engine, name);
    }

    private @Nullable String contents(QueueEngine engine, String name) {
        Collection<byte[]> messages = engine.store().get(name, first, Long.MAX_VALUE);
        if (messages.size() != count) {
            return "messages of " + name + ": " + messages.size() + " (expected: " + count + ")";
        }
        int at = 0;
        for (byte[] message : messages) {
            if (!Arrays.equals(message, Workload.message(ids[at]))) {
                return "message of " + name + " with offset " + (first + at) + " has other bytes: "
                        + Arrays.toString(message);
            }
            at++;
        }
        return null;
    }

    /**
     * Takes up what a crash has left: a beginning of the messages, perhaps trimmed. Returns what is wrong if it is none;
     * then nothing has changed.
     */
    @Nullable
    String cutTo(QueueEngine engine, QueueId queue) {
        long actualFirst = engine.earliestOffset(queue);
        long actualNext = engine.nextOffset(queue);
        if (actualNext > next()) {
            return "offsets up to " + actualNext + " (expected: <= " + next() + ")";
        }
        Collection<byte[]> messages = engine.store().get(queue.name(), actualFirst, Long.MAX_VALUE);
        if (messages.size() != actualNext - actualFirst) {
            return "messages: " + messages.size() + " (expected: " + (actualNext - actualFirst) + ")";
        }
        long offset = actualFirst;
        for (byte[] message : messages) {
            if (offset < first || !Arrays.equals(message, Workload.message(ids[(int) (offset - first)]))) {
                return "the message with offset " + offset + " has other bytes: " + Arrays.toString(message);
            }
            offset++;
        }
        count = (int) Math.max(0, actualNext - first);
        if (count == 0) {
            first = actualFirst;
        } else {
            trim(actualFirst);
        }
        cursor = engine.cursor(Workload.GROUP, queue).orElse(NO_CURSOR);
        return null;
    }
}
