package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.SimulatedDisk;
import io.millrace.wal.record.SealDescriptor;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turns bits over, cuts files and takes them away: a log at rest either is whole, or says that it is damaged; and its repair names exactly what is lost. */
@Tag("once")
class DamageTest {

    private static final int FLIPS = 700;

    private final PageArena arena = PageArena.create(64 << 20);
    private final List<LoggedRecord> written = new ArrayList<>();

    private WalConfig config(SimulatedDisk disk, Durability level) {
        return WalConfig.defaults()
                .withDurability(level)
                .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                .withPreparedSegments(1)
                .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                .withArena(arena)
                .withFiles(new SimulatedStorage(disk.files()));
    }

    /** A log of a few segments, closed in good order. */
    private SimulatedDisk write(Durability level, Random random, int bytes) throws IOException {
        SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
        SteppedLog log = SteppedLog.open(directory(disk), config(disk, level), disk.bootId(), random);
        written.clear();
        for (int sum = 0; sum < bytes; ) {
            byte[] record = new byte[random.nextInt(600)];
            random.nextBytes(record);
            written.add(new LoggedRecord(log.append(WalRecord.TYPE_MIN, record), WalRecord.TYPE_MIN, record));
            sum += WalRecord.alignedLength(record.length);
            if (random.nextInt(10) == 0) {
                log.sync();
            }
        }
        log.close();
        return disk;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void halfAHeaderOfASegmentWithoutRecordsEndsTheLog(Durability level) throws IOException {
        Random random = Seeds.random("DamageTest half a header " + level);
        for (int written = 1; written < 64; written++) {
            SimulatedDisk disk = write(level, random, 100_000);
            Path last = segments(disk).get(segments(disk).size() - 1);
            byte[] half = Arrays.copyOf(Arrays.copyOf(disk.bytes(last), written), WalConfig.SEGMENT_BYTES_MIN);
            Path next = directory(disk).resolve(nameBehind(last));
            try (FileChannel file =
                    disk.files().open(next, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW))) {
                file.write(ByteBuffer.wrap(half), 0);
            }
            assertThat(read(disk, level, random))
                    .as("bytes of the header: %s", written)
                    .isEqualTo(this.written);
        }
    }

    private static String nameBehind(Path segment) {
        long base = Long.parseLong(segment.getFileName().toString().substring(0, 20));
        return String.format(Locale.ROOT, "%020d.wal", base + WalConfig.SEGMENT_BYTES_MIN);
    }

    private static Path directory(SimulatedDisk disk) {
        return disk.root().resolve("log");
    }

    private List<LoggedRecord> read(SimulatedDisk disk, Durability level, Random random) throws IOException {
        disk.crash(random, CrashKind.KILL);
        SteppedLog log = SteppedLog.open(directory(disk), config(disk, level), disk.bootId(), random);
        try {
            return log.records();
        } finally {
            log.abandon();
        }
    }

