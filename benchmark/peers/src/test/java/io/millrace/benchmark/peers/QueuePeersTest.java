package io.millrace.benchmark.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.queue.MessageContent;
import io.millrace.benchmark.queue.QueueLevel;
import io.millrace.benchmark.queue.QueueSettings;
import io.millrace.benchmark.queue.QueueSubject;
import io.millrace.benchmark.queue.QueueSubjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class QueuePeersTest {
    private static final int QUEUES = 20;
    private static final int MESSAGES = 150;
    private static final QueueSettings SETTINGS = new QueueSettings(QueueLevel.OS, QUEUES, 1024, 64, 1000);

    @Test
    void rocksKeepsEveryMessage(@TempDir Path directory) throws IOException {
        putReopenAndGet(new RocksQueues(), new RocksQueues(), directory);
    }

    @Test
    void chronicleKeepsEveryMessage(@TempDir Path directory) throws IOException {
        putReopenAndGet(new ChronicleQueues(), new ChronicleQueues(), directory);
    }

    @Test
    void kafkaKeepsEveryMessage(@TempDir Path directory) throws IOException {
        putReopenAndGet(new KafkaQueues(), new KafkaQueues(), directory);
    }

    private static void putReopenAndGet(QueueSubject first, QueueSubject second, Path directory) throws IOException {
        try (first) {
            first.open(directory, SETTINGS);
            put(first, 0, MESSAGES / 2);
            assertHolds(first, MESSAGES / 2);
        }
        try (second) {
            second.open(directory, SETTINGS);
            assertHolds(second, MESSAGES / 2);
            put(second, MESSAGES / 2, MESSAGES);
            assertHolds(second, MESSAGES);
        }
    }

    private static void put(QueueSubject store, int from, int to) throws IOException {
        MessageContent content = new MessageContent();
        for (int offset = from; offset < to; offset++) {
            for (int queue = 0; queue < QUEUES; queue++) {
                store.put(QueueSubjects.name(queue), content.of(queue, offset));
            }
        }
        store.commit();
    }

    private static void assertHolds(QueueSubject store, int messages) throws IOException {
        MessageContent content = new MessageContent();
        for (int queue = 0; queue < QUEUES; queue++) {
            String name = QueueSubjects.name(queue);
            int offset = 0;
            Collection<byte[]> found = store.get(name, 0, 10);
            while (!found.isEmpty()) {
                for (byte[] message : found) {
                    content.check(queue, offset++, message);
                }
                found = store.get(name, offset, 10);
            }
            assertThat(offset).as(name).isEqualTo(messages);
            assertThat(store.get(name, messages - 3, 10)).hasSize(3);
            assertThat(store.get(name, 7, 2)).hasSize(2);
        }
    }
}
