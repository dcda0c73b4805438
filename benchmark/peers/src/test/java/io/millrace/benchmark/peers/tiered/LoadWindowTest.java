package io.millrace.benchmark.peers.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadWindowTest {
    private static final long START = at(Long.MAX_VALUE - 5, 0); // nanoTime may wrap

    private final LoadWindow window = new LoadWindow(10e-9);

    @Test
    void nothingIsWithinItOrBehindItBeforeItIsOpened() {
        assertThat(window.contains(START)).isFalse();
        assertThat(window.isOver(at(START, 100))).isFalse();
    }

    @Test
    void whatIsDueAtItsEndIsOutside() {
        window.open(START);

        assertThat(window.contains(at(START, -1))).isFalse();
        assertThat(window.contains(START)).isTrue();
        assertThat(window.contains(at(START, 9))).isTrue();
        assertThat(window.contains(at(START, 10))).isFalse();
        assertThat(window.isOver(at(START, 9))).isFalse();
        assertThat(window.isOver(at(START, 10))).isTrue();
        assertThat(window.isOver(at(START, 110), 100)).isFalse();
        assertThat(window.isOver(at(START, 111), 100)).isTrue();
    }

    private static long at(long nanos, long more) {
        return nanos + more;
    }
}
