package io.millrace.tiered.flush;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.FlushConfig;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectorySmootherTest {

    private static final int PART = 64 << 10;

    @TempDir
    private Path folder = Path.of("");

    private final Jumps clock = new Jumps();
    private DirectorySmoother smoother;

    /** Jumps over what is slept. One thread. */
    private static final class Jumps implements WaitingClock {

        long now;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleep(long nanos) {
            now += nanos;
        }
    }

    @BeforeEach
    void start() {
        smoother = new DirectorySmoother(folder, new FlushConfig(PART, PART), clock);
    }

    @Test
    void onlyTheActiveSegmentIsForcedAndOnlyAsItGrows() throws Exception {
        Path old = segment("a-0", 0);
        Path active = segment("a-0", 100);
        grow(old, PART);
        grow(active, PART);
        round();
        assertThat(smoother.forces()).as("seen for the first time").isZero();
        grow(active, PART);
        round();
        round();
        assertThat(smoother.forces()).isEqualTo(1);
        assertThat(smoother.bytes()).isEqualTo(PART);
        grow(old, PART);
        grow(active, PART - 1);
        round();
        assertThat(smoother.forces()).isEqualTo(1);
    }

    @Test
    void aRollIsNoticedAtOnce() throws Exception {
        segment("a-0", 0);
        // The clock of a file system ticks some hundred times a second: a test is quicker.
        Files.setLastModifiedTime(folder.resolve("a-0"), FileTime.fromMillis(1000));
        round();
        Path next = segment("a-0", 100);
        round();
        grow(next, PART);
        round();
        assertThat(smoother.forces()).isEqualTo(1);
    }

    @Test
    void aNewLogIsNoticed() throws Exception {
        segment("a-0", 0);
        round();
        Path other = segment("b-0", 0);
        clock.sleep(TimeUnit.SECONDS.toNanos(3));
        round();
        grow(other, PART);
        round();
        assertThat(smoother.forces()).isEqualTo(1);
    }

    @Test
    void theBudgetOfTheDirectoryIsKept() throws Exception {
        Path[] active = new Path[5];
        for (int i = 0; i < active.length; i++) {
            active[i] = segment("a-" + i, 0);
        }
        round();
        for (Path file : active) {
            grow(file, PART);
        }
        long start = clock.nanos();
        round();
        assertThat(smoother.forces()).isEqualTo(5);
        assertThat(clock.nanos() - start)
                .as("five seconds' worth; the last is in debt for the next, and a tenth was saved")
                .isBetween(TimeUnit.MILLISECONDS.toNanos(3800), TimeUnit.MILLISECONDS.toNanos(4100));
    }

    @Test
    void logsThatGoMeanwhileDoNoHarm() throws Exception {
        Path gone = segment("a-0", 0);
        Path active = segment("b-0", 0);
        round();
        grow(active, PART);
        Files.delete(gone);
        Files.delete(folder.resolve("a-0"));
        round();
        assertThat(smoother.forces()).isEqualTo(1);
        assertThat(smoother.failures()).isZero();
    }

    private void round() throws IOException, InterruptedException {
        smoother.round();
    }

    private Path segment(String log, long offset) throws IOException {
        Files.createDirectories(folder.resolve(log));
        return Files.createFile(folder.resolve(log).resolve(String.format("%020d.log", offset)));
    }

    private static void grow(Path file, int bytes) throws IOException {
        Files.write(file, new byte[bytes], StandardOpenOption.APPEND);
    }
}
