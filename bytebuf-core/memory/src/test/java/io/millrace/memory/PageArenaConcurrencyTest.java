package io.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Many threads on one arena: the budget holds at every moment, no page has two owners, nobody waits for ever. */
final class PageArenaConcurrencyTest {

    private static final int THREADS = 16;
    private static final int ROUNDS = 1_500;
    private static final long BUDGET = 64 << 12;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PageArena arena = PageArena.create(BUDGET);

    @Test
    void theBudgetHoldsWhateverTheyDo() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        long seed = Seeds.seed("PageArenaConcurrencyTest");
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            int owner = thread + 1;
            tasks.add(() -> work(random, owner));
        }
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
        try {
            Future<?> watcher = pool.submit(() -> watch(done));
            for (Future<Void> worker : pool.invokeAll(tasks, 120, TimeUnit.SECONDS)) {
                worker.get();
            }
            done.set(true);
            watcher.get(60, TimeUnit.SECONDS);
        } finally {
            pool.shutdownNow();
        }
        assertThat(arena.usedBytes()).isZero();
        assertThat(arena.pooledBytes()).isBetween(0L, BUDGET);
        arena.close();
        assertThat(arena.pooledBytes()).isZero();
    }

    /** Holds at most one page while it waits for another, so that the budget is never deadlocked. */
    private Void work(Random random, int owner) {
        Deque<Page> held = new ArrayDeque<>();
        for (int round = 0; round < ROUNDS; round++) {
            int bytes = 4096 << random.nextInt(4);
            Page page = held.isEmpty() ? arena.acquire(bytes, PATIENCE) : arena.tryAcquire(bytes);
            if (page != null) {
                page.buffer().putInt(0, owner);
                page.buffer().putInt(bytes - 4, owner);
                held.add(page);
            }
            if (page == null || random.nextBoolean()) {
                release(held, owner);
            }
        }
        while (!held.isEmpty()) {
            release(held, owner);
        }
        return null;
    }

    private static void release(Deque<Page> held, int owner) {
        Page page = held.remove();
        assertThat(page.buffer().getInt(0)).isEqualTo(owner);
        assertThat(page.buffer().getInt(page.capacity() - 4)).isEqualTo(owner);
        assertThat(page.release()).isTrue();
    }

    private void watch(AtomicBoolean done) {
        while (!done.get()) {
            assertThat(arena.usedBytes()).isBetween(0L, BUDGET);
            assertThat(arena.pooledBytes()).isBetween(0L, BUDGET);
            Thread.onSpinWait();
        }
    }

    @Test
    void aPageReleasedByManyIsGivenBackOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            for (int round = 0; round < 500; round++) {
                Page page = arena.acquire(4096, Duration.ZERO);
                for (int thread = 1; thread < THREADS; thread++) {
                    page.retain();
                }
                assertThat(lastReleases(pool, page)).isEqualTo(1);
                assertThat(arena.usedBytes()).isZero();
                assertThat(arena.pooledBytes()).isEqualTo(4096);
            }
        } finally {
            pool.shutdownNow();
        }
        arena.close();
    }

    private static int lastReleases(ExecutorService pool, Page page)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Future<Boolean>> releases = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            releases.add(pool.submit(page::release));
        }
        int last = 0;
        for (Future<Boolean> release : releases) {
            last += release.get(60, TimeUnit.SECONDS) ? 1 : 0;
        }
        return last;
    }
}
