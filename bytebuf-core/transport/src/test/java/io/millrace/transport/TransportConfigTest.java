package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;

class TransportConfigTest {
    @Test
    void theDefaultsAreThese() {
        assertThat(TransportConfig.defaults())
                .isEqualTo(new TransportConfig(TransportKind.AUTO, 0, true, AllocatorKind.POOLED));
    }

    @Test
    void eachSettingCanBeChangedAlone() {
        assertThat(TransportConfig.defaults()
                        .withKind(TransportKind.NIO)
                        .withThreads(3)
                        .withAdaptivePolling(false)
                        .withAllocator(AllocatorKind.ADAPTIVE))
                .isEqualTo(new TransportConfig(TransportKind.NIO, 3, false, AllocatorKind.ADAPTIVE));
    }

    @Test
    void aNegativeNumberOfThreadsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransportConfig.defaults().withThreads(-1))
                .withMessage("threads: -1 (expected: >= 0)");
    }

    @Test
    void allocatorsAreSharedAndPreferDirectMemory() {
        assertThat(AllocatorKind.POOLED.shared())
                .isInstanceOf(PooledByteBufAllocator.class)
                .isSameAs(AllocatorKind.POOLED.shared());
        assertThat(AllocatorKind.ADAPTIVE.shared())
                .isInstanceOf(AdaptiveByteBufAllocator.class)
                .isSameAs(AllocatorKind.ADAPTIVE.shared());
        for (AllocatorKind kind : AllocatorKind.values()) {
            var buffer = kind.shared().buffer(1);
            assertThat(buffer.isDirect()).isTrue();
            buffer.release();
        }
    }
}
