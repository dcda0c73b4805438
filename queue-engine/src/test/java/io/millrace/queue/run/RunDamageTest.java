package io.millrace.queue.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.QueueException;
import io.millrace.queue.QueueException.Reason;
import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged runs: never wrong bytes, always a clear answer, and a repair that loses only what it reports. */
@Tag("once")
final class RunDamageTest {
    private static final RunOrigin ORIGIN = RunOrigin.ofEpoch(7, 4096, 9000, 10, 20);

    private final PageArena arena = PageArena.create(64 << 20);
    private final RunStorage storage =
            RunStorage.of(StorageFiles.local(), arena, Duration.ZERO, false).withWriteBytes(64 << 10);

    @AfterEach
    void nothingLeaks() {
        arena.close();
    }

    @Test
    void aFlippedByteIsFoundWhereverItStands(@TempDir Path folder) throws IOException {
        Random random = Seeds.random("RunDamageTest.flip");
        Path file = folder.resolve("a.run");
        RunModel model = small(random, 90);
        model.write(file, ORIGIN, storage, random).release();
        long size = Files.size(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (long at = 0; at < size; at += 1 + random.nextInt(40)) {
                byte before = flip(channel, at, random);
                assertThat(wrongBytes(file, model)).as("flipped at %d", at).isZero();
                List<RunDamage> damages = new ArrayList<>();
                RunVerifier.Summary found =
                        new RunVerifier(storage, bytes -> {}).verify(file, damages::add, loss -> {});
                assertThat(found.isSound()).as("flipped at %d", at).isFalse();
                long position = at;
                assertThat(damages)
                        .allMatch(damage ->
                                position >= damage.position() && position < damage.position() + damage.bytes());
                put(channel, at, before);
            }
        }
    }

    private static RunModel small(Random random, int queues) {
        RunModel model = new RunModel();
        int id = 3;
        for (int i = 0; i < queues; i++) {
            List<byte[]> messages = new ArrayList<>();
            for (int j = 0; j <= random.nextInt(8); j++) {
                byte[] message = new byte[random.nextInt(30) == 0 ? 5000 : random.nextInt(90)];
                random.nextBytes(message);
                messages.add(message);
            }
            model.queues().put(id, new RunModel.Queue(random.nextInt(300), messages));
            id += 1 + random.nextInt(3);
        }
        return model;
    }

