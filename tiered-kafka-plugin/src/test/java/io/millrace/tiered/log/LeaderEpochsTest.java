package io.millrace.tiered.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaderEpochsTest {

    @Test
    void readsKafkasCheckpoint() {
        LeaderEpochs epochs = LeaderEpochs.parse("0\n3\n0 0\n2 100\n7 250\n".getBytes(UTF_8));
        assertThat(epochs).isEqualTo(LeaderEpochs.of(Map.of(0, 0L, 2, 100L, 7, 250L)));
        assertThat(epochs.start(2)).hasValue(100);
        assertThat(epochs.end(2)).isEqualTo(250);
        assertThat(epochs.end(7)).isEqualTo(Long.MAX_VALUE);
        assertThat(epochs.start(3)).isEmpty();
        assertThat(LeaderEpochs.parse("0\n0\n".getBytes(UTF_8)).starts()).isEmpty();
    }

    @Test
    void refusesWhatIsNone() {
        for (String text : new String[] {"", "0", "1\n0\n", "0\nx\n", "0\n2\n0 0\n", "0\n1\n0\n", "0\n1\na b\n"}) {
            assertThatThrownBy(() -> LeaderEpochs.parse(text.getBytes(UTF_8)))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void clipsToARange() {
        LeaderEpochs epochs = LeaderEpochs.of(Map.of(0, 0L, 2, 100L, 7, 250L));
        assertThat(epochs.between(50, 99)).isEqualTo(LeaderEpochs.of(Map.of(0, 50L)));
        assertThat(epochs.between(50, 100)).isEqualTo(LeaderEpochs.of(Map.of(0, 50L, 2, 100L)));
        assertThat(epochs.between(100, 249)).isEqualTo(LeaderEpochs.of(Map.of(2, 100L)));
        assertThat(epochs.between(300, 400)).isEqualTo(LeaderEpochs.of(Map.of(7, 300L)));
    }
}
