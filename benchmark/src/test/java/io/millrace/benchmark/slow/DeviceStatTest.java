package io.millrace.benchmark.slow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DeviceStatTest {
    private static final String LINE =
            "     125        1    17646      146       31       70    25322       46        0      180      192       "
                    + " 2\n";

    @Test
    void countsSectorsOf512Bytes() {
        assertThat(DeviceStat.parse(LINE)).isEqualTo(new DeviceStat(17646 * 512L, 25322 * 512L));
    }

    @Test
    void tellsWhatWasMovedSince() {
        DeviceStat before = new DeviceStat(100, 1000);

        assertThat(new DeviceStat(150, 1700).since(before)).isEqualTo(new DeviceStat(50, 700));
    }

    @Test
    void refusesWhatIsNoSuchLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeviceStat.parse("1 2 3"))
                .withMessageContaining("1 2 3");
    }
}