    private static List<Path> segments(SimulatedDisk disk) {
        return disk.paths().stream()
                .filter(path -> path.toString().endsWith(".wal"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFlippedBitIsFoundAndRepairedAndNothingElseIsLost(Durability level) throws IOException {
        Random random = Seeds.random("DamageTest " + level);
        SimulatedDisk disk = write(level, random, 150_000);
        int found = 0;
        for (int flip = 0; flip < FLIPS; flip++) {
            SimulatedDisk copy = disk.fork(random.nextLong());
            Path file = segments(copy).get(random.nextInt(segments(copy).size()));
            long bit = random.nextLong(8L * copy.bytes(file).length);
            copy.flipBit(file, bit);
            String where = file + " bit " + bit;
            List<LoggedRecord> records = readOrNull(copy, level, random, where);
            if (records == null) {
                found++;
                checkRepair(copy, level, random, where);
            } else {
                assertThat(records).as(where).isEqualTo(written);
            }
        }
        assertThat(found).isGreaterThan(FLIPS / 4);
    }

    /** The segment then looks as a killed process leaves one; but what stands behind knows better. */
    @ParameterizedTest
    @EnumSource(Durability.class)
    void theLastSealOfASegmentThatIsNoneAnyMoreIsFoundAndRepaired(Durability level) throws IOException {
        Random random = Seeds.random("DamageTest last seal " + level);
        SimulatedDisk disk = write(level, random, 300_000);
        List<Path> segments = segments(disk);
        for (Path file : segments.subList(0, segments.size() - 1)) {
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                SimulatedDisk copy = disk.fork(random.nextLong());
                copy.flipBit(file, 8L * (WalConfig.SEGMENT_BYTES_MIN - SealDescriptor.BYTES) + bit);
                String where = file + " bit " + bit + " of its last seal";
                List<LoggedRecord> records = readOrNull(copy, level, random, where);
                if (records == null) {
                    checkRepair(copy, level, random, where);
                } else {
                    assertThat(records).as(where).isEqualTo(written);
                }
            }
        }
    }

    private @org.jspecify.annotations.Nullable List<LoggedRecord> readOrNull(
            SimulatedDisk disk, Durability level, Random random, String where) throws IOException {
        try {
            return read(disk, level, random);
        } catch (WalException e) {
            assertThat(e.reason()).as(where).isEqualTo(WalException.Reason.CORRUPT);
            return null;
        }
    }

    private void checkRepair(SimulatedDisk disk, Durability level, Random random, String where) throws IOException {
        disk.crash(random, CrashKind.KILL);
        WalReport report;
        try (WalInspector inspector = inspector(disk)) {
            assertThat(inspector.verify(WalProgress.NONE).isSound()).as(where).isFalse();
            report = inspector.repair(WalProgress.NONE);
            assertThat(report.copies()).as(where).isNotEmpty();
        }
        List<LoggedRecord> expected = new ArrayList<>(written);
        expected.removeIf(record -> report.damages().stream()
                .anyMatch(damage -> record.position() >= damage.position()
                        && record.position() < damage.position() + damage.bytes()));
        assertThat(read(disk, level, random)).as(where + " " + report).isEqualTo(expected);
        disk.crash(random, CrashKind.KILL);
        try (WalInspector inspector = inspector(disk)) {
            assertThat(inspector.verify(WalProgress.NONE).isSound()).as(where).isTrue();
        }
    }

    private static WalInspector inspector(SimulatedDisk disk) {
        WalEnvironment environment = new WalEnvironment(UUID.fromString(disk.bootId()), new Random(1)::nextLong);
        return WalInspector.open(directory(disk), new SimulatedStorage(disk.files()), environment);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aFileCutAnywhereIsWholeOrDamaged(Durability level) throws IOException {
        Random random = Seeds.random("DamageTest cut " + level);
        SimulatedDisk disk = write(level, random, 30_000);
        Path file = segments(disk).get(0);
        for (int size = 0; size < disk.bytes(file).length; size += 1 + random.nextInt(60)) {
            SimulatedDisk copy = disk.fork(random.nextLong());
            copy.crash(random, CrashKind.KILL);
            copy.cut(file, size);
            List<LoggedRecord> records = size == 0 ? null : readOrNull(copy, level, random, "cut at " + size);
            if (records != null) {
                // With the end of its only file a log loses what knew of it; at SYNC the size alone tells.
                int most = level == Durability.SYNC ? written.size() : records.size();
                assertThat(records).as("cut at " + size).isEqualTo(written.subList(0, most));
            }
        }
    }

    @Test
    void aMissingSegmentIsDamageAndOtherFilesAreNone() throws IOException {
        Random random = Seeds.random("DamageTest missing");
        SimulatedDisk disk = write(Durability.OS, random, 250_000);
        SimulatedStorage files = new SimulatedStorage(disk.files());
        files.open(
                        directory(disk).resolve("notes.txt"),
                        java.util.Set.of(
                                java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE))
                .close();
        assertThat(read(disk, Durability.OS, random)).isEqualTo(written);
        disk.crash(random, CrashKind.KILL);
        new SimulatedStorage(disk.files()).delete(segments(disk).get(1));
        assertThatThrownBy(() -> read(disk, Durability.OS, random))
                .isInstanceOf(WalException.class)
                .hasMessageContaining("damaged");
        checkRepair(disk, Durability.OS, random, "missing segment");
    }

    @Test
    void aDumpHandsOutWhatIsBetweenTwoPositions() throws IOException {
        Random random = Seeds.random("DamageTest dump");
        SimulatedDisk disk = write(Durability.SYNC, random, 150_000);
        disk.crash(random, CrashKind.KILL);
        int from = random.nextInt(written.size());
        int to = from + random.nextInt(written.size() - from);
        List<LoggedRecord> dumped = new ArrayList<>();
        try (WalInspector inspector = inspector(disk)) {
            inspector.dump(
                    written.get(from).position(),
                    written.get(to).position(),
                    (position, type, payload) ->
                            dumped.add(new LoggedRecord(position, type, ByteBufUtil.getBytes(payload))));
        }
        assertThat(dumped).isEqualTo(written.subList(from, to));
    }
}
