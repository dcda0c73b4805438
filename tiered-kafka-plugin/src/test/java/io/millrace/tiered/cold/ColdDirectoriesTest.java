package io.millrace.tiered.cold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.BrokenFiles;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DiskFile;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are not mounted, come back, or are everybody's. */
class ColdDirectoriesTest {

    private static final int CHUNK = 64 << 10;

    @TempDir
    private Path folder = Path.of("");

    private final Random random = Seeds.random("ColdDirectoriesTest");
    private final BrokenFiles files = new BrokenFiles();
    private final MovedClock clock = new MovedClock();
    private Path logs;
    private Path first;
    private Path second;
    private ColdStore store;

    /** Stands still until it is moved. */
    private static final class MovedClock implements WaitingClock {

        private long now = Long.MAX_VALUE - 10;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleep(long nanos) {
            now += nanos;
        }

        private void aMinute() {
            now += Duration.ofMinutes(1).toNanos();
        }
    }

    @BeforeEach
    void open() throws IOException {
        logs = Files.createDirectory(folder.resolve("logs"));
        first = Files.createDirectory(folder.resolve("first"));
        second = Files.createDirectory(folder.resolve("second"));
        files.room(first, 100 * CHUNK).room(second, 50 * CHUNK);
        store = opened(false, logs);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aDiskThatIsUnmountedWhileItIsUsedIsNotMistakenForAnEmptyOne() throws Exception {
        SampleSegment segment = copied();
        Path away = unmount(first);
        SampleSegment next = copied();
        assertThat(store.find(next.identity()).directory().root()).isEqualTo(second);
        assertThat(store.outOfService()).containsExactly(first);
        assertReason(Reason.DISK, () -> store.index(segment.identity(), IndexKind.OFFSET));
        assertReason(Reason.DISK, () -> store.delete(segment.identity()));
        mount(first, away);
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        clock.aMinute();
        assertWhole(segment);
        assertThat(store.outOfService()).isEmpty();
    }

    @Test
    void aReadNoticesThatADiskIsUnmounted() throws Exception {
        SampleSegment segment = copied();
        unmount(first);
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        assertThat(store.outOfService()).containsExactly(first);
    }

    @Test
    void aDiskThatIsNotMountedAtStartIsMissed() throws Exception {
        SampleSegment segment = copied();
        store.close();
        Path away = unmount(first);
        store = opened(false, logs);
        assertThat(store.outOfService()).containsExactly(first);
        assertThat(store.find(copied().identity()).directory().root()).isEqualTo(second);
        assertThat(first).isEmptyDirectory();
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        mount(first, away);
        clock.aMinute();
        assertWhole(segment);
    }

    @Test
    void aDiskThatFailsAtStartIsTriedAgain() throws Exception {
        SampleSegment segment = copied();
        store.close();
        files.breakDisk(first);
        store = opened(false, logs);
        clock.aMinute();
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        files.mend(first);
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        clock.aMinute();
        assertWhole(segment);
    }

    @Test
    void aSegmentThatWasCopiedElsewhereMeanwhileStaysThere() throws Exception {
        SampleSegment segment = copied();
        Path away = unmount(first);
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        store.copy(segment.request());
        mount(first, away);
        clock.aMinute();
        store.retryDirectories();
        assertThat(store.outOfService()).isEmpty();
        assertThat(store.find(segment.identity()).directory().root()).isEqualTo(second);
        assertThat(first.resolve(segment.identity().folder()))
                .as("the older one")
                .doesNotExist();
    }

    @Test
    void brokersThatShareADirectorySeeEachOthersSegments() throws Exception {
        store.close();
        store = opened(true, logs);
        try (ColdStore other = opened(true, Files.createDirectory(folder.resolve("others")))) {
            SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, 2 * CHUNK + 1);
            other.copy(segment.request());
            assertWhole(segment);
            assertThat(store.delete(segment.identity())).isTrue();
            assertReason(Reason.NOT_FOUND, () -> other.index(segment.identity(), IndexKind.OFFSET));
            assertThat(other.delete(segment.identity())).isIn(true, false);
            assertReason(Reason.NOT_FOUND, () -> store.find(segment.identity()));
        }
    }

    @Test
    void whatAnotherBrokerIsWritingIsNotALeftOver() throws Exception {
        SampleSegment segment = copied();
        Path partition = first.resolve(segment.identity().folder());
        Path unfinished = Files.write(partition.resolve("AAAAAAAAAAAAAAAAAAAAAA.data.new"), new byte[9]);
        store.close();
        store = opened(true, logs);
        assertThat(unfinished).exists();
        store.close();
        store = opened(false, logs);
        assertThat(unfinished).doesNotExist();
    }

    private static Path unmount(Path directory) throws IOException {
        Path away = Files.move(directory, directory.resolveSibling(directory.getFileName() + "-away"));
        Files.createDirectory(directory);
        return away;
    }

    private static void mount(Path directory, Path away) throws IOException {
        Files.delete(directory);
        Files.move(away, directory);
    }

    private SampleSegment copied() throws TieredException {
        SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, 2 * CHUNK + 1);
        store.copy(segment.request());
        return segment;
    }

    private void assertWhole(SampleSegment segment) throws IOException {
        try (DiskFile data = store.find(segment.identity()).openData()) {
            assertThat(Files.readAllBytes(data.path())).isEqualTo(segment.log());
        }
    }

    private static void assertReason(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(TieredException.class)
                .extracting(e -> ((TieredException) e).reason())
                .isEqualTo(reason);
    }

    private ColdStore opened(boolean shared, Path logDirectory) throws TieredException {
        return ColdStore.open(
                new TieredConfig(
                        List.of(first, second),
                        List.of(logDirectory),
                        shared,
                        CHUNK,
                        2,
                        32L * CHUNK,
                        Duration.ofMinutes(1),
                        null),
                files,
                new AlignedBuffers(32L * CHUNK, Duration.ofSeconds(30)),
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                new TieredCounters(),
                clock);
    }
}
