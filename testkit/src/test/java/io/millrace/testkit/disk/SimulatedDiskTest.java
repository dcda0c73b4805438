package io.millrace.testkit.disk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SimulatedDiskTest {

    private static final int UNIT = 4096;
    private static final int ROUNDS = 300;
    private static final Set<OpenOption> OPEN = Set.of(READ, WRITE, CREATE);

    private final Random random = Seeds.random("SimulatedDiskTest");
    private SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
    private SimulatedFiles files = disk.files();
    private final Path file = disk.root().resolve("file");

    /** What can have become of something that was not forced. */
    private enum Fate {
        LOST,
        KEPT,
        MIXED
    }

    @Test
    void whatWasForcedIsNeverLost() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            byte[] bytes = randomBytes(1 + random.nextInt(5 * UNIT));
            FileChannel channel = files.open(file, OPEN);
            channel.write(ByteBuffer.wrap(bytes));
            channel.force(random.nextBoolean());
            files.forceDirectory(disk.root());
            powerCut();
            assertThat(disk.bytes(file)).isEqualTo(bytes);
        }
    }

    @Test
    void whatWasStoredInAMappingAndForcedIsNeverLost() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            FileChannel channel = durable(new byte[4 * UNIT]);
            ByteBuffer mapped = files.map(channel, UNIT, 2 * UNIT);
            byte[] bytes = randomBytes(2 * UNIT);
            mapped.put(0, bytes);
            channel.force(false);
            powerCut();
            assertThat(Arrays.copyOfRange(disk.bytes(file), UNIT, 3 * UNIT)).isEqualTo(bytes);
            files.unmap(mapped);
        }
    }

    @Test
    void whatWasNotForcedIsLostOrKeptOrBoth() throws IOException {
        Set<Fate> written = EnumSet.noneOf(Fate.class);
        Set<Fate> stored = EnumSet.noneOf(Fate.class);
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            FileChannel channel = durable(new byte[8 * UNIT]);
            ByteBuffer mapped = files.map(channel, 4 * UNIT, 4 * UNIT);
            channel.write(filled(4 * UNIT), 0);
            mapped.put(0, filled(4 * UNIT).array());
            powerCut();
            byte[] bytes = disk.bytes(file);
            written.add(fate(bytes, 0, 4 * UNIT));
            stored.add(fate(bytes, 4 * UNIT, 8 * UNIT));
        }
        assertThat(written).containsExactlyInAnyOrder(Fate.values());
        assertThat(stored).containsExactlyInAnyOrder(Fate.values());
    }

    @Test
    void aUnitIsWholeUnlessItMayTear() throws IOException {
        for (boolean torn : new boolean[] {false, true}) {
            Set<Fate> fates = EnumSet.noneOf(Fate.class);
            for (int round = 0; round < ROUNDS; round++) {
                fresh();
                disk.tear(torn);
                durable(new byte[UNIT]).write(filled(UNIT), 0);
                powerCut();
                byte[] bytes = disk.bytes(file);
                fates.add(fate(bytes, 0, UNIT));
                for (int sector = 0; sector < UNIT; sector += 512) {
                    assertThat(fate(bytes, sector, sector + 512)).isNotEqualTo(Fate.MIXED);
                }
            }
            assertThat(fates.contains(Fate.MIXED)).isEqualTo(torn);
            assertThat(fates).contains(Fate.LOST, Fate.KEPT);
        }
    }

    @Test
    void bytesBehindTheEndComeBackAsZerosOrNotAtAll() throws IOException {
        Set<Integer> sizes = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            FileChannel channel = durable(filled(100).array());
            channel.write(filled(3 * UNIT), 100);
            powerCut();
            byte[] bytes = disk.bytes(file);
            sizes.add(bytes.length);
            assertThat(bytes.length).isBetween(100, 3 * UNIT + 100);
            assertThat(fate(bytes, 0, 100)).isEqualTo(Fate.KEPT);
            for (int unit = UNIT; unit < bytes.length; unit += UNIT) {
                assertThat(fate(bytes, unit, Math.min(unit + UNIT, bytes.length)))
                        .isNotEqualTo(Fate.MIXED);
            }
        }
        assertThat(sizes).contains(100, 3 * UNIT + 100).hasSizeGreaterThan(2);
    }

    @Test
    void aCutIsDoneOrUndoneWithAllThatFollowed() throws IOException {
        Set<Integer> sizes = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            FileChannel channel = durable(filled(3 * UNIT).array());
            channel.truncate(10);
            assertThat(disk.bytes(file)).hasSize(10);
            channel.write(ByteBuffer.allocate(1), UNIT);
            powerCut();
            byte[] bytes = disk.bytes(file);
            sizes.add(bytes.length);
            boolean undone = bytes.length == 3 * UNIT;
            assertThat(fate(bytes, 0, 10)).isEqualTo(Fate.KEPT);
            assertThat(fate(bytes, 10, bytes.length)).isEqualTo(undone ? Fate.KEPT : Fate.LOST);
        }
        assertThat(sizes).contains(10, UNIT + 1, 3 * UNIT);
    }

    @Test
    void aCutThatWasForcedStaysAndShowsNothingOld() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            FileChannel channel = durable(filled(3 * UNIT).array());
            channel.truncate(UNIT + 7);
            channel.write(ByteBuffer.allocate(1), 3 * UNIT - 1);
            channel.force(false);
            powerCut();
            byte[] bytes = disk.bytes(file);
            assertThat(bytes).hasSize(3 * UNIT);
            assertThat(fate(bytes, 0, UNIT + 7)).isEqualTo(Fate.KEPT);
            assertThat(fate(bytes, UNIT + 7, 3 * UNIT)).isEqualTo(Fate.LOST);
        }
    }

    @Test
    void aKilledProcessLosesNothing() throws IOException {
        FileChannel channel = durable(new byte[2 * UNIT]);
        ByteBuffer mapped = files.map(channel, UNIT, UNIT);
        channel.write(filled(10), 0);
        mapped.put(0, (byte) -1);
        files.open(disk.root().resolve("other"), OPEN);
        String bootId = disk.bootId();
        disk.crash(random, CrashKind.KILL);
        mapped.put(1, (byte) -1);
        byte[] bytes = disk.bytes(file);
        assertThat(fate(bytes, 0, 10)).isEqualTo(Fate.KEPT);
        assertThat(bytes[UNIT]).isEqualTo((byte) -1);
        assertThat(bytes[UNIT + 1]).isZero();
        assertThat(disk.paths()).hasSize(2);
        assertThat(disk.bootId()).isEqualTo(bootId);
        files.unmap(mapped);
        assertThat(disk.bytes(file)[UNIT + 1]).isZero();
        powerCut();
        assertThat(disk.bootId()).isNotEqualTo(bootId);
    }

    @Test
    void whatAKilledProcessWroteCanStillBeLostToThePower() throws IOException {
        Set<Fate> fates = EnumSet.noneOf(Fate.class);
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            durable(new byte[4 * UNIT]).write(filled(4 * UNIT), 0);
            disk.crash(random, CrashKind.KILL);
            assertThat(fate(disk.bytes(file), 0, 4 * UNIT)).isEqualTo(Fate.KEPT);
            powerCut();
            fates.add(fate(disk.bytes(file), 0, 4 * UNIT));
        }
        assertThat(fates).containsExactlyInAnyOrder(Fate.values());
    }

    @Test
    void aDeadProcessReachesNothing() throws IOException {
        FileChannel channel = durable(new byte[UNIT]);
        ByteBuffer mapped = files.map(channel, 0, UNIT);
        powerCut();
        SimulatedFiles dead = files;
        mapped.put(0, (byte) 1);
        assertThatThrownBy(() -> channel.write(filled(1), 0)).hasMessageContaining("crashed");
        assertThatThrownBy(() -> channel.force(false)).isInstanceOf(IOException.class);
        assertThatThrownBy(channel::size).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> dead.open(file, OPEN)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> dead.delete(file)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> dead.list(disk.root())).isInstanceOf(IOException.class);
        assertThat(dead.exists(file)).isFalse();
        dead.unmap(mapped);
        channel.close();
        assertThat(disk.bytes(file)).isEqualTo(new byte[UNIT]);
    }

    @Test
    void aSecondMappingSharesTheFirst() throws IOException {
        FileChannel channel = durable(new byte[4 * UNIT]);
        ByteBuffer whole = files.map(channel, 0, 4 * UNIT);
        ByteBuffer part = files.map(channel, UNIT, UNIT);
        part.put(5, (byte) 1);
        assertThat(whole.get(UNIT + 5)).isEqualTo((byte) 1);
        files.unmap(whole);
        part.put(6, (byte) 1);
        assertThat(disk.bytes(file)[UNIT + 6]).isEqualTo((byte) 1);
        files.unmap(part);
        assertThat(disk.bytes(file)[UNIT + 5]).isEqualTo((byte) 1);
        assertThat(disk.bytes(file)[UNIT + 6]).isEqualTo((byte) 1);
    }

    @Test
    void aMappingOverAHoleIsRefused() throws IOException {
        FileChannel channel = files.open(file, OPEN);
        channel.write(filled(1), 3 * UNIT);
        assertThatThrownBy(() -> files.map(channel, 0, UNIT)).hasMessageContaining("over a hole");
        assertThat(files.map(channel, 3 * UNIT, 1).get(0)).isEqualTo((byte) -1);
    }

    @Test
    void aFileIsLockedOnceUntilItsChannelOrProcessIsGone() throws IOException {
        FileChannel channel = durable(new byte[1]);
        FileLock lock = channel.tryLock();
        assertThat(lock.isValid()).isTrue();
        FileChannel second = files.open(file, OPEN);
        assertThatThrownBy(second::tryLock).isInstanceOf(OverlappingFileLockException.class);
        lock.release();
        assertThat(lock.isValid()).isFalse();
        FileLock other = second.tryLock();
        second.close();
        assertThat(other.isValid()).isFalse();
        assertThat(channel.tryLock()).isNotNull();
        powerCut();
        SimulatedFiles again = disk.files();
        assertThat(again.open(file, OPEN).tryLock()).isNotNull();
        channel.close();
        FileChannel third = again.open(file, OPEN);
        assertThatThrownBy(third::tryLock).isInstanceOf(OverlappingFileLockException.class);
    }

    @Test
    void anInterruptClosesAChannelAsTheRealOneDoes() throws IOException {
        FileChannel channel = durable(new byte[1]);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> channel.write(filled(1), 0)).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void damageIsOnTheDeviceAndInTheCache() throws IOException {
        FileChannel channel = durable(new byte[2 * UNIT]);
        channel.write(filled(1), 0);
        ByteBuffer mapped = files.map(channel, UNIT, UNIT);
        disk.flipBit(file, 3);
        disk.flipBit(file, (UNIT + 1) * 8L);
        assertThat(disk.bytes(file)[0]).isEqualTo((byte) ~8);
        assertThat(mapped.get(1)).isEqualTo((byte) 1);
        files.unmap(mapped);
        disk.cut(file, UNIT + 2);
        channel.force(false);
        powerCut();
        assertThat(disk.bytes(file)).hasSize(UNIT + 2).endsWith(0, 1);
        assertThatThrownBy(() -> disk.flipBit(file, (UNIT + 2) * 8L)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> disk.bytes(disk.root().resolve("no"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aForkGoesItsOwnWay() throws IOException {
        FileChannel channel = durable(new byte[2 * UNIT]);
        ByteBuffer mapped = files.map(channel, 0, UNIT);
        mapped.put(0, (byte) 1);
        channel.write(filled(1), UNIT);
        SimulatedDisk fork = disk.fork(random.nextLong());
        assertThat(fork.bytes(file)).isEqualTo(disk.bytes(file));
        assertThat(fork.bootId()).isEqualTo(disk.bootId());
        mapped.put(1, (byte) 1);
        channel.write(filled(1), UNIT + 1);
        channel.force(false);
        assertThat(fork.bytes(file)[1]).isZero();
        assertThat(fork.bytes(file)[UNIT + 1]).isZero();
        fork.files().delete(file);
        assertThat(disk.paths()).containsExactly(file);
        fork.crash(random, CrashKind.POWER_CUT);
        assertThat(channel.size()).isEqualTo(2 * UNIT);
    }

    @Test
    void theSameSeedsMakeTheSameDisk() throws IOException {
        for (int round = 0; round < 20; round++) {
            long seed = random.nextLong();
            assertThat(crashed(seed)).isEqualTo(crashed(seed));
        }
    }

    /** Everything left of some work on a few files, by a seed. */
    private static String crashed(long seed) throws IOException {
        SimulatedDisk disk = SimulatedDisk.create(seed).tear(true);
        Random random = new Random(seed);
        SimulatedFiles files = disk.files();
        for (int step = 0; step < 60; step++) {
            Path name = disk.root().resolve("f" + random.nextInt(5));
            FileChannel channel = files.open(name, OPEN);
            byte[] bytes = new byte[random.nextInt(3 * UNIT)];
            random.nextBytes(bytes);
            channel.write(ByteBuffer.wrap(bytes), random.nextInt(UNIT));
            if (random.nextInt(4) == 0) {
                channel.force(false);
                files.forceDirectory(disk.root());
            }
            if (random.nextInt(8) == 0) {
                files.move(name, disk.root().resolve("f" + random.nextInt(5)));
            }
        }
        disk.crash(random, CrashKind.POWER_CUT);
        StringBuilder left = new StringBuilder(disk.bootId());
        disk.paths().forEach(path -> left.append(path).append(Arrays.hashCode(disk.bytes(path))));
        return left.toString();
    }

    private void fresh() {
        disk = SimulatedDisk.create(random.nextLong());
        files = disk.files();
    }

    private void powerCut() {
        disk.crash(random, CrashKind.POWER_CUT);
    }

    /** A file whose bytes and name are forced. */
    private FileChannel durable(byte[] bytes) throws IOException {
        FileChannel channel = files.open(file, OPEN);
        channel.write(ByteBuffer.wrap(bytes));
        channel.force(true);
        files.forceDirectory(disk.root());
        return channel;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Bytes of all ones, to tell from the zeros of before. */
    private static ByteBuffer filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) -1);
        return ByteBuffer.wrap(bytes);
    }

    private static Fate fate(byte[] bytes, int from, int to) {
        int kept = 0;
        for (int i = from; i < to; i++) {
            kept += bytes[i] == -1 ? 1 : 0;
        }
        if (kept == 0) {
            return Fate.LOST;
        }
        return kept == to - from ? Fate.KEPT : Fate.MIXED;
    }
}
