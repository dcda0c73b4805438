package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopLocalTest {
    private final AtomicInteger made = new AtomicInteger();
    private final LoopLocal<String> local = LoopLocal.of(
            loop -> made.incrementAndGet() + " by " + Thread.currentThread().getName());

    @Test
    void eachLoopHasAValueOfItsOwnMadeOnItsThread() {
        try (EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(2))) {
            List<String> values = loops.loops().stream().map(this::valueOn).toList();
            assertThat(values).doesNotHaveDuplicates();
            for (EventLoop loop : loops.loops()) {
                String thread = Loopback.on(loop, () -> Thread.currentThread().getName());
                assertThat(valueOn(loop)).isIn(values).endsWith(thread);
            }
            assertThat(made).hasValue(2);
        }
    }

    @Test
    void twoLocalsShareNothing() {
        LoopLocal<String> other = LoopLocal.of(loop -> "other");
        try (EventLoops loops = EventLoops.open(TransportConfig.defaults())) {
            EventLoop loop = loops.loops().get(0);
            assertThat(Loopback.on(loop, () -> other.get(loop))).isEqualTo("other");
            assertThat(valueOn(loop)).startsWith("1 by");
        }
    }

    @Test
    void otherThreadsAreRefused() {
        try (EventLoops loops = EventLoops.open(TransportConfig.defaults())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> local.get(loops.loops().get(0)))
                    .withMessageContaining("not on the event loop");
        }
    }

    @Test
    void loopsThatShareAThreadKeepTheirValuesApart() {
        EmbeddedChannel first = new EmbeddedChannel();
        EmbeddedChannel second = new EmbeddedChannel();
        String ofFirst = local.get(first.eventLoop());
        String ofSecond = local.get(second.eventLoop());
        assertThat(ofFirst).isNotEqualTo(ofSecond);
        assertThat(local.get(first.eventLoop())).isSameAs(ofFirst);
        assertThat(local.get(second.eventLoop())).isSameAs(ofSecond);
        first.finishAndReleaseAll();
        second.finishAndReleaseAll();
    }

    private String valueOn(EventLoop loop) {
        return Loopback.on(loop, () -> local.get(loop));
    }
}
