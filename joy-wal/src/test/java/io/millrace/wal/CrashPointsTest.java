package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.PageArena;
import io.millrace.memory.testkit.SimulatedStorage;
import io.millrace.testkit.Seeds;
import io.millrace.testkit.disk.CrashKind;
import io.millrace.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Crashes a log at thousands of moments on a disk that forgets, and compares what is recovered with what was promised.
 *
 * <p>After each: never a wrong byte, everything there that the level promises, nothing invented, order kept, units whole, and a second recovery finds the same.
 */
@Tag("once")
class CrashPointsTest {

    /** For each level: with those of the queue engine on top a hundred thousand in every run. */
    private static final int POINTS = Integer.getInteger("millrace.wal.crashPoints", 32_800);

    private static final int POINTS_LONG = 200_000;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasPromisedIsThereAfterACrashAtAnyMoment(Durability level) throws IOException {
        crash(level, POINTS);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasPromisedIsThereAfterManyMoreCrashes(Durability level) throws IOException {
        crash(level, POINTS_LONG);
    }

    /** PAGE: a file that was free kept a header of a log since cut, and brought its truncation back. */
    @ParameterizedTest
    @CsvSource("PAGE, 379757386861858488")
    void worldsThatOnceFailedHold(Durability level, long seed) throws IOException {
        try (PageArena arena = PageArena.create(64 << 20)) {
            assertThat(new World(level, arena, seed).run(60)).isEqualTo(60);
        }
    }

    /** Runs one world again, level and seed as a failure names them; or all of a level. */
    public static void main(String[] args) throws IOException {
        try (PageArena arena = PageArena.create(64 << 20)) {
            Durability level = Durability.valueOf(args[0]);
            if (args.length > 1) {
                new World(level, arena, Long.parseLong(args[1])).run(60);
            } else {
                crash(level, POINTS);
            }
        }
    }

    private static void crash(Durability level, int points) throws IOException {
        long seed = Seeds.seed("CrashPointsTest " + level);
        Random random = new Random(seed);
        try (PageArena arena = PageArena.create(64 << 20)) {
            int done = 0;
            while (done < points) {
                done += new World(level, arena, random.nextLong()).run(60);
            }
            System.err.println("CrashPointsTest " + level + ": " + done + " crash points");
        }
    }

    /** One log, from its first record through a life of random operations, with a crash of a copy of its disk after many of them. */
    private static final class World {

        private final long seed;
        private final Random random;
        private final Durability level;
        private final SimulatedDisk disk;
        private final Path directory;
        private final WalConfig config;
        private final PageArena arena;
        private final CrashModel model = new CrashModel();
        private final RecordClaim claim = new RecordClaim();
        private SteppedLog log;
        private String report = "";

        World(Durability level, PageArena arena, long seed) throws IOException {
            this.seed = seed;
            this.random = new Random(seed);
            this.level = level;
            this.arena = arena;
            this.disk = SimulatedDisk.create(random.nextLong()).tear(true);
            this.directory = disk.root().resolve("log");
            this.config = config(disk);
            this.log = SteppedLog.open(directory, config, disk.bootId(), random);
        }

        private WalConfig config(SimulatedDisk of) {
            return WalConfig.defaults()
                    .withDurability(level)
                    .withSegmentBytes(WalConfig.SEGMENT_BYTES_MIN)
                    .withPreparedSegments(1)
                    .withCacheBytes(8L * WalConfig.SEGMENT_BYTES_MIN)
                    .withAppendPatience(Duration.ZERO)
                    .withArena(arena)
                    .withFiles(new SimulatedStorage(of.files()));
        }

        int run(int points) throws IOException {
            int crashes = 0;
            try {
                while (crashes < points) {
                    operation();
                    if (random.nextInt(3) == 0) {
                        crashes++;
                        crashCopy(random.nextBoolean() ? CrashKind.POWER_CUT : CrashKind.KILL);
                    }
                }
                if (claim.isOpen()) {
                    claim.abort();
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("world " + seed + " at level " + level + ", crash " + crashes, e);
            } finally {
                log.abandon();
            }
            return crashes;
        }

        private void operation() {
            int dice = random.nextInt(100);
            if (dice < 55) {
                append();
            } else if (dice < 62) {
                claim();
            } else if (dice < 66) {
                unit();
            } else if (dice < 90) {
                log.commit();
                model.durable(log.parts.committer.durable());
            } else if (dice < 96) {
                log.sync();
                model.durable(log.parts.committer.durable());
            } else {
                log.parts.truncation.before(model.positionToTruncateAt(random));
            }
        }

        private void append() {
            int type = WalRecord.TYPE_MIN + random.nextInt(3);
            byte[] bytes = bytes();
            model.published(new LoggedRecord(log.append(type, bytes), type, bytes), false);
        }

        private void unit() {
            log.supply();
            List<byte[]> unit = List.of(bytes(), bytes(), bytes());
            int sum = unit.stream()
                    .mapToInt(bytes -> WalRecord.alignedLength(bytes.length))
                    .sum();
            List<io.netty.buffer.ByteBuf> buffers =
                    unit.stream().map(io.netty.buffer.Unpooled::wrappedBuffer).toList();
            if (sum > log.parts.geometry.recordBytesMax()) {
                return;
            }
            long position = log.parts.tail.appendAll(WalRecord.TYPE_MIN, buffers, sum);
            for (byte[] bytes : unit) {
                boolean first = bytes == unit.get(0);
                model.published(new LoggedRecord(position, WalRecord.TYPE_MIN, bytes), !first);
                position += WalRecord.alignedLength(bytes.length);
            }
        }

        /** Claims a place, or settles the one claimed before: others append behind it meanwhile. */
        private void claim() {
            if (!claim.isOpen()) {
                log.supply();
                byte[] bytes = bytes();
                log.parts.tail.claim(WalRecord.TYPE_MIN, bytes.length, claim.claim);
                claim.page().copyIn(claim.index(), bytes, 0, bytes.length / 2);
            } else if (random.nextInt(4) == 0) {
                claim.abort();
            } else {
                byte[] bytes = new byte[claim.length()];
                random.nextBytes(bytes);
                claim.page().copyIn(claim.index(), bytes, 0, bytes.length);
                model.published(new LoggedRecord(claim.position(), WalRecord.TYPE_MIN, bytes), false);
                claim.publish();
            }
        }

        private byte[] bytes() {
            int length = random.nextInt(10) == 0 ? random.nextInt(14_000) : random.nextInt(400);
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            if (random.nextInt(8) == 0 && length > 8) {
                java.util.Arrays.fill(bytes, 0, length - 8, (byte) 0); // zeros look like places that nobody claimed
            }
            return bytes;
        }

        private void crashCopy(CrashKind kind) throws IOException {
            model.truncated(log.parts.startPosition());
            SimulatedDisk copy = disk.fork(random.nextLong());
            copy.crash(random, kind);
            List<LoggedRecord> found = recover(copy);
            try {
                model.check(found, kind, level);
            } catch (AssertionError e) {
                throw new AssertionError("after " + kind + ": " + report + ", files " + copy.paths(), e);
            }
            CrashKind second =
                    kind == CrashKind.POWER_CUT && random.nextBoolean() ? CrashKind.POWER_CUT : CrashKind.KILL;
            copy.crash(random, second);
            String firstReport = report + " " + copy.paths();
            List<LoggedRecord> again = recover(copy);
            assertThat(again)
                    .as(
                            "recovered after %s, %s, and again after %s, %s %s",
                            kind, firstReport, second, report, copy.paths())
                    .isEqualTo(found);
            if (random.nextInt(8) == 0) {
                goOn(copy, found);
            }
        }

        private List<LoggedRecord> recover(SimulatedDisk from) throws IOException {
            SteppedLog recovered = SteppedLog.open(directory, config(from), from.bootId(), random);
            try {
                report = String.valueOf(recovered.parts.recovery);
                return recovered.records();
            } finally {
                recovered.abandon();
            }
        }

        /** Appends to what was recovered, syncs, loses power, and looks once more. */
        private void goOn(SimulatedDisk copy, List<LoggedRecord> found) throws IOException {
            copy.crash(random, CrashKind.KILL);
            SteppedLog again = SteppedLog.open(directory, config(copy), copy.bootId(), random);
            List<LoggedRecord> expected = new java.util.ArrayList<>(found);
            try {
                for (int count = random.nextInt(20); count >= 0; count--) {
                    byte[] bytes = bytes();
                    expected.add(new LoggedRecord(again.append(20, bytes), 20, bytes));
                    again.commit();
                }
                assertThat(again.sync()).isTrue();
            } finally {
                again.abandon();
            }
            copy.crash(random, CrashKind.POWER_CUT);
            assertThat(recover(copy)).as("after going on").isEqualTo(expected);
        }
    }
}
