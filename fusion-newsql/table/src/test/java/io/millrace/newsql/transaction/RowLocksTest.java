package io.millrace.newsql.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.transaction.RowLocks.Key;
import io.millrace.newsql.transaction.RowLocks.Patience;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RowLocksTest {

    private static final long LONG = TimeUnit.MINUTES.toNanos(1);
    private static final int SHARED = 1;
    private static final int ALONE = 1000;

    private final RowLocks locks = new RowLocks();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LockHolder a = new LockHolder();
    private final LockHolder b = new LockHolder();
    private final LockHolder c = new LockHolder();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static Key key(int number) {
        return new Key(Area.ROWS, new byte[] {(byte) number});
    }

    private boolean tries(LockHolder holder, boolean shared) {
        return locks.acquire(key(1), holder, shared, Patience.SKIP, 0);
    }

    private Future<Boolean> waits(int key, LockHolder holder, boolean shared) {
        Future<Boolean> future =
                threads.submit((Callable<Boolean>) () -> locks.acquire(key(key), holder, shared, Patience.WAIT, LONG));
        Awaitility.await().until(() -> holder.wanted() != null || future.isDone());
        return future;
    }

    private static int code(Future<Boolean> future) throws InterruptedException {
        try {
            future.get();
            return 0;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SqlException error) {
                return error.code();
            }
            throw new AssertionError(e);
        }
    }

    @Test
    void severalShareAKeyAndKeepAWriterOut() {
        assertThat(tries(a, true)).isTrue();
        assertThat(tries(b, true)).isTrue();
        assertThat(tries(c, false)).isFalse();
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> locks.acquire(key(1), c, false, Patience.NOWAIT, 0))
                .satisfies(e -> assertThat(e.code()).isEqualTo(3572));
        locks.release(key(1), a);
        assertThat(tries(c, false)).isFalse();
        locks.release(key(1), b);
        assertThat(tries(c, false)).isTrue();
        assertThat(tries(a, true)).isFalse();
        locks.release(key(1), c);
        assertThat(locks.size()).isZero();
    }

    @Test
    void aWriterThatWaitsIsNotPassedByThoseWhoShare() throws Exception {
        assertThat(tries(a, true)).isTrue();
        Future<Boolean> writer = waits(1, b, false);
        assertThat(tries(c, true)).isFalse();
        Future<Boolean> reader = waits(1, c, true);
        locks.release(key(1), a);
        assertThat(writer.get()).isTrue();
        assertThat(reader.isDone()).isFalse();
        locks.release(key(1), b);
        assertThat(reader.get()).isTrue();
    }

    @Test
    void itsOnlySharerGetsItAloneAndOthersWaitForTheirs() throws Exception {
        assertThat(tries(a, true)).isTrue();
        assertThat(tries(a, false)).isTrue();
        assertThat(tries(b, true)).isFalse();
        locks.release(key(1), a);

        assertThat(tries(a, true)).isTrue();
        assertThat(tries(b, true)).isTrue();
        Future<Boolean> grows = waits(1, a, false);
        assertThat(grows.isDone()).isFalse();
        locks.release(key(1), b);
        assertThat(grows.get()).isTrue();
        assertThat(tries(b, true)).isFalse();
    }

    @Test
    void twoSharersThatBothWantItAloneAreADeadlock() throws Exception {
        assertThat(tries(a, true)).isTrue();
        assertThat(tries(b, true)).isTrue();
        Future<Boolean> first = waits(1, a, false);
        assertThat(code(waits(1, b, false))).isEqualTo(SqlErrors.DEADLOCK);
        assertThat(tries(b, true)).as("what it shared it keeps").isTrue();
        locks.release(key(1), b);
        assertThat(first.get()).isTrue();
    }

    @Test
    void aCircleOverTheLineIsADeadlock() throws Exception {
        locks.acquire(key(1), a, true, Patience.WAIT, LONG);
        locks.acquire(key(2), c, false, Patience.WAIT, LONG);
        Future<Boolean> writer = waits(1, b, false);
        Future<Boolean> behindTheWriter = waits(1, c, true);
        assertThat(code(waits(2, a, false))).isEqualTo(SqlErrors.DEADLOCK);
        locks.release(key(1), a);
        assertThat(writer.get()).isTrue();
        locks.release(key(1), b);
        assertThat(behindTheWriter.get()).isTrue();
    }

    @Test
    void aWriterThatGivesUpLetsThoseBehindItIn() throws Exception {
        assertThat(tries(a, true)).isTrue();
        Future<Boolean> writer = waits(1, b, false);
        Future<Boolean> reader = waits(1, c, true);
        b.cancel();
        assertThat(code(writer)).isEqualTo(1317);
        assertThat(reader.get()).isTrue();
    }

    @Test
    void randomHoldersNeverHoldWhatOthersHold() throws Exception {
        long seed = Seeds.seed("RowLocksTest");
        AtomicIntegerArray held = new AtomicIntegerArray(4);
        List<Future<Integer>> workers = new ArrayList<>();
        for (int worker = 0; worker < 6; worker++) {
            Random random = new Random(seed + worker);
            workers.add(threads.submit(() -> work(random, held)));
        }
        int failed = 0;
        for (Future<Integer> worker : workers) {
            failed += worker.get();
        }
        assertThat(failed).isLessThan(6 * 300);
        assertThat(locks.size()).isZero();
    }

    @Test
    void holdersThatTakeKeysInOneOrderAreNeverADeadlock() throws Exception {
        List<Future<Boolean>> workers = new ArrayList<>();
        for (int worker = 0; worker < 8; worker++) {
            boolean shares = worker == 0;
            workers.add(threads.submit(() -> takeInOrder(shares)));
        }
        for (Future<Boolean> worker : workers) {
            assertThat(worker.get()).isTrue();
        }
        assertThat(locks.size()).isZero();
    }

    /** Two keys that all want, again and again. */
    private boolean takeInOrder(boolean shares) {
        for (int round = 0; round < 4_000; round++) {
            LockHolder holder = new LockHolder();
            for (int key = 0; key < 2; key++) {
                locks.acquire(key(key), holder, shares, Patience.WAIT, LONG);
            }
            for (int key = 0; key < 2; key++) {
                locks.release(key(key), holder);
            }
        }
        return true;
    }

    /** Takes up to three keys, then lets all go. @return how often it was refused */
    private int work(Random random, AtomicIntegerArray held) {
        int refused = 0;
        for (int round = 0; round < 300; round++) {
            LockHolder holder = new LockHolder();
            int[] mine = new int[4];
            try {
                for (int i = 0; i < 3; i++) {
                    take(random, holder, mine, held);
                }
            } catch (SqlException e) {
                assertThat(e.code()).isEqualTo(SqlErrors.DEADLOCK);
                refused++;
            }
            for (int key = 0; key < mine.length; key++) {
                if (mine[key] != 0) {
                    held.addAndGet(key, -mine[key]);
                    locks.release(key(key), holder);
                }
            }
        }
        return refused;
    }

    private void take(Random random, LockHolder holder, int[] mine, AtomicIntegerArray held) {
        int key = random.nextInt(mine.length);
        boolean shared = random.nextBoolean();
        locks.acquire(key(key), holder, shared, Patience.WAIT, LONG);
        int now = mine[key] == ALONE || !shared ? ALONE : SHARED;
        int all = held.addAndGet(key, now - mine[key]);
        mine[key] = now;
        assertThat(all).isLessThanOrEqualTo(now == ALONE ? ALONE : ALONE - 1);
    }
}
