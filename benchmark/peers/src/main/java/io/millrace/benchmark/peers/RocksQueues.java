package io.millrace.benchmark.peers;

import io.millrace.benchmark.queue.QueueLevel;
import io.millrace.benchmark.queue.QueueSettings;
import io.millrace.benchmark.queue.QueueSubject;
import io.millrace.benchmark.queue.QueueSubjects;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * RocksDB with the key (queue, offset): four bytes of a number for the queue's name and eight of the offset, big endian,
 * so that a queue's messages lie side by side. Names stand in a column family of their own; their numbers and the next
 * offsets are kept on the heap, where RocksDB has no part in finding them.
 *
 * <p>{@code PAGE} leaves the log's buffer unflushed, {@code OS} writes the log with each put, {@code SYNC} writes it so and
 * forces it at each commit.
 */
public final class RocksQueues implements QueueSubject {
    private static final int KEY_BYTES = Integer.BYTES + Long.BYTES;

    private final ConcurrentMap<String, Queue> queues = new ConcurrentHashMap<>();
    private final AtomicInteger nextId = new AtomicInteger();
    private QueueLevel level = QueueLevel.OS;
    private @Nullable RocksOptions options;
    private @Nullable RocksDB database;
    private @Nullable ColumnFamilyHandle names;

    @Override
    public void open(Path directory, QueueSettings settings) throws IOException {
        level = settings.level();
        options = new RocksOptions(settings);
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try {
            database = options.open(directory, families);
            names = families.get(1);
            readNames();
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not open: " + e.getMessage(), e);
        }
    }

    private void readNames() {
        try (RocksIterator each = opened().newIterator(QueueSubjects.opened(names))) {
            for (each.seekToFirst(); each.isValid(); each.next()) {
                int id = ByteBuffer.wrap(each.value()).getInt();
                queues.put(new String(each.key(), StandardCharsets.UTF_8), new Queue(id, -1));
                nextId.accumulateAndGet(id + 1, Math::max);
            }
        }
    }

    @Override
    public void put(String name, byte[] message) throws IOException {
        Queue queue = queues.get(name);
        if (queue == null) {
            queue = create(name);
        }
        try {
            opened().put(writes(), key(queue.id, queue.takeOffset(opened())), message);
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not write: " + e.getMessage() + ", queue=" + name, e);
        }
    }

    private Queue create(String name) throws IOException {
        Queue queue = new Queue(nextId.getAndIncrement(), 0);
        byte[] id = ByteBuffer.allocate(Integer.BYTES).putInt(queue.id).array();
        try {
            opened().put(QueueSubjects.opened(names), writes(), name.getBytes(StandardCharsets.UTF_8), id);
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not write: " + e.getMessage() + ", queue=" + name, e);
        }
        queues.put(name, queue); // a queue has one writer at a time
        return queue;
    }

    @Override
    public Collection<byte[]> get(String name, long offset, long count) {
        List<byte[]> found = new ArrayList<>((int) count);
        Queue queue = queues.get(name);
        if (queue == null) {
            return found;
        }
        try (RocksIterator each = opened().newIterator()) {
            for (each.seek(key(queue.id, offset)); each.isValid() && found.size() < count; each.next()) {
                if (ByteBuffer.wrap(each.key()).getInt() != queue.id) {
                    break;
                }
                found.add(each.value());
            }
        }
        return found;
    }

    @Override
    public void commit() throws IOException {
        if (level == QueueLevel.SYNC) {
            try {
                opened().syncWal();
            } catch (RocksDBException e) {
                throw new IOException("RocksDB does not sync: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            QueueSubjects.opened(database).flushWal(false);
            QueueSubjects.opened(names).close();
            QueueSubjects.opened(database).closeE();
        } catch (RocksDBException e) {
            throw new IOException("RocksDB does not close: " + e.getMessage(), e);
        } finally {
            QueueSubjects.opened(options).close();
        }
    }

    private RocksDB opened() {
        return QueueSubjects.opened(database);
    }

    private WriteOptions writes() {
        return QueueSubjects.opened(options).writes();
    }

    private static byte[] key(int id, long offset) {
        return ByteBuffer.allocate(KEY_BYTES).putInt(id).putLong(offset).array();
    }

    /** The next offset is -1 until the first put after an open has looked for the last one. */
    private static final class Queue {
        private final int id;
        private volatile long next;

        private Queue(int id, long next) {
            this.id = id;
            this.next = next;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // a queue has one writer at a time
        private long takeOffset(RocksDB database) {
            long offset = next;
            if (offset < 0) {
                offset = lastOffset(database) + 1;
            }
            next = offset + 1;
            return offset;
        }

        private long lastOffset(RocksDB database) {
            try (RocksIterator each = database.newIterator()) {
                each.seekForPrev(key(id, Long.MAX_VALUE));
                if (!each.isValid()) {
                    return -1;
                }
                ByteBuffer key = ByteBuffer.wrap(each.key());
                return key.getInt() == id ? key.getLong() : -1;
            }
        }
    }
}
