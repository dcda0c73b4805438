package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.wal.Durability;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueueStoreTest {

    private final Path directory;

    QueueStoreTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void givesBackWhatWasPutAlsoAfterReopening(Durability durability) {
        QueueConfig config = TestEngines.small().withDurability(durability);
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            engine.store().put("orders", bytes("first"));
            engine.store().put("orders", bytes("second"));
            assertThat(texts(engine.store().get("orders", 0, 10))).containsExactly("first", "second");
        }
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            assertThat(texts(engine.store().get("orders", 0, 10))).containsExactly("first", "second");
            engine.store().put("orders", bytes("third"));
            assertThat(texts(engine.store().get("orders", 1, 1))).containsExactly("second");
            assertThat(texts(engine.store().get("orders", 2, 10))).containsExactly("third");
        }
    }

    @Test
    void givesFewerIfFewerExistAndNoneOfAQueueThatDoesNot() {
        try (QueueEngine engine = QueueEngine.open(directory, TestEngines.small())) {
            QueueStore store = engine.store();
            store.put("q", bytes("only"));
            assertThat(store.get("q", 0, 0)).isEmpty();
            assertThat(store.get("q", 1, 5)).isEmpty();
            assertThat(store.get("q", Long.MAX_VALUE, Long.MAX_VALUE)).isEmpty();
            assertThat(texts(store.get("q", 0, Long.MAX_VALUE))).containsExactly("only");
            assertThat(store.get("nobody", 0, 10)).isEmpty();
            assertThat(engine.findQueue("nobody")).isNull();
        }
    }

    @Test
    void refusesWhatCannotBe() {
        QueueConfig config = TestEngines.small();
        QueueEngine engine = QueueEngine.open(directory, config);
        QueueStore store = engine.store();
        assertThatThrownBy(() -> store.get("q", -1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset=-1")
                .hasMessageContaining("queue=q");
        assertThatThrownBy(() -> store.get("q", 0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.put("q", new byte[config.messageBytesMax() + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=" + (config.messageBytesMax() + 1))
                .hasMessageContaining("queue=q");
        assertThatThrownBy(() -> store.put("x".repeat(5000), new byte[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name of a queue too long");
        assertThat(engine.queueCount()).isZero();
        engine.close();
        engine.close();
        assertThatThrownBy(() -> store.put("q", new byte[1]))
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.CLOSED));
        assertThatThrownBy(() -> store.get("q", 0, 1)).isInstanceOf(QueueException.class);
    }

    @Test
    void takesAnyNameAndAnyLength() {
        QueueConfig config = TestEngines.small();
        List<String> names = List.of(
                "", " ", "a", "ü", "队列", "😀", "exactly-twenty-bytes", "more-than-twenty-bytes", "n".repeat(4096));
        List<byte[]> messages = List.of(new byte[0], new byte[1], new byte[config.messageBytesMax()]);
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            for (String name : names) {
                messages.forEach(message -> engine.store().put(name, message));
            }
        }
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            assertThat(engine.queueCount()).isEqualTo(names.size());
            for (String name : names) {
                assertThat(engine.store().get(name, 0, 10))
                        .as(name)
                        .hasSize(3)
                        .satisfiesExactly(
                                m -> assertThat(m).isEmpty(), m -> assertThat(m).hasSize(1), m -> assertThat(m)
                                        .hasSize(config.messageBytesMax()));
            }
        }
    }

    @Test
    void givesACollectionThatNobodyCanChange() {
        try (QueueEngine engine = QueueEngine.open(directory, TestEngines.small())) {
            engine.store().put("q", bytes("m"));
            Collection<byte[]> messages = engine.store().get("q", 0, 1);
            assertThatThrownBy(messages::clear).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void letsOneEngineAtATimeHaveADirectory() {
        QueueEngine engine = QueueEngine.open(directory, TestEngines.small());
        assertThatThrownBy(() -> QueueEngine.open(directory, TestEngines.small()))
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.IN_USE))
                .hasMessageContaining(directory.toString());
        engine.close();
        QueueEngine.open(directory, TestEngines.small()).close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static List<String> texts(Collection<byte[]> messages) {
        return messages.stream().map(m -> new String(m, StandardCharsets.UTF_8)).toList();
    }
}
