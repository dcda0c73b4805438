package io.millrace.tiered.flush;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tiered.flush.UnforcedBytes.Due;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnforcedBytesTest {

    private static final Path A = Path.of("a.log");
    private static final Path B = Path.of("b.log");

    private final UnforcedBytes unforced = new UnforcedBytes(100);

    @Test
    void whatASegmentHadWhenItWasFirstSeenDoesNotCount() {
        assertThat(unforced.due(Map.of(A, 5000L))).isEmpty();
        assertThat(unforced.due(Map.of(A, 5099L))).isEmpty();
        assertThat(unforced.due(Map.of(A, 5100L))).containsExactly(new Due(A, 5100, 100));
    }

    @Test
    void whatIsForcedCountsNoMore() {
        unforced.due(Map.of(A, 0L));
        Due due = unforced.due(Map.of(A, 150L)).get(0);
        unforced.forced(due);
        assertThat(unforced.due(Map.of(A, 249L))).isEmpty();
        assertThat(unforced.due(Map.of(A, 250L))).containsExactly(new Due(A, 250, 100));
    }

    @Test
    void theOneWithMostComesFirst() {
        unforced.due(Map.of(A, 0L, B, 0L));
        assertThat(unforced.due(Map.of(A, 120L, B, 300L))).extracting(Due::file).containsExactly(B, A);
    }

    @Test
    void aTruncatedSegmentStartsAgain() {
        unforced.due(Map.of(A, 1000L));
        assertThat(unforced.due(Map.of(A, 400L))).isEmpty();
        assertThat(unforced.due(Map.of(A, 500L))).containsExactly(new Due(A, 500, 100));
    }

    @Test
    void aSegmentThatIsActiveNoMoreIsForgotten() {
        unforced.due(Map.of(A, 0L));
        unforced.due(Map.of(B, 0L));
        assertThat(unforced.due(Map.of(A, 500L)))
                .as("seen for the first time again")
                .isEmpty();
    }
}