    private static byte flip(FileChannel channel, long at, Random random) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.read(one, at);
        byte before = one.get(0);
        put(channel, at, (byte) (before ^ 1 << random.nextInt(8)));
        return before;
    }

    private static void put(FileChannel channel, long at, byte value) throws IOException {
        channel.write(ByteBuffer.wrap(new byte[] {value}), at);
    }

    /** Reads everything; an answer may be missing but not wrong. */
    private int wrongBytes(Path file, RunModel model) {
        Run run;
        try {
            run = Run.open(file, storage);
        } catch (QueueException e) {
            assertThat(e.reason()).isEqualTo(Reason.CORRUPT);
            assertThat(e).hasMessageContaining(file.toString());
            return 0;
        }
        int wrong = 0;
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 64 << 10)) {
            for (Map.Entry<Integer, RunModel.Queue> entry : model.queues().entrySet()) {
                wrong += wrongBytes(run, entry.getKey(), entry.getValue(), reader);
            }
        } finally {
            run.release();
        }
        return wrong;
    }

    private static int wrongBytes(Run run, int id, RunModel.Queue queue, RunReader reader) {
        ReadMessages read = new ReadMessages(queue.firstOffset());
        try {
            int given = run.read(id, queue.firstOffset(), Integer.MAX_VALUE, Integer.MAX_VALUE, reader, read);
            return read.equalsAll(queue.messages().subList(0, given)) ? 0 : 1;
        } catch (QueueException e) {
            assertThat(e.reason()).isEqualTo(Reason.CORRUPT);
            assertThat(e)
                    .hasMessageContainingAll(
                            "queue=" + id,
                            "offset=" + queue.firstOffset(),
                            "position=",
                            run.path().toString());
            return 0;
        }
    }

    @Test
    void aCutFileIsRefusedAtEveryLengthAndHealedWhereOneIndexIsLeft(@TempDir Path folder) throws IOException {
        Random random = Seeds.random("RunDamageTest.cut");
        Path file = folder.resolve("a.run");
        RunModel model = small(random, 12);
        Run written = model.write(file, ORIGIN, storage, random);
        long secondIndex = RunDescriptor.indexPosition(written.dataBytes(), written.indexBytes(), 1);
        written.release();
        byte[] whole = Files.readAllBytes(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int size = whole.length - 1; size >= 0; size--) {
                channel.truncate(size);
                assertThatThrownBy(() -> Run.open(file, storage))
                        .isInstanceOfSatisfying(QueueException.class, e -> assertThat(e.reason())
                                .isEqualTo(Reason.CORRUPT));
            }
        }
        for (int i = 0; i < 60; i++) {
            int size = random.nextInt(whole.length);
            Files.write(file, Arrays.copyOf(whole, size));
            RunRepair repair = new RunRepair(storage, bytes -> {});
            if (size < secondIndex) {
                assertThatThrownBy(() -> repair.repair(file, damage -> {}, loss -> {}))
                        .isInstanceOfSatisfying(QueueException.class, e -> assertThat(e.reason())
                                .isEqualTo(Reason.CORRUPT));
                assertThat(Files.size(file)).isEqualTo(size);
            } else {
                assertThat(repair.repair(file, damage -> {}, loss -> {})).isZero();
                assertThat(Files.readAllBytes(file)).isEqualTo(whole);
            }
        }
    }

    @Test
    void aFileCutUnderAnOpenRunFailsItsReads(@TempDir Path folder) throws IOException {
        Random random = Seeds.random("RunDamageTest.underOpen");
        Path file = folder.resolve("a.run");
        RunModel model = small(random, 90);
        Run run = model.write(file, ORIGIN, storage, random);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(2 * 4096 + 100);
        }
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 0)) {
            model.queues().forEach((id, queue) -> assertThat(wrongBytes(run, id, queue, reader))
                    .isZero());
        }
        run.release();
    }

    @Test
    void whatIsThereTwiceIsHealed(@TempDir Path folder) throws IOException {
        Random random = Seeds.random("RunDamageTest.heal");
        Path file = folder.resolve("a.run");
        RunModel model = small(random, 90);
        Run written = model.write(file, ORIGIN, storage, random);
        long index = RunDescriptor.indexPosition(written.dataBytes(), written.indexBytes(), 0);
        long[][] places = {
            {0, 4096},
            {index, written.indexBytes()},
            {index + written.indexBytes(), written.indexBytes()},
            {written.fileBytes() - 4096, 4096}
        };
        written.release();
        byte[] whole = Files.readAllBytes(file);
        for (int round = 0; round < 40; round++) {
            byte[] damaged = whole.clone();
            int copy = random.nextInt(2);
            int page = random.nextInt(2) * 3;
            spoil(damaged, places[1 + copy], random);
            if (random.nextBoolean()) {
                spoil(damaged, places[page], random);
            } else if (random.nextBoolean()) {
                damaged = Arrays.copyOf(damaged, damaged.length + 1 + random.nextInt(9000));
            }
            Files.write(file, damaged);
            List<RunDamage> found = new ArrayList<>();
            assertThat(new RunRepair(storage, bytes -> {}).repair(file, found::add, loss -> {}))
                    .isZero();
            assertThat(found).isNotEmpty();
            assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        }
        byte[] both = whole.clone();
        spoil(both, places[1], random);
        spoil(both, places[2], random);
        Files.write(file, both);
        assertThatThrownBy(() -> Run.open(file, storage)).hasMessageContaining("both copies");
        assertThatThrownBy(() -> new RunVerifier(storage, bytes -> {}).verify(file, damage -> {}, loss -> {}))
                .hasMessageContaining("both copies");
    }

    private static void spoil(byte[] bytes, long[] range, Random random) {
        int at = (int) (range[0] + random.nextInt((int) range[1]));
        bytes[at] ^= (byte) (1 << random.nextInt(8));
    }

    @Test
    void aRepairLosesExactlyWhatItReports(@TempDir Path folder) throws IOException {
        Random random = Seeds.random("RunDamageTest.repair");
        for (int round = 0; round < 20; round++) {
            Path file = folder.resolve(round + ".run");
            RunModel model = RunModel.random(random, 1 + random.nextInt(120));
            Run run = model.write(file, ORIGIN, storage, random);
            spoilBlocks(file, run.blocks(), random);
            List<RunLoss> losses = new ArrayList<>();
            RunVerifier.Summary found = new RunVerifier(storage, bytes -> {}).verify(file, damage -> {}, losses::add);
            assertThat(found.messages() + found.lost()).isEqualTo(model.messages());
            checkReads(run, model, losses, Reason.CORRUPT);
            run.release();

            List<RunLoss> repaired = new ArrayList<>();
            long lost = new RunRepair(storage, bytes -> {}).repair(file, damage -> {}, repaired::add);
            assertThat(repaired).isEqualTo(losses);
            assertThat(lost).isEqualTo(found.lost());
            Run opened = Run.open(file, storage);
            assertThat(opened.origin()).isEqualTo(ORIGIN);
            assertThat(opened.messages()).isEqualTo(model.messages());
            checkReads(opened, model, losses, Reason.LOST);
            opened.release();
            RunVerifier.Summary again = new RunVerifier(storage, bytes -> {}).verify(file, damage -> {}, loss -> {});
            assertThat(again.isSound()).isTrue();
            assertThat(again.marked()).isEqualTo(lost);
        }
    }

    private static void spoilBlocks(Path file, long blocks, Random random) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i <= random.nextInt(6); i++) {
                long block = random.nextInt((int) blocks);
                for (int j = random.nextInt(3); j >= 0 && block < blocks; j--) {
                    flip(channel, RunDescriptor.blockPosition(block++) + random.nextInt(4096), random);
                }
            }
        }
    }

    /** Each message is there, or among the losses; reads are of one message, so that each has its own answer. */
    private void checkReads(Run run, RunModel model, List<RunLoss> losses, Reason reasonOfLoss) {
        try (RunReader reader = RunReader.create(arena, Duration.ZERO, 1, 0)) {
            model.queues().forEach((id, queue) -> {
                for (int i = 0; i < queue.messages().size(); i++) {
                    long offset = queue.firstOffset() + i;
                    boolean lost = losses.stream()
                            .anyMatch(loss ->
                                    loss.queueId() == id && offset >= loss.fromOffset() && offset < loss.toOffset());
                    Reason reason = readOne(run, id, offset, queue.messages().get(i), reader);
                    assertThat(reason).as("queue=%d offset=%d", id, offset).isEqualTo(lost ? reasonOfLoss : null);
                }
            });
        }
    }

    private static @Nullable Reason readOne(Run run, int id, long offset, byte[] expected, RunReader reader) {
        ReadMessages read = new ReadMessages(offset);
        try {
            assertThat(run.read(id, offset, 1, 0, reader, read)).isEqualTo(1);
        } catch (QueueException e) {
            return e.reason();
        }
        byte[] message = read.messages().get(0);
        if (message != null) {
            assertThat(message).isEqualTo(expected);
        }
        return message == null ? Reason.LOST : null;
    }
}
