package io.millrace.benchmark.queue;

import io.millrace.benchmark.trial.ScratchDirectory;
import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.queue.epoch.MessageDescriptor;
import io.millrace.queue.merge.EpochQueues;
import io.millrace.queue.merge.EpochSegment;
import io.millrace.queue.merge.EpochSorter;
import io.millrace.queue.merge.SortedEpoch;
import io.millrace.queue.run.RunOrigin;
import io.millrace.queue.run.RunStorage;
import io.millrace.wal.WalRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does it take to sort an epoch of 256 MiB into a run, in lock-step and in random arrival, over few and many
 * queues?
 *
 * <p>The baseline is the plain copy of the same page: what the memory allows. Where the temporary directory is in memory
 * it is the sort alone, else the disk's writing is in it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 7)
@Fork(2)
public class EpochSortBenchmark {
    private static final int EPOCH_BYTES = 256 << 20;
    private static final int FIRST_INDEX = 4096;
    private static final long MEMORY_BYTES = 1L << 30;

    @Param({"10000", "1000000"})
    private int queues;

    @Param({"LOCKSTEP", "RANDOM"})
    private Arrival arrival = Arrival.LOCKSTEP;

    private @Nullable PageArena arena;
    private @Nullable Page epoch;
    private @Nullable Page copy;
    private @Nullable Path directory;
    private @Nullable EpochSegment segment;

    /** Every queue is new, live and whole. */
    private static final class NewQueues implements EpochQueues {
        @Override
        public long nextOffset(int queueId) {
            return 0;
        }

        @Override
        public void advance(int queueId, long nextOffset) {
            // The next sort begins again.
        }

        @Override
        public boolean isLive(int queueId) {
            return true;
        }

        @Override
        public long firstOffset(int queueId) {
            return 0;
        }
    }

    /** Fills an epoch with messages of 58 bytes. */
    @Setup
    public void fill() throws IOException {
        PageArena memory = PageArena.create(MEMORY_BYTES);
        arena = memory;
        epoch = memory.acquire(EPOCH_BYTES, Duration.ZERO);
        copy = memory.acquire(EPOCH_BYTES, Duration.ZERO);
        directory = Files.createTempDirectory("epoch-sort-");
        ByteBuffer out = epoch.buffer();
        MessageContent content = new MessageContent();
        Dice dice = new Dice(1);
        int prefix = MessageDescriptor.prefix(MessageDescriptor.MESSAGE);
        int at = FIRST_INDEX;
        for (int number = 0; at < EPOCH_BYTES - FIRST_INDEX; number++) {
            int queue = arrival == Arrival.LOCKSTEP ? number % queues : dice.below(queues);
            byte[] message = content.of(queue, number);
            int length = prefix + message.length;
            out.putInt(at, WalRecord.header(MessageDescriptor.MESSAGE, length));
            out.putInt(at + WalRecord.headerLength() + MessageDescriptor.QUEUE_ID_OFFSET, queue);
            epoch.copyIn(at + WalRecord.headerLength() + prefix, message, 0, message.length);
            at += WalRecord.alignedLength(length);
        }
        segment = new EpochSegment(epoch, FIRST_INDEX, at, queues);
    }

    /** Gives everything back. */
    @TearDown
    public void release() throws IOException {
        QueueSubjects.opened(epoch).release();
        QueueSubjects.opened(copy).release();
        QueueSubjects.opened(arena).close();
        ScratchDirectory.remove(QueueSubjects.opened(directory));
    }

    /** Ours: counted, divided into lanes, sorted, summed, written. */
    @Benchmark
    public long sort() throws IOException {
        Path file = QueueSubjects.opened(directory).resolve("sorted.run");
        RunStorage storage = RunStorage.of(StorageFiles.local(), QueueSubjects.opened(arena), Duration.ZERO, false);
        EpochSorter sorter = new EpochSorter(storage, () -> false);
        try (SortedEpoch sorted =
                sorter.sort(QueueSubjects.opened(segment), new NewQueues(), file, RunOrigin.ofEpoch(1, 0, 1, 0, 0))) {
            sorted.advance();
            sorted.run().release();
            Files.delete(file);
            return sorted.run().messages();
        }
    }

    /** The memory's own rate. */
    @Benchmark
    public int copy() {
        ByteBuffer from = QueueSubjects.opened(epoch).buffer();
        QueueSubjects.opened(copy).buffer().put(0, from, 0, from.capacity());
        return from.get(FIRST_INDEX);
    }
}
