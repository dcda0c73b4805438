package io.millrace.tiered.cold;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColdStoreTest {

    private static final int CHUNK = 64 << 10;

    @TempDir
    private Path folder;

    private final Random random = Seeds.random("ColdStoreTest");
    private final BrokenFiles files = new BrokenFiles();
    private Path logs;
    private Path first;
    private Path second;
    private ColdStore store;

    @BeforeEach
    void open() throws IOException {
        logs = Files.createDirectory(folder.resolve("logs"));
        first = Files.createDirectory(folder.resolve("first"));
        second = Files.createDirectory(folder.resolve("second"));
        store = opened();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void placesASegmentWhereThereIsMostRoomAndLeavesItThere() throws Exception {
        files.room(first, 10 * CHUNK).room(second, 20 * CHUNK);
        SampleSegment segment = copied();
        assertThat(place(segment)).isEqualTo(second);
        files.room(second, 2 * CHUNK);
        assertThat(place(copied())).isEqualTo(first);
        store.copy(segment.request());
        assertThat(place(segment)).isEqualTo(second);
        store.close();
        store = opened();
        assertThat(place(segment)).isEqualTo(second);
    }

    @Test
    void saysThatNoDirectoryHasRoom() {
        files.room(first, CHUNK).room(second, CHUNK);
        assertReason(Reason.NO_SPACE, () -> copied());
    }

    @Test
    void aDiskThatFailsTakesOnlyItsSegments() throws Exception {
        files.room(first, 10 * CHUNK).room(second, 20 * CHUNK);
        SampleSegment lost = copied();
        files.breakDisk(second);
        SampleSegment kept = copied();
        assertThat(place(kept)).isEqualTo(first);
        try (DiskFile data = store.find(kept.identity()).openData()) {
            assertThat(data.size()).isEqualTo(kept.log().length);
        }
        assertReason(Reason.DISK, () -> store.index(lost.identity(), IndexKind.OFFSET));
        assertReason(Reason.DISK, () -> store.delete(lost.identity()));
        files.mend(second);
        assertThat(store.index(lost.identity(), IndexKind.OFFSET)).isNotNull();
        assertThat(store.delete(lost.identity())).isTrue();
    }

    @Test
    void aDirectoryThatDoesNotOpenMakesItsSegmentsUnreachableNotAbsent() throws Exception {
        files.room(first, 10 * CHUNK).room(second, 20 * CHUNK);
        SampleSegment segment = copied();
        store.close();
        files.breakDisk(second);
        store = opened();
        assertReason(Reason.DISK, () -> store.find(segment.identity()));
        assertReason(Reason.DISK, () -> store.delete(segment.identity()));
        assertThat(place(copied())).isEqualTo(first);
        store.close();
        files.breakDisk(first);
        assertThatThrownBy(this::opened).isInstanceOf(TieredException.class);
        files.mend(first).mend(second);
        store = opened();
        assertThat(place(segment)).isEqualTo(second);
    }

    @Test
    void aDirectoryHasOneBroker() {
        assertThatThrownBy(this::opened)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("first");
    }

    @Test
    void copiesThroughThePageCacheWhereDirectIoIsRefused() throws Exception {
        files.refuseDirect();
        SampleSegment segment = copied();
        assertThat(store.index(segment.identity(), IndexKind.LEADER_EPOCH)).isEqualTo("0\n1\n0 0\n".getBytes(UTF_8));
        try (DiskFile data = store.find(segment.identity()).openData()) {
            assertThat(Files.readAllBytes(data.path())).isEqualTo(segment.log());
        }
    }

    @Test
    void manyThreadsCopyFindAndDelete() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> done = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            Random own = new Random(random.nextLong());
            done.add(threads.submit(() -> {
                start.await();
                for (int i = 0; i < 15; i++) {
                    SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, own, own.nextInt(3 * CHUNK));
                    store.copy(segment.request());
                    try (DiskFile data = store.find(segment.identity()).openData()) {
                        assertThat(Files.readAllBytes(data.path())).isEqualTo(segment.log());
                    }
                    assertThat(store.delete(segment.identity())).isTrue();
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> thread : done) {
            thread.get();
        }
        threads.shutdown();
        assertThat(store.segmentCount()).isZero();
        assertThat(first.toFile().list()).containsExactlyInAnyOrder("cold-id", "lock");
        assertThat(second.toFile().list()).containsExactlyInAnyOrder("cold-id", "lock");
    }

    private SampleSegment copied() throws TieredException {
        SampleSegment segment = SampleSegment.create(ColdFiles.local(), logs, random, 2 * CHUNK + 1);
        store.copy(segment.request());
        return segment;
    }

    private Path place(SampleSegment segment) throws TieredException {
        return store.find(segment.identity()).directory().root();
    }

    private static void assertReason(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.throwable(TieredException.class))
                .extracting(TieredException::reason)
                .isEqualTo(reason);
    }

    private ColdStore opened() throws TieredException {
        return ColdStore.open(
                new TieredConfig(
                        List.of(first, second), List.of(), false, CHUNK, 2, 32L * CHUNK, Duration.ofMinutes(1), null),
                files,
                new AlignedBuffers(32L * CHUNK, Duration.ofSeconds(30)),
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                new TieredCounters(),
                WaitingClock.system());
    }
}
