package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.memory.PageArena;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ends a repair at each of its operations on the disk, then looks at what is left, and repairs again.
 *
 * <p>In between the log is refused, or it has everything; after the second repair it has everything that was sound, and its damaged files are still kept.
 */
@Tag("once")
class RepairCrashTest {

    private static final int DAMAGES = 6;

    private final PageArena arena = PageArena.create(64 << 20);
    private final List<LoggedRecord> written = new ArrayList<>();
    private SimulatedDisk whole = SimulatedDisk.create(0);
    private boolean killed;

    private WalConfig config(SimulatedDisk disk, Durability level) {
        return WalConfig.defaults()
                .withDurability(level)
                .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                .withPreparedSegments(1)
                .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                .withArena(arena)
                .withFiles(new SimulatedStorage(disk.files()));
    }

    /** Some segments, everything on the device; left as a killed process leaves it, or closed. */
    private void write(Durability level, Random random) throws IOException {
        whole = SimulatedDisk.create(random.nextLong());
        SteppedLog log = SteppedLog.open(directory(whole), config(whole, level), whole.bootId(), random);
        written.clear();
        killed = level == Durability.OS && random.nextBoolean();
        append(log, random, 200_000);
        assertThat(log.sync()).isTrue();
        if (killed) {
            append(log, random, 90_000); // stays, behind the last seal too: the system is the same
            log.abandon();
        } else {
            log.close();
        }
        whole.crash(random, CrashKind.KILL);
    }

    private void append(SteppedLog log, Random random, int bytes) {
        for (int sum = 0; sum < bytes; ) {
            byte[] record = new byte[random.nextInt(900)];
            random.nextBytes(record);
            written.add(new LoggedRecord(log.append(WalRecord.TYPE_MIN, record), WalRecord.TYPE_MIN, record));
            sum += WalRecord.alignedLength(record.length);
        }
    }

    private static Path directory(SimulatedDisk disk) {
        return disk.root().resolve("log");
    }

    private static WalInspector inspector(SimulatedDisk disk, Random random) {
        WalEnvironment environment = new WalEnvironment(UUID.fromString(disk.bootId()), random::nextLong);
        return WalInspector.open(directory(disk), new SimulatedStorage(disk.files()), environment);
    }

    private List<LoggedRecord> read(SimulatedDisk disk, Durability level, Random random) throws IOException {
        SteppedLog log = SteppedLog.open(directory(disk), config(disk, level), disk.bootId(), random);
        try {
            return log.records();
        } finally {
            log.abandon();
        }
    }

    /** Turns bits over in the first two segments, takes one away: what every opening refuses. */
    private void damage(Random random) throws IOException {
        List<Path> files = segments(whole);
        for (int flip = 0; flip < 2; flip++) {
            Path file = files.get(flip);
            whole.flipBit(file, 8L * (4096 + random.nextInt(WalConfig.SEGMENT_BYTES_MIN / 2)));
        }
        if (random.nextBoolean()) {
            new SimulatedStorage(whole.files()).delete(files.get(1));
        }
    }

    private static List<Path> segments(SimulatedDisk disk) {
        return disk.paths().stream()
                .filter(path -> path.toString().endsWith(".wal"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aRepairThatEndsAnywhereIsDoneAgainAndNothingSoundIsLost(Durability level) throws IOException {
        Random random = Seeds.random("RepairCrashTest " + level);
        int ends = 0;
        for (int world = 0; world < DAMAGES; world++) {
            write(level, random);
            damage(random);
            whole.crash(random, CrashKind.KILL);
            List<LoggedRecord> sound = sound(random);
            assertThat(sound.size()).isBetween(1, written.size() - 1);
            for (int operation = 1; endAt(operation, sound, level, random); operation++) {
                ends++;
            }
        }
        assertThat(ends).isGreaterThan(DAMAGES * 20);
    }

    /** The records that are in no damage. */
    private List<LoggedRecord> sound(Random random) {
        try (WalInspector inspector = inspector(whole, random)) {
            WalReport report = inspector.verify(WalProgress.NONE);
            assertThat(report.isSound()).as(report.toString()).isFalse();
            List<LoggedRecord> sound = new ArrayList<>(written);
            sound.removeIf(record -> report.damages().stream()
                    .anyMatch(damage -> record.position() >= damage.position()
                            && record.position() < damage.position() + damage.bytes()));
            return sound;
        }
    }

    /** Returns whether the repair was still under way at this operation. */
    private boolean endAt(int operation, List<LoggedRecord> sound, Durability level, Random random) throws IOException {
        SimulatedDisk disk = whole.fork(random.nextLong());
        disk.crash(random, CrashKind.KILL);
        WalException ended = repairUntil(disk, operation, random);
        // What is behind the last seal of a killed process does not outlive the power, repaired or not.
        boolean isPowerCut = !killed && random.nextBoolean();
        disk.crash(random, isPowerCut ? CrashKind.POWER_CUT : CrashKind.KILL);
        checkBetween(disk, sound, level, random);
        WalReport report;
        try (WalInspector inspector = inspector(disk, random)) {
            report = inspector.repair(WalProgress.NONE);
        }
        String where = "ended at operation " + operation + ": " + report;
        disk.crash(random, CrashKind.POWER_CUT);
        assertThat(read(disk, level, random)).as(where).isEqualTo(sound);
        disk.crash(random, CrashKind.KILL);
        try (WalInspector inspector = inspector(disk, random)) {
            assertThat(inspector.verify(WalProgress.NONE).isSound()).as(where).isTrue();
        }
        assertThat(disk.paths().stream().map(Path::toString)).as(where).anyMatch(name -> name.endsWith(".damaged"));
        return ended != null;
    }

    private @Nullable WalException repairUntil(SimulatedDisk disk, int operation, Random random) {
        try (WalInspector inspector = inspector(disk, random)) {
            disk.faults().failAllFrom(operation);
            return catchThrowableOfType(WalException.class, () -> inspector.repair(WalProgress.NONE));
        }
    }

    private void checkBetween(SimulatedDisk disk, List<LoggedRecord> sound, Durability level, Random random)
            throws IOException {
        SimulatedDisk copy = disk.fork(random.nextLong());
        copy.crash(random, CrashKind.KILL);
        try {
            assertThat(read(copy, level, random)).isEqualTo(sound);
        } catch (WalException refused) {
            assertThat(refused.reason()).isEqualTo(WalException.Reason.CORRUPT);
        }
    }
}
