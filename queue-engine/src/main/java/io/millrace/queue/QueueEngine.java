package io.millrace.queue;

import io.millrace.queue.read.QueueReader;
import io.millrace.queue.run.MessageSink;
import io.millrace.wal.WalEnvironment;
import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A million durable, ordered queues in one process, on one directory.
 *
 * <pre>{@code
 * try (QueueEngine engine = QueueEngine.open(directory, QueueConfig.defaults())) {
 *     QueueId orders = engine.queue("orders");
 *     long offset = engine.append(orders, message);
 *     try (MessageBatch batch = engine.read(orders, offset, 100, 1 << 20)) {
 *         batch.forEach(m -> handle(m.offset(), m.bytes()));
 *     }
 * }
 * }</pre>
 *
 * <p><b>Order:</b> messages of one queue have the offsets 0, 1, 2, … in the order in which their appends took the queue.
 * <b>Durability:</b> an append returns at the level of {@link QueueConfig#durability}; readers see a message as soon as it
 * is in memory, at {@code SYNC} a moment before it is durable. <b>Threads:</b> safe for any number. <b>Errors:</b> {@link
 * QueueException} with a reason; after {@code IO} on the log no append succeeds until the engine is opened again, reads go
 * on. <b>Bounds:</b> memory outside the heap is {@link QueueConfig#memoryBytes}, whatever the number of queues.
 */
public final class QueueEngine implements AutoCloseable {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    private final EngineParts parts;
    private final OperationGate gate = new OperationGate();
    private final TailWaiters waiters;
    private final Followers followers = new Followers(this);
    private final EngineStore store = new EngineStore(this);
    private final int messageBytesMax;

    private QueueEngine(EngineParts parts, QueueConfig config, TailWaiters waiters) {
        this.parts = parts;
        this.waiters = waiters;
        this.messageBytesMax = config.messageBytesMax();
    }

    /**
     * Opens the queues of a directory, which is made if it is not there; recovers what a crash left.
     *
     * @throws QueueException IN_USE if another process has it, CORRUPT if files are damaged or missing, with what to do
     */
    public static QueueEngine open(Path directory, QueueConfig config) {
        return open(directory, config, WalEnvironment.local());
    }

    static QueueEngine open(Path directory, QueueConfig config, WalEnvironment environment) {
        TailWaiters waiters = new TailWaiters();
        return new QueueEngine(EngineParts.open(directory, config, environment, waiters), config, waiters);
    }

    /** The same queues behind the contest's two methods; closed with this engine. */
    public QueueStore store() {
        return store;
    }

    // ---- queues ----

    /** The queue of this name, made if there is none. */
    public QueueId queue(String name) {
        OperationGate.Caller caller = gate.enter();
        try {
            int found = parts.catalog().find(name);
            return new QueueId(found >= 0 ? found : parts.appender().findOrCreate(name), name);
        } finally {
            gate.leave(caller);
        }
    }

    /** The queue of this name, or null if there is none. */
    public @Nullable QueueId findQueue(String name) {
        OperationGate.Caller caller = gate.enter();
        try {
            int found = parts.catalog().find(name);
            return found < 0 ? null : new QueueId(found, name);
        } finally {
            gate.leave(caller);
        }
    }

    /** Visits every queue that exists, in the order in which they were made. */
    public void forEachQueue(Consumer<QueueId> visitor) {
        OperationGate.Caller caller = gate.enter();
        try {
            int count = parts.catalog().count();
            for (int number = 0; number < count; number++) {
                if (parts.catalog().isLive(number)) {
                    visitor.accept(new QueueId(number, parts.catalog().name(number)));
                }
            }
        } finally {
            gate.leave(caller);
        }
    }

    /** Queues that exist. */
    public int queueCount() {
        OperationGate.Caller caller = gate.enter();
        try {
            return parts.catalog().live();
        } finally {
            gate.leave(caller);
        }
    }

    /** The offset of the earliest message that is not trimmed; {@link #nextOffset} if there is none. */
    public long earliestOffset(QueueId queue) {
        OperationGate.Caller caller = gate.enter();
        try {
            return Math.min(parts.catalog().first(live(queue)), parts.catalog().next(queue.number()));
        } finally {
            gate.leave(caller);
        }
    }

    /** The offset that the next message will have. */
    public long nextOffset(QueueId queue) {
        OperationGate.Caller caller = gate.enter();
        try {
            return parts.catalog().next(live(queue));
        } finally {
            gate.leave(caller);
        }
    }

    /**
     * Trims a queue: messages below the offset are gone for readers at once, from the disk with the next merges.
     *
     * @throws IllegalArgumentException if the offset is beyond the end
     */
    public void trim(QueueId queue, long beforeOffset) {
        requireNotNegative("beforeOffset", beforeOffset, queue);
        OperationGate.Caller caller = gate.enter();
        try {
            parts.appender().trim(live(queue), beforeOffset);
        } finally {
            gate.leave(caller);
        }
    }

    /** Deletes a queue with all its messages; its name may be used again and begins at offset 0. */
    public void delete(QueueId queue) {
        OperationGate.Caller caller = gate.enter();
        try {
            parts.appender().delete(live(queue));
        } finally {
            gate.leave(caller);
        }
        waiters.wakeAll();
    }

    // ---- in ----

    /**
     * Appends the readable bytes of a message and returns its offset. Borrows the buffer; its indices stay.
     *
     * @throws IllegalArgumentException if it is longer than {@link QueueConfig#messageBytesMax}
     * @throws QueueException BACKPRESSURE or DISK_FULL if there was no room within the engine's patience: nothing was
     *     appended, a retry may succeed
     */
    public long append(QueueId queue, ByteBuf message) {
        checkLength(message.readableBytes(), queue.name());
        OperationGate.Caller caller = gate.enter();
        try {
            return parts.appender().append(live(queue), message);
        } finally {
            gate.leave(caller);
        }
    }

    /**
     * Appends messages, which get consecutive offsets; returns the first one's. After a crash in the middle, or if it
     * throws, the first few of them may be there. Borrows the buffers.
     */
    public long appendBatch(QueueId queue, List<ByteBuf> messages) {
        for (ByteBuf message : messages) {
            checkLength(message.readableBytes(), queue.name());
        }
        OperationGate.Caller caller = gate.enter();
        try {
            return parts.appender().append(live(queue), messages);
        } finally {
            gate.leave(caller);
        }
    }

    void append(String queueName, byte[] message) {
        checkLength(message.length, queueName);
        OperationGate.Caller caller = gate.enter();
        try {
            int queue = parts.catalog().find(queueName);
            if (queue < 0) {
                queue = parts.appender().findOrCreate(queueName);
            }
            parts.appender().append(queue, message);
        } finally {
            gate.leave(caller);
        }
    }

    // ---- out ----

    /**
     * Reads messages from an offset on, without a copy: at most so many, and no more once they are so many bytes together;
     * at least one if there is one. Begins at {@link #earliestOffset} if the offset is trimmed.
     *
     * @return gives: the caller closes it
     * @throws QueueException CORRUPT or LOST if a message cannot be given as it was appended; the message names it
     */
    public MessageBatch read(QueueId queue, long offset, int maxMessages, int maxBytes) {
        requireNotNegative("offset", offset, queue);
        requireNotNegative("maxMessages", maxMessages, queue);
        requireNotNegative("maxBytes", maxBytes, queue);
        OperationGate.Caller caller = gate.enter();
        QueueReader reader = null;
        try {
            int number = live(queue);
            reader = parts.readers().take();
            return new BatchReading(reader, parts.state(), queue, maxBytes)
                    .read(number, offset, offset + Math.min(maxMessages, Long.MAX_VALUE - offset));
        } finally {
            if (reader != null) {
                parts.readers().put(reader);
            }
            gate.leave(caller);
        }
    }

    /**
     * Reads as {@link #read} does, but waits for a message if there is none yet.
     *
     * @return gives: the caller closes it; empty if no message came in time
     */
    public MessageBatch poll(QueueId queue, long offset, int maxMessages, int maxBytes, Duration timeout)
            throws InterruptedException {
        awaitMessage(queue, offset, () -> false, timeout);
        return read(queue, offset, maxMessages, maxBytes);
    }

    /**
     * Follows a queue: the listener gets every message from the offset on, in order, on a thread of its own, until the
     * follow is closed, the queue deleted, or the engine closed. At most {@value Followers#FOLLOWS_MAX} at a time.
     */
    public Follow follow(QueueId queue, long fromOffset, Follow.Listener listener) {
        requireNotNegative("fromOffset", fromOffset, queue);
        OperationGate.Caller caller = gate.enter();
        try {
            live(queue);
            return followers.start(queue, fromOffset, listener);
        } finally {
            gate.leave(caller);
        }
    }

    // ---- cursors ----

    /** Keeps how far a group has come: the offset that it will read next. As durable as a message when it returns. */
    public void commitCursor(String group, QueueId queue, long offset) {
        requireNotNegative("offset", offset, queue);
        OperationGate.Caller caller = gate.enter();
        try {
            parts.appender().commit(group, live(queue), offset);
        } finally {
            gate.leave(caller);
        }
    }

    /** How far a group has come, if it has committed that. */
    public OptionalLong cursor(String group, QueueId queue) {
        OperationGate.Caller caller = gate.enter();
        try {
            long offset = parts.cursors().get(group, live(queue));
            return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
        } finally {
            gate.leave(caller);
        }
    }

    // ---- the whole ----

    /** Returns when everything appended before is on the device, whatever the level. */
    public void sync() {
        OperationGate.Caller caller = gate.enter();
        try {
            parts.sync();
        } finally {
            gate.leave(caller);
        }
    }

    /** How it is. */
    public QueueHealth health() {
        if (gate.isClosed()) {
            return new QueueHealth(false, Map.of("closed", "true"));
        }
        OperationGate.Caller caller = gate.enter();
        try {
            return parts.health();
        } finally {
            gate.leave(caller);
        }
    }

    /** Ends follows, waits for calls that are inside, and closes; what is in the log stays there. A second close does nothing. */
    @Override
    public void close() {
        if (gate.isClosed()) {
            return;
        }
        followers.close();
        boolean empty = gate.close(CLOSE_LIMIT);
        waiters.wakeAll();
        if (!empty) {
            throw new QueueException(
                    QueueException.Reason.CLOSED,
                    "calls are still inside after " + CLOSE_LIMIT.toSeconds()
                            + " s; no further call is let in, but files and memory stay until the process ends");
        }
        parts.close();
    }

    void readCopies(String queueName, long from, long to, MessageSink sink) {
        OperationGate.Caller caller = gate.enter();
        try {
            int queue = parts.catalog().find(queueName);
            if (queue < 0) {
                return;
            }
            QueueReader reader = parts.readers().take();
            try {
                reader.read(queue, from, to, parts.state(), sink).release();
            } catch (QueueException e) {
                throw named(e, queueName);
            } finally {
                parts.readers().put(reader);
            }
        } finally {
            gate.leave(caller);
        }
    }

    /** Waits until there is a message at this offset, the condition holds, or the time is over. */
    void awaitMessage(QueueId queue, long offset, BooleanSupplier orElse, Duration timeout)
            throws InterruptedException {
        waiters.await(queue.number(), () -> orElse.getAsBoolean() || hasMessage(queue, offset), timeout.toNanos());
    }

    /** Lets those who wait for a message of this queue look again. */
    void wake(QueueId queue) {
        waiters.appended(queue.number());
    }

    private boolean hasMessage(QueueId queue, long offset) {
        OperationGate.Caller caller = gate.enter();
        try {
            return parts.catalog().next(live(queue)) > offset;
        } finally {
            gate.leave(caller);
        }
    }

    static QueueException lost(String queue, long offset) {
        return new QueueException(
                QueueException.Reason.LOST,
                "the message was lost to a damage that a repair has cut out: queue=" + queue + ", offset=" + offset);
    }

    /** The same with the queue's name, which those who know only numbers could not say. */
    static QueueException named(QueueException e, String queue) {
        return e.getMessage() != null && e.getMessage().contains(queue)
                ? e
                : new QueueException(e.reason(), e.getMessage() + " (queue " + queue + ")", e);
    }

    private int live(QueueId queue) {
        if (!parts.catalog().isLive(queue.number())) {
            throw new QueueException(
                    QueueException.Reason.DELETED, "no such queue, or it was deleted: queue=" + queue.name());
        }
        return queue.number();
    }

    private void checkLength(int length, String queue) {
        if (length > messageBytesMax) {
            throw new IllegalArgumentException(
                    "message too large: length=" + length + " (expected: <= " + messageBytesMax + "), queue=" + queue);
        }
    }

    private static void requireNotNegative(String name, long value, QueueId queue) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    "negative argument: " + name + "=" + value + " (expected: >= 0), queue=" + queue.name());
        }
    }
}
