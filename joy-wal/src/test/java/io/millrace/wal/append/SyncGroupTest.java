package io.millrace.wal.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.wal.WalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SyncGroupTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A thread that sleeps until the group is over, and what its sleep ended with. */
    record Sleeping(Thread thread, AtomicReference<Object> end) {}

    static Sleeping sleepIn(SyncGroup group) {
        AtomicReference<Object> end = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                group.await();
                end.set("done");
            } catch (Exception e) {
                end.set(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return new Sleeping(thread, end);
    }

    @Test
    void everySleeperIsWokenWhateverOthersDo() throws InterruptedException {
        Random random = new Random(Seeds.seed("SyncGroupTest"));
        for (int round = 0; round < 200; round++) {
            SyncGroup group = new SyncGroup();
            List<Sleeping> sleepers = new ArrayList<>();
            int threads = 1 + random.nextInt(12);
            for (int i = 0; i < threads; i++) {
                sleepers.add(sleepIn(group));
            }
            if (random.nextBoolean()) {
                Awaitility.await().atMost(PATIENCE).until(() -> group.sleeping() == threads);
            }
            // One who leaves may be the one who should have woken others.
            sleepers.get(random.nextInt(threads)).thread().interrupt();
            group.complete();
            for (Sleeping sleeper : sleepers) {
                sleeper.thread().join(PATIENCE.toMillis());
                assertThat(sleeper.end().get()).isNotNull();
            }
        }
    }

    @Test
    void aFailureReachesAllWhoSleepAndAllWhoComeLater() throws InterruptedException {
        SyncGroup group = new SyncGroup();
        List<Sleeping> sleepers = List.of(sleepIn(group), sleepIn(group), sleepIn(group));
        Awaitility.await().atMost(PATIENCE).until(() -> group.sleeping() == 3);
        WalException why = new WalException(WalException.Reason.FAILED, "as the test has it");
        group.fail(why);
        List<Sleeping> all = new ArrayList<>(sleepers);
        all.add(sleepIn(group));
        for (Sleeping sleeper : all) {
            sleeper.thread().join(PATIENCE.toMillis());
            assertThat(sleeper.end().get()).isInstanceOfSatisfying(WalException.class, e -> assertThat(e)
                    .hasMessage(why.getMessage())
                    .hasCause(why));
        }
    }
}
