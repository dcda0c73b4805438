package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.wal.Durability;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations against plain lists, over many epochs, runs, merges and restarts. */
class QueueModelTest {

    private static final int OPERATIONS = 40_000;
    private static final int QUEUES = 200;

    private final Path directory;

    QueueModelTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private final Map<String, Model> models = new HashMap<>();

    private static final class Model {
        final List<byte[]> messages = new ArrayList<>();
        final Map<String, Long> cursors = new HashMap<>();
        int first;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void agreesWithAListOfMessages(Durability durability) {
        Random random = Seeds.random("QueueModelTest " + durability);
        QueueConfig config = TestEngines.small().withDurability(durability);
        // A wait for the device with every message is too long for so many; a synced one in a hundred shows the same.
        int operations = durability == Durability.SYNC ? OPERATIONS / 20 : OPERATIONS;
        QueueEngine engine = QueueEngine.open(directory, config);
        try {
            for (int i = 0; i < operations; i++) {
                if (random.nextInt(operations / 5) == 0) {
                    engine.close();
                    engine = QueueEngine.open(directory, config);
                }
                step(engine, random);
            }
            checkAll(engine);
            engine.close();
            engine = QueueEngine.open(directory, config);
            checkAll(engine);
        } finally {
            engine.close();
        }
    }

    private void step(QueueEngine engine, Random random) {
        String name = "queue-" + (int) Math.floor(QUEUES * Math.pow(random.nextDouble(), 3));
        Model model = models.get(name);
        switch (random.nextInt(100)) {
            case 0 -> trim(engine, name, model, random);
            case 1 -> delete(engine, name, model, random);
            case 2, 3 -> commit(engine, name, model, random);
            case 4, 5, 6 -> batch(engine, name, random);
            case 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 -> read(engine, name, model, random);
            default -> {
                byte[] message = message(random);
                engine.store().put(name, message);
                models.computeIfAbsent(name, n -> new Model()).messages.add(message);
            }
        }
    }

    private void batch(QueueEngine engine, String name, Random random) {
        Model model = models.computeIfAbsent(name, n -> new Model());
        List<ByteBuf> batch = new ArrayList<>();
        for (int i = random.nextInt(70); i >= 0; i--) {
            batch.add(Unpooled.wrappedBuffer(message(random)));
        }
        long offset = engine.appendBatch(engine.queue(name), batch);
        assertThat(offset).isEqualTo(model.messages.size());
        batch.forEach(b -> model.messages.add(ByteBufUtil.getBytes(b)));
    }

    private static void trim(QueueEngine engine, String name, @Nullable Model model, Random random) {
        if (model != null) {
            int before = random.nextInt(model.messages.size() + 1);
            engine.trim(engine.queue(name), before);
            model.first = Math.max(model.first, before);
        }
    }

    private void delete(QueueEngine engine, String name, @Nullable Model model, Random random) {
        if (model != null && random.nextInt(4) == 0) {
            engine.delete(engine.queue(name));
            models.remove(name);
        }
    }

    private static void commit(QueueEngine engine, String name, @Nullable Model model, Random random) {
        if (model != null) {
            String group = "group-" + random.nextInt(3);
            long offset = random.nextInt(model.messages.size() + 1);
            engine.commitCursor(group, engine.queue(name), offset);
            model.cursors.put(group, offset);
        }
    }

    private static void read(QueueEngine engine, String name, @Nullable Model model, Random random) {
        if (model == null) {
            assertThat(engine.findQueue(name)).isNull();
            assertThat(engine.store().get(name, 0, 10)).isEmpty();
            return;
        }
        int from = random.nextInt(model.messages.size() + 2);
        int count = random.nextInt(random.nextInt(10) == 0 ? 1000 : 20);
        List<byte[]> expected = expected(model, from, count);
        if (random.nextBoolean()) {
            assertThat(List.copyOf(engine.store().get(name, from, count)))
                    .as("%s from %d, %d messages", name, from, count)
                    .usingElementComparator(Arrays::compare)
                    .containsExactlyElementsOf(expected);
        } else {
            try (MessageBatch batch = engine.read(engine.queue(name), from, count, Integer.MAX_VALUE)) {
                int begin = Math.max(from, model.first);
                List<byte[]> asked = expected(model, begin, from + count - begin);
                assertThat(batch.size()).as("%s from %d", name, from).isEqualTo(asked.size());
                for (int i = 0; i < batch.size(); i++) {
                    assertThat(batch.get(i).offset()).isEqualTo(begin + i);
                    assertThat(ByteBufUtil.getBytes(batch.get(i).bytes())).isEqualTo(asked.get(i));
                }
            }
        }
    }

    private static List<byte[]> expected(Model model, int from, int count) {
        int begin = Math.max(from, model.first);
        int end = Math.min(model.messages.size(), from + Math.max(count, 0));
        return begin < end ? model.messages.subList(begin, end) : List.of();
    }

    private void checkAll(QueueEngine engine) {
        assertThat(engine.queueCount()).isEqualTo(models.size());
        models.forEach((name, model) -> {
            QueueId queue = engine.queue(name);
            assertThat(engine.nextOffset(queue)).as(name).isEqualTo(model.messages.size());
            assertThat(engine.earliestOffset(queue)).as(name).isEqualTo(model.first);
            assertThat(List.copyOf(engine.store().get(name, 0, Long.MAX_VALUE)))
                    .as(name)
                    .usingElementComparator(Arrays::compare)
                    .containsExactlyElementsOf(model.messages.subList(model.first, model.messages.size()));
            model.cursors.forEach(
                    (group, offset) -> assertThat(engine.cursor(group, queue)).isEqualTo(OptionalLong.of(offset)));
        });
    }

    private static byte[] message(Random random) {
        int length = random.nextInt(50) == 0 ? random.nextInt(4000) : random.nextInt(80);
        byte[] message = new byte[length];
        random.nextBytes(message);
        return message;
    }
}
