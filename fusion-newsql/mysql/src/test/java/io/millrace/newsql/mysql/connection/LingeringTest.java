package io.millrace.newsql.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LingeringTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Lingering lingering = new Lingering(channel);

    @BeforeEach
    void stopTheClock() {
        channel.freezeTime();
    }

    @Test
    void aSilentClientIsClosedAfterTheSilence() {
        lingering.begin();
        pass(Lingering.SILENCE_SECONDS - 1);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatSendsIsReadFromUntilItIsSilent() {
        lingering.begin();
        for (int look = 0; look < 3; look++) {
            lingering.heard();
            pass(Lingering.SILENCE_SECONDS);
            assertThat(channel.isOpen()).isTrue();
        }
        pass(Lingering.SILENCE_SECONDS);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatNeverStopsIsClosedAllTheSame() {
        lingering.begin();
        for (int look = 1; look < Lingering.LOOKS_MAX; look++) {
            lingering.heard();
            pass(Lingering.SILENCE_SECONDS);
            assertThat(channel.isOpen()).isTrue();
        }
        lingering.heard();
        pass(Lingering.SILENCE_SECONDS);
        assertThat(channel.isOpen()).isFalse();
    }

    private void pass(long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }
}
