package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A closed store with runs, checkpoints and a journal, and the model of what is in it; to be damaged, verified, repaired, and
 * held against the model.
 */
final class DamagedStore {

    static final int QUEUES = 40;
    private static final int MESSAGES = 9_000;
    private static final int RUNS_MIN = 3;

    private final Path directory;
    private final Map<String, List<byte[]>> model = new LinkedHashMap<>();

    private DamagedStore(Path directory) {
        this.directory = directory;
    }

    /** Fills several epochs of 64 KiB, so that some are sorted and the last is not. */
    static DamagedStore fill(Path directory, long seed) {
        DamagedStore store = new DamagedStore(directory);
        Random random = new Random(seed);
        try (QueueEngine engine = store.open()) {
            for (int i = 0; i < MESSAGES; i++) {
                store.put(engine, "queue-" + random.nextInt(QUEUES), random);
            }
            Awaitility.await()
                    .until(() -> Integer.parseInt(engine.health().details().get("runs")) >= RUNS_MIN);
            engine.commitCursor("group", engine.queue("queue-1"), 7);
            for (int queue = 0; queue < QUEUES; queue++) {
                store.put(engine, "queue-" + queue, random);
            }
            // A segment that is sorted, but not taken away yet, could be damaged without costing anything.
            Awaitility.await().until(() -> TestEngines.isSorted(engine));
        }
        return store;
    }

    private void put(QueueEngine engine, String queue, Random random) {
        byte[] message = new byte[random.nextInt(120)];
        random.nextBytes(message);
        ByteBuf buffer = Unpooled.wrappedBuffer(message);
        engine.append(engine.queue(queue), buffer);
        model.computeIfAbsent(queue, name -> new ArrayList<>()).add(message);
    }

    QueueEngine open() {
        return QueueEngine.open(directory, TestEngines.small());
    }

    QueueInspector inspector() {
        return QueueInspector.of(directory);
    }

    /** Verifies, and sees to it that nothing was changed by that. */
    QueueVerification verify() throws IOException {
        Map<Path, String> before = contents();
        QueueVerification found = inspector().verify(QueueInspector.Progress.SILENT);
        assertThat(contents()).as("verify changes nothing").isEqualTo(before);
        return found;
    }

    QueueRepair repair() {
        return inspector().repair(QueueInspector.Progress.SILENT);
    }

    /** Opens the store and reads everything: what is not named as lost is as it was put; the rest says that it is lost. */
    void checkAllBut(List<QueueLoss> losses) {
        try (QueueEngine engine = open()) {
            model.forEach((queue, messages) -> {
                for (int offset = 0; offset < messages.size(); offset++) {
                    if (isLost(losses, queue, offset)) {
                        assertIsLost(engine, queue, offset);
                    } else {
                        assertThat(engine.store().get(queue, offset, 1))
                                .as("queue=%s offset=%s", queue, offset)
                                .containsExactly(messages.get(offset));
                    }
                }
            });
        }
    }

    /** What is behind the end of each queue, where a journal may lose messages that nobody can count. */
    List<QueueLoss> ends() {
        List<QueueLoss> ends = new ArrayList<>();
        try (QueueEngine engine = open()) {
            model.forEach((name, messages) -> {
                QueueId queue = engine.findQueue(name);
                long next = queue == null ? 0 : engine.nextOffset(queue);
                ends.add(new QueueLoss(name, next, Math.max(next, messages.size()), "behind the end"));
            });
        }
        return ends;
    }

    /** Bytes of a file up to the last one that is not zero. */
    long contentBytes(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    /** What is put afterwards is there, too, and a second opening changes nothing. */
    void checkGoesOn() {
        try (QueueEngine engine = open()) {
            for (int i = 0; i < 3_000; i++) {
                engine.store().put("after", ByteBuffer.allocate(60).putInt(0, i).array());
            }
        }
        try (QueueEngine engine = open()) {
            assertThat(engine.nextOffset(engine.queue("after"))).isEqualTo(3_000);
            int next = 0;
            for (byte[] message : engine.store().get("after", 0, 3_000)) {
                assertThat(ByteBuffer.wrap(message).getInt()).isEqualTo(next++);
            }
        }
    }

    List<byte[]> messages(String queue) {
        return model.getOrDefault(queue, List.of());
    }

    Collection<String> names() {
        return model.keySet();
    }

    /** Files of a folder whose names are those of runs, segments or checkpoints, sorted. */
    List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.filter(file -> file.getFileName().toString().matches("(run|checkpoint)-\\d{20}|\\d{20}\\.wal"))
                    .sorted()
                    .toList();
        }
    }

    void flip(Path file, long position) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            assertThat(channel.read(one, position)).isEqualTo(1);
            one.put(0, (byte) (one.get(0) ^ 0x10)).rewind();
            channel.write(one, position);
        }
    }

    void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private static boolean isLost(List<QueueLoss> losses, String queue, long offset) {
        return losses.stream()
                .anyMatch(
                        loss -> loss.queue().equals(queue) && offset >= loss.fromOffset() && offset < loss.toOffset());
    }

    private static void assertIsLost(QueueEngine engine, String queue, long offset) {
        try {
            assertThat(engine.store().get(queue, offset, 1))
                    .as("queue=%s offset=%s", queue, offset)
                    .isEmpty();
        } catch (QueueException e) {
            assertThat(e.reason()).isEqualTo(QueueException.Reason.LOST);
        }
    }

    private Map<Path, String> contents() throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                contents.put(file, HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file))));
            }
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        return contents;
    }
}
