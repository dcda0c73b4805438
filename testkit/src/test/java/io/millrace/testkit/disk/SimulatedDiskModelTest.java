package io.millrace.testkit.disk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random work on one file against an array of bytes: what is read is always the latest, and after a power cut every
 * unit is one that the file had at some moment since the last force.
 */
final class SimulatedDiskModelTest {

    private static final int UNIT = 4096;
    private static final int UNITS = 6;
    private static final int ROUNDS = 1_500;

    private final Random random = Seeds.random("SimulatedDiskModelTest");
    private final SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
    private final Path file = disk.root().resolve("file");

    /** What the file holds now. */
    private final byte[] model = new byte[UNITS * UNIT];

    /** For each unit, what it held after each change since the last force, and at that. */
    private final List<List<byte[]>> moments = new ArrayList<>();

    @Test
    void aCrashLeavesOnlyWhatWasThereOnce() throws IOException {
        prepare();
        for (int round = 0; round < ROUNDS; round++) {
            SimulatedFiles files = disk.files();
            FileChannel channel = files.open(file, Set.of(READ, WRITE));
            int from = random.nextInt(UNITS);
            ByteBuffer mapped = files.map(channel, (long) from * UNIT, (1 + random.nextInt(UNITS - from)) * UNIT);
            for (int step = random.nextInt(12); step > 0; step--) {
                work(channel, mapped, from);
            }
            ByteBuffer got = ByteBuffer.allocate(model.length);
            channel.read(got, 0);
            assertThat(got.array()).isEqualTo(model);
            boolean unmapped = random.nextBoolean();
            if (unmapped) {
                files.unmap(mapped);
            }
            crash();
            if (!unmapped) {
                mapped.put(0, (byte) random.nextInt()); // by a thread that does not know yet
                files.unmap(mapped);
            }
        }
    }

    private void prepare() throws IOException {
        FileChannel channel = disk.files().open(file, Set.of(WRITE, CREATE));
        channel.write(ByteBuffer.wrap(model));
        channel.force(false);
        disk.files().forceDirectory(disk.root());
        for (int unit = 0; unit < UNITS; unit++) {
            moments.add(new ArrayList<>());
        }
        startAgain();
    }

    private void work(FileChannel channel, ByteBuffer mapped, int mappedFrom) throws IOException {
        byte[] bytes = new byte[1 + random.nextInt(2 * UNIT)];
        random.nextBytes(bytes);
        switch (random.nextInt(5)) {
            case 0, 1 -> {
                int at = random.nextInt(model.length - bytes.length);
                channel.write(ByteBuffer.wrap(bytes), at);
                changed(at, bytes, bytes.length);
            }
            case 2, 3 -> {
                int length = Math.min(bytes.length, mapped.capacity());
                int at = random.nextInt(mapped.capacity() - length + 1);
                mapped.put(at, bytes, 0, length);
                changed(mappedFrom * UNIT + at, bytes, length);
            }
            default -> {
                channel.force(false);
                startAgain();
            }
        }
    }

    private void changed(int at, byte[] bytes, int length) {
        System.arraycopy(bytes, 0, model, at, length);
        for (int unit = at / UNIT; unit <= (at + length - 1) / UNIT; unit++) {
            moments.get(unit).add(unitOf(model, unit));
        }
    }

    private void crash() {
        CrashKind kind = random.nextInt(3) == 0 ? CrashKind.KILL : CrashKind.POWER_CUT;
        disk.crash(random, kind);
        byte[] left = disk.bytes(file);
        if (kind == CrashKind.KILL) {
            assertThat(left).isEqualTo(model);
            return;
        }
        assertThat(left).hasSameSizeAs(model);
        for (int unit = 0; unit < UNITS; unit++) {
            byte[] now = unitOf(left, unit);
            assertThat(moments.get(unit)).as("moments of unit %d", unit).anyMatch(then -> Arrays.equals(then, now));
        }
        System.arraycopy(left, 0, model, 0, left.length);
        startAgain();
    }

    private void startAgain() {
        for (int unit = 0; unit < UNITS; unit++) {
            moments.get(unit).clear();
            moments.get(unit).add(unitOf(model, unit));
        }
    }

    private static byte[] unitOf(byte[] bytes, int unit) {
        return Arrays.copyOfRange(bytes, unit * UNIT, (unit + 1) * UNIT);
    }
}
