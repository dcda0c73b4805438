package io.millrace.tiered.flush;

import io.millrace.tiered.FlushConfig;
import io.millrace.tiered.flush.UnforcedBytes.Due;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forces the active segments of one directory of logs as they grow. <b>Threads.</b> {@link #safeRound} has one; the counts are for anybody. */
final class DirectorySmoother {

    private static final Logger LOGGER = LoggerFactory.getLogger(DirectorySmoother.class);

    /** At the article's 2 MB/s a segment is seen to be due within a tenth of its part. */
    static final Duration PAUSE = Duration.ofMillis(100);

    /** Until a new log is noticed, and a roll within the same tick of the file system's clock as the one before; others are seen at once. */
    private static final long FIND_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Path directory;
    private final ActiveSegments segments;
    private final UnforcedBytes unforced;
    private final TokenBucket budget;
    private final WaitingClock clock;
    private final LongAdder forces = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private long foundAt;
    private boolean isFailing;

    DirectorySmoother(Path directory, FlushConfig config, WaitingClock clock) {
        this.directory = directory;
        this.segments = new ActiveSegments(directory);
        this.unforced = new UnforcedBytes(config.segmentBytes());
        this.budget = new TokenBucket(config::bytesPerSecond, clock);
        this.clock = clock;
        this.foundAt = clock.nanos() - FIND_NANOS;
    }

    /** One failure must not end the forces for good. */
    void safeRound() throws InterruptedException {
        try {
            round();
            isFailing = false;
        } catch (IOException | RuntimeException e) {
            failures.increment();
            if (!isFailing && !Thread.currentThread().isInterrupted()) {
                LOGGER.warn(
                        "segments cannot be forced now, the system writes them back: directory={} reason={}",
                        directory,
                        e.toString());
            }
            isFailing = true;
        }
    }

    /** Looks once, and forces what is due. */
    void round() throws IOException, InterruptedException {
        long now = clock.nanos();
        if (now - foundAt >= FIND_NANOS) {
            segments.find();
            foundAt = now;
        }
        for (Due due : unforced.due(segments.sizes())) {
            budget.take(due.bytes());
            force(due);
        }
    }

    private void force(Due due) throws IOException {
        try (FileChannel file = FileChannel.open(due.file(), StandardOpenOption.WRITE)) {
            file.force(false);
            forces.increment();
            bytes.add(due.bytes());
        } catch (NoSuchFileException gone) {
            LOGGER.debug("segment has gone: file={}", due.file());
        }
        unforced.forced(due);
    }

    long forces() {
        return forces.sum();
    }

    long bytes() {
        return bytes.sum();
    }

    long failures() {
        return failures.sum();
    }
}
