package io.millrace.tiered.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.Seeds;
import io.millrace.tiered.SampleSegment;
import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.ColdSegment;
import io.millrace.tiered.cold.ColdStore;
import io.millrace.tiered.cold.CopyRates;
import io.millrace.tiered.disk.AlignedBuffer;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentReaderTest {

    private static final int CHUNK = 64 << 10;
    private static final int CHUNKS = 16;
    private static final int LENGTH = CHUNKS * CHUNK - 99;

    @TempDir
    private Path folder;

    private final Random random = Seeds.random("SegmentReaderTest");
    private final TieredCounters counters = new TieredCounters();
    private final AlignedBuffers buffers = new AlignedBuffers(8L * CHUNK, Duration.ofSeconds(60));
    private final SegmentReader reader = new SegmentReader(buffers, 4L * CHUNK, counters);
    private ColdStore store;
    private SampleSegment sample;
    private ColdSegment segment;

    @BeforeEach
    void copy() throws IOException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Path cold = Files.createDirectory(folder.resolve("cold"));
        store = ColdStore.open(
                new TieredConfig(List.of(cold), List.of(), false, CHUNK, 2, 8L * CHUNK, Duration.ofMinutes(1), null),
                ColdFiles.local(),
                buffers,
                CopyRates.of(new TokenBucket(() -> TokenBucket.UNLIMITED, WaitingClock.system())),
                counters,
                WaitingClock.system());
        sample = SampleSegment.create(ColdFiles.local(), logs, random, LENGTH);
        store.copy(sample.request());
        segment = store.find(sample.identity());
    }

    @AfterEach
    void nothingIsLentInTheEnd() {
        reader.close();
        await().untilAsserted(() -> assertThat(buffers.lentBytes()).isZero());
        store.close();
    }

    @Test
    void aConsumerThatReadsOnReadsEachChunkOnce() throws Exception {
        int position = 0;
        while (position < LENGTH) {
            // As Kafka does: to the segment's end, of which a part is taken; the next one begins a little before.
            int taken = Math.min(CHUNK, LENGTH - position);
            try (InputStream range = reader.open(segment, position, LENGTH)) {
                assertThat(range.readNBytes(taken)).isEqualTo(slice(position, position + taken));
            }
            position += taken < CHUNK ? taken : taken - random.nextInt(100) - 1;
        }
        await().untilAsserted(() -> assertThat(counters.chunksRead.sum()).isBetween((long) CHUNKS, CHUNKS + 4L));
    }

    @Test
    void aRangeInsideAChunkReadsNoOther() throws Exception {
        try (InputStream range = reader.open(segment, CHUNK + 5, CHUNK + 9)) {
            assertThat(range.readAllBytes()).isEqualTo(slice(CHUNK + 5, CHUNK + 9));
        }
        assertThat(counters.chunksRead.sum()).isEqualTo(1);
    }

    @Test
    void skipsWithoutReading() throws Exception {
        try (InputStream range = reader.open(segment, 3, LENGTH)) {
            assertThat(range.skip(10L * CHUNK)).isEqualTo(10L * CHUNK);
            assertThat(range.readNBytes(50)).isEqualTo(slice(10 * CHUNK + 3, 10 * CHUNK + 53));
            assertThat(range.available()).isEqualTo(CHUNK - 53);
            assertThat(range.skip(LENGTH)).isEqualTo(LENGTH - 10L * CHUNK - 53);
            assertThat(range.read()).isEqualTo(-1);
        }
    }

    @Test
    void moreReadersThanMemoryAllEnd() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(24);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Random own = new Random(random.nextLong());
            done.add(threads.submit(() -> {
                start.await();
                for (int range = 0; range < 10; range++) {
                    readSome(own);
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> thread : done) {
            thread.get();
        }
        threads.shutdown();
    }

    @Test
    void anInterruptEndsTheReadAndLeavesNothing() throws Exception {
        List<AlignedBuffer> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(buffers.acquire(CHUNK));
        }
        InputStream range = reader.open(segment, 0, LENGTH);
        Thread.currentThread().interrupt();
        assertThatThrownBy(range::read).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(range::read).isInstanceOf(TieredException.class).hasMessageContaining("closed");
        range.close();
        all.forEach(AlignedBuffer::close);
        assertThat(counters.interrupted.sum()).isEqualTo(1);
    }

    @Test
    void interruptsAtAnyTimeHarmNobodyElse() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int round = 0; round < 60; round++) {
            Random own = new Random(random.nextLong());
            List<Future<?>> reads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                reads.add(threads.submit(() -> {
                    readSome(new Random(own.nextLong()));
                    return null;
                }));
            }
            reads.get(0).cancel(true);
            reads.get(1).cancel(true);
            reads.get(2).get();
            reads.get(3).get();
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aStreamThatIsClosedByAnotherThreadEnds() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        for (int round = 0; round < 50; round++) {
            InputStream range = reader.open(segment, random.nextInt(LENGTH), LENGTH);
            Future<byte[]> read = thread.submit(range::readAllBytes);
            range.close();
            try {
                read.get();
            } catch (ExecutionException e) {
                assertThat(e).hasRootCauseInstanceOf(TieredException.class);
            }
        }
        thread.shutdown();
    }

    private void readSome(Random own) throws IOException {
        int from = own.nextInt(LENGTH);
        int to = from + own.nextInt(LENGTH - from + 1);
        int taken = own.nextInt(to - from + 1);
        try (InputStream range = reader.open(segment, from, to)) {
            assertThat(range.readNBytes(taken)).isEqualTo(slice(from, from + taken));
        }
    }

    private byte[] slice(int from, int to) {
        return Arrays.copyOfRange(sample.log(), from, to);
    }
}
