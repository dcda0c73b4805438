package io.millrace.wal.append;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompanyTest {

    private static final long FORCE = 100;

    private final Company company = new Company();
    private final List<SyncGroup> groups = new ArrayList<>();

    @AfterEach
    void letGo() {
        groups.forEach(SyncGroup::complete);
    }

    @Test
    void nobodyIsAwaitedBehindASingleThread() {
        company.forced(groupOf(1), groupOf(0), FORCE, 0);
        assertThat(company.isAwaited(groupOf(0), 0)).isFalse();
    }

    @Test
    void thoseWhoWereLetGoAreAwaitedAsLongAsTheForceTook() {
        company.forced(groupOf(3), groupOf(1), FORCE, 1_000);
        assertThat(company.isAwaited(groupOf(2), 1_000 + FORCE - 1)).isTrue();
        assertThat(company.isAwaited(groupOf(2), 1_000 + FORCE)).isFalse();
    }

    @Test
    void theWaitEndsWhenAllAreThere() {
        company.forced(groupOf(3), groupOf(1), FORCE, 0);
        assertThat(company.isAwaited(groupOf(4), 1)).isFalse();
        company.forced(groupOf(4), groupOf(0), FORCE, 0);
        assertThat(company.isAwaited(groupOf(1), 1))
                .as("the wait before was worth it")
                .isTrue();
    }

    @Test
    void whereNobodyComesForcesWaitEverMoreRarely() {
        int waits = 0;
        for (int force = 0; force < 10_000; force++) {
            company.forced(groupOf(2), groupOf(0), FORCE, 0);
            if (company.isAwaited(groupOf(0), 0)) {
                waits++;
                assertThat(company.isAwaited(groupOf(0), FORCE)).isFalse();
            }
        }
        assertThat(waits).isBetween(10, 20);
    }

    /** A group in which so many threads sleep; at most a few, each one made once. */
    private SyncGroup groupOf(int threads) {
        for (SyncGroup group : groups) {
            if (group.sleeping() == threads) {
                return group;
            }
        }
        SyncGroup group = new SyncGroup();
        groups.add(group);
        for (int i = 0; i < threads; i++) {
            SyncGroupTest.sleepIn(group);
        }
        Awaitility.await().until(() -> group.sleeping() == threads);
        return group;
    }
}
