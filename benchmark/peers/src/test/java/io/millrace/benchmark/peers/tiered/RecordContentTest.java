package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecordContentTest {
    @Test
    void bearsWhenItWasDue() {
        byte[] value = RecordContent.of(3, 1234, 987_654_321L);

        assertThat(value).hasSize(RecordContent.BYTES);
        assertThat(RecordContent.check(3, 1234, value)).isEqualTo(987_654_321L);
    }

    @Test
    void noticesEveryByteThatIsWrong() {
        // The first eight are the time, which nobody knows better.
        for (int at = Long.BYTES; at < RecordContent.BYTES; at++) {
            byte[] value = RecordContent.of(3, 1234, 1);
            value[at] ^= 1;
            int wrong = at;
            assertThatIllegalStateException()
                    .as("byte %s", wrong)
                    .isThrownBy(() -> RecordContent.check(3, 1234, value))
                    .withMessageContaining("offset=1234");
        }
    }

    @Test
    void noticesAnotherRecordsValue() {
        byte[] value = RecordContent.of(3, 1234, 1);

        assertThatIllegalStateException().isThrownBy(() -> RecordContent.check(3, 1235, value));
        assertThatIllegalStateException().isThrownBy(() -> RecordContent.check(4, 1234, value));
        assertThatIllegalStateException()
                .isThrownBy(() -> RecordContent.check(3, 1234, Arrays.copyOf(value, value.length - 1)));
    }
}
