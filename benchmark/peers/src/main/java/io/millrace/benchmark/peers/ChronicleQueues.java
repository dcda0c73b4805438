package io.millrace.benchmark.peers;

import io.millrace.benchmark.queue.QueueLevel;
import io.millrace.benchmark.queue.QueueSettings;
import io.millrace.benchmark.queue.QueueSubject;
import io.millrace.benchmark.queue.QueueSubjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * A Chronicle Queue for each queue, in a directory of its own: two mapped files, an appender and a tailer each, opened
 * when first used and kept. An offset is a sequence within the one cycle.
 */
public final class ChronicleQueues implements QueueSubject {
    private final ConcurrentMap<String, One> queues = new ConcurrentHashMap<>();
    private @Nullable Path directory;

    @Override
    public void open(Path where, QueueSettings settings) throws IOException {
        if (settings.level() == QueueLevel.SYNC) {
            throw new IOException("Chronicle Queue's open-source edition has no forced append");
        }
        directory = where;
    }

    @Override
    public void put(String queue, byte[] message) {
        one(queue).put(message);
    }

    @Override
    public Collection<byte[]> get(String queue, long offset, long count) {
        return one(queue).get(offset, count);
    }

    private One one(String queue) {
        One open = queues.get(queue);
        return open != null
                ? open
                : queues.computeIfAbsent(
                        queue, name -> new One(QueueSubjects.opened(directory).resolve(name)));
    }

    @Override
    public void commit() {
        // Mapped files: the kernel has it.
    }

    @Override
    public String describe() {
        return ", " + queues.size() + " queues open";
    }

    @Override
    public void close() {
        queues.values().forEach(One::close);
    }

    /** Put and get take turns by its lock: neither appender nor tailer may be used by two threads at once. */
    private static final class One {
        private final ChronicleQueue queue;
        private final ExcerptAppender appender;
        private final ExcerptTailer tailer;
        private long firstIndex = Long.MAX_VALUE;

        private One(Path directory) {
            queue = ChronicleOptions.openSmall(directory);
            appender = queue.createAppender();
            appender.singleThreadedCheckDisabled(true);
            tailer = queue.createTailer();
            tailer.singleThreadedCheckDisabled(true);
        }

        private synchronized void put(byte[] message) {
            try (DocumentContext document = appender.writingDocument()) {
                QueueSubjects.opened(document.wire()).bytes().write(message);
            }
        }

        private synchronized Collection<byte[]> get(long offset, long count) {
            if (firstIndex == Long.MAX_VALUE) {
                firstIndex = queue.firstIndex(); // that value itself while the queue is empty
            }
            List<byte[]> found = new ArrayList<>((int) count);
            if (firstIndex == Long.MAX_VALUE || !tailer.moveToIndex(firstIndex + offset)) {
                return found;
            }
            while (found.size() < count) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return found;
                    }
                    Bytes<?> bytes = QueueSubjects.opened(document.wire()).bytes();
                    byte[] message = new byte[(int) bytes.readRemaining()];
                    bytes.read(message);
                    found.add(message);
                }
            }
            return found;
        }

        private synchronized void close() {
            tailer.close();
            appender.close();
            queue.close();
        }
    }
}
