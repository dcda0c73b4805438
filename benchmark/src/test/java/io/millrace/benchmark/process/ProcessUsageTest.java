package io.millrace.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessUsageTest {
    @Test
    void sumsUserAndSystemTimeWhateverTheCommandIsCalled() {
        String stat = "4711 (my (odd) name) S 1 4711 4711 0 -1 4194560 100 0 0 0 250 50 7 9 20 0 5 0 100 1000 200";
        assertThat(ProcessUsage.cpuMicros(stat)).isEqualTo(3_000_000);
    }

    @Test
    void refusesWhatIsNotAStatLine() {
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessUsage.cpuMicros("nonsense"));
    }

    @Test
    void readsTheResidentSetAndZeroWhereThereIsNone() {
        assertThat(ProcessUsage.residentKib(List.of("Name:\tjava", "VmRSS:\t  123456 kB")))
                .isEqualTo(123_456);
        assertThat(ProcessUsage.residentKib(List.of("Name:\tjava", "State:\tZ (zombie)")))
                .isZero();
    }

    @Test
    void addsUp() {
        assertThat(ProcessUsage.sum(List.of(new ProcessUsage(1, 2), new ProcessUsage(10, 20))))
                .isEqualTo(new ProcessUsage(11, 22));
    }
}
