package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteSamplesTest {
    @TempDir
    private Path directory = Path.of("");

    private WriteSamples samples = new WriteSamples(Path.of(""));

    @Test
    void evenWritesDeviateByNothing() throws IOException {
        begin(1000);
        look(1000, 3000);
        look(2000, 5000);
        assertThat(samples.bytesPerSecond()).isEqualTo(2000 * 512.0);
        assertThat(samples.relativeDeviation()).isZero();
    }

    @Test
    void aFloodEveryThirdSecondDeviatesByMoreThanTheMean() throws IOException {
        begin(0);
        look(1000, 0);
        look(2000, 0);
        look(3000, 300);
        assertThat(samples.bytesPerSecond()).isEqualTo(100 * 512.0);
        assertThat(samples.relativeDeviation()).isCloseTo(Math.sqrt(2), within(1e-9));
    }

    @Test
    void looksWithinASecondAreNone() throws IOException {
        begin(0);
        look(400, 50);
        look(1000, 100);
        look(1600, 100);
        look(2000, 200);
        assertThat(samples.relativeDeviation()).isZero();
    }

    @Test
    void aLateLookCountsForItsTime() throws IOException {
        begin(0);
        look(1500, 150);
        look(2000, 200);
        assertThat(samples.bytesPerSecond()).isEqualTo(100 * 512.0);
        assertThat(samples.relativeDeviation()).isZero();
    }

    private void begin(long sectors) throws IOException {
        samples = new WriteSamples(write(sectors));
        samples.begin(0);
    }

    private void look(long millis, long sectors) throws IOException {
        write(sectors);
        samples.look(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private Path write(long sectors) throws IOException {
        return Files.writeString(directory.resolve("stat"), "1 0 0 0 7 0 " + sectors + " 0 0 0 0\n");
    }
}
