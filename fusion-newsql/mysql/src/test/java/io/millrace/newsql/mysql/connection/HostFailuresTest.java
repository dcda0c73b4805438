package io.millrace.newsql.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostFailuresTest {
    private final HostFailures failures = new HostFailures(3, 1000);

    @Test
    void aHostIsBlockedAfterSoManyFailuresInARowAndFreeAfterAWhile() {
        failures.failed("a", 1);
        failures.failed("a", 2);
        assertThat(failures.isBlocked("a", 3)).isFalse();
        failures.failed("a", 3);
        assertThat(failures.isBlocked("a", 1003)).isTrue();
        assertThat(failures.isBlocked("b", 1003)).isFalse();
        assertThat(failures.isBlocked("a", 1004)).isFalse();
        failures.failed("a", 1005);
        assertThat(failures.isBlocked("a", 1005)).isFalse();
    }

    @Test
    void aLoginForgetsTheFailures() {
        failures.failed("a", 1);
        failures.failed("a", 1);
        failures.succeeded("a");
        failures.failed("a", 1);
        assertThat(failures.isBlocked("a", 1)).isFalse();
    }

    @Test
    void onlySoManyHostsAreRemembered() {
        for (int i = 0; i < 3; i++) {
            failures.failed("first", 1);
        }
        for (int i = 0; i < HostFailures.HOSTS_MAX; i++) {
            failures.failed("host " + i, 1);
        }
        assertThat(failures.isBlocked("first", 1)).isFalse();
    }
}
