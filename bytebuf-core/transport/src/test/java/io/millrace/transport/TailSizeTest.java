package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TailSizeTest {
    private final TailSize size = new TailSize();

    @Test
    void growsAtOnceToAPowerOfTwo() {
        size.flushed(5_000);
        assertThat(size.bytes()).isEqualTo(8_192);
        size.flushed(8_193);
        assertThat(size.bytes()).isEqualTo(16_384);
    }

    @Test
    void neverExceedsItsMaximum() {
        size.flushed(10 * TailSize.MAX);
        assertThat(size.bytes()).isEqualTo(TailSize.MAX);
        size.flushed(TailSize.MAX);
        assertThat(size.bytes()).isEqualTo(TailSize.MAX);
    }

    @Test
    void halvesOnlyAfterCalmFlushesInARow() {
        for (int i = 0; i < TailSize.CALM_FLUSHES - 1; i++) {
            size.flushed(10);
        }
        assertThat(size.bytes()).isEqualTo(TailSize.FIRST);
        size.flushed(TailSize.FIRST);
        for (int i = 0; i < TailSize.CALM_FLUSHES; i++) {
            assertThat(size.bytes()).isEqualTo(TailSize.FIRST);
            size.flushed(10);
        }
        assertThat(size.bytes()).isEqualTo(TailSize.FIRST / 2);
    }

    @Test
    void neverFallsBelowItsMinimum() {
        for (int i = 0; i < 10 * TailSize.CALM_FLUSHES; i++) {
            size.flushed(1);
        }
        assertThat(size.bytes()).isEqualTo(TailSize.MIN);
    }
}
