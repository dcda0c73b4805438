package io.millrace.newsql.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatementWorkersTest {

    @Test
    void whoHoldsLocksPassesTheQueueThatWaitsForThem() throws InterruptedException {
        try (StatementWorkers workers = new StatementWorkers(2)) {
            CountDownLatch lock = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(5);
            for (int i = 0; i < 5; i++) { // two block all workers, three wait in the queue
                workers.execute(
                        () -> {
                            awaitUninterrupted(lock);
                            done.countDown();
                        },
                        false);
            }
            assertThat(workers.waiting()).isEqualTo(3);
            workers.execute(lock::countDown, true); // the holder's COMMIT
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anIdleWorkerIsTakenBeforeANewOneIsStarted() throws InterruptedException {
        try (StatementWorkers workers = new StatementWorkers(100)) {
            for (int i = 0; i < 200; i++) {
                CountDownLatch ran = new CountDownLatch(1);
                workers.execute(ran::countDown, false);
                assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(workers.started()).isLessThan(100);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
