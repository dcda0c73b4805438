package io.millrace.tiered.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatesFileTest {

    private static final long LOOK = TimeUnit.SECONDS.toNanos(2);

    @TempDir
    private Path folder;

    private final SteppingClock clock = new SteppingClock();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("rates.properties"), "copy.bytes.per.second=1000\n");
    }

    @Test
    void followsTheFile() throws Exception {
        RatesFile rates = RatesFile.open(file, clock);
        assertThat(rates.rates()).isEqualTo(new Rates(1000, TokenBucket.UNLIMITED));
        Files.writeString(file, "copy.bytes.per.second = 20000\n");
        assertThat(rates.rates()).as("not looked yet").isEqualTo(new Rates(1000, TokenBucket.UNLIMITED));
        clock.sleep(LOOK);
        assertThat(rates.rates()).isEqualTo(new Rates(20_000, TokenBucket.UNLIMITED));
        Files.writeString(file, "copy.bytes.per.second=unlimited\n");
        clock.sleep(LOOK);
        assertThat(rates.rates()).isEqualTo(Rates.UNLIMITED);
    }

    @Test
    void keepsTheLastGoodRates() throws Exception {
        RatesFile rates = RatesFile.open(file, clock);
        for (String wrong : new String[] {"copy.bytes.per.second=fast\n", "copy.bytes.per.second=0\n", "copi=1\n"}) {
            Files.writeString(file, wrong);
            clock.sleep(LOOK);
            assertThat(rates.rates()).isEqualTo(new Rates(1000, TokenBucket.UNLIMITED));
        }
        Files.delete(file);
        clock.sleep(LOOK);
        assertThat(rates.rates()).isEqualTo(new Rates(1000, TokenBucket.UNLIMITED));
        Files.writeString(file, "");
        clock.sleep(LOOK);
        assertThat(rates.rates()).isEqualTo(Rates.UNLIMITED);
    }

    @Test
    void aMistakeAtStartIsNamed() throws Exception {
        Files.writeString(file, "copy.bytes.per.second=-5\n");
        assertThatThrownBy(() -> RatesFile.open(file, clock))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("copy.bytes.per.second: -5 (expected:");
    }
}
