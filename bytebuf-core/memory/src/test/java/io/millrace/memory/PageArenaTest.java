package io.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PageArenaTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private final PageArena arena = PageArena.create(16 << 12);

    @AfterEach
    void nothingLeaked() {
        arena.close();
    }

    @Test
    void accountsForWhatIsUsedAndPooled() {
        Page small = arena.acquire(4096, Duration.ZERO);
        Page large = arena.acquire(8 << 12, Duration.ZERO);
        assertThat(arena.usedBytes()).isEqualTo(9 << 12);
        large.release();
        assertThat(arena.usedBytes()).isEqualTo(1 << 12);
        assertThat(arena.pooledBytes()).isEqualTo(8 << 12);
        small.release();
        assertThat(arena.usedBytes()).isZero();
        assertThat(arena.pooledBytes()).isEqualTo(9 << 12);
        assertThat(arena.budgetBytes()).isEqualTo(16 << 12);
    }

    @Test
    void aPooledPageIsUsedAgain() {
        Page first = arena.acquire(4096, Duration.ZERO);
        Object memory = first.buffer();
        first.release();
        Page second = arena.acquire(4096, Duration.ZERO);
        assertThat(second).isNotSameAs(first);
        assertThat(second.buffer()).isSameAs(memory);
        assertThat(arena.pooledBytes()).isZero();
        second.release();
    }

    @Test
    void pooledPagesMakeRoomForAnotherSize() {
        Page[] pages = new Page[16];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = arena.acquire(4096, Duration.ZERO);
        }
        for (Page page : pages) {
            page.release();
        }
        assertThat(arena.pooledBytes()).isEqualTo(16 << 12);
        Page large = arena.acquire(15 << 12, Duration.ZERO);
        assertThat(arena.usedBytes()).isEqualTo(15 << 12);
        assertThat(arena.pooledBytes()).isEqualTo(1 << 12);
        large.release();
    }

    @Test
    void theBudgetIsRefusedWithItsNumbers() {
        Page page = arena.acquire(15 << 12, Duration.ZERO);
        assertThat(arena.tryAcquire(2 << 12)).isNull();
        MemoryException refused =
                catchThrowableOfType(MemoryException.class, () -> arena.acquire(2 << 12, Duration.ofMillis(1)));
        assertThat(refused.reason()).isEqualTo(MemoryException.Reason.BUDGET);
        assertThat(refused).hasMessageContaining("wanted=8192, used=61440 (expected: sum <= 65536 within PT0.001S)");
        assertThat(arena.usedBytes()).isEqualTo(15 << 12);
        page.release();
    }

    @Test
    void aWaiterGetsTheRoomThatAReleaseMakes() {
        Page page = arena.acquire(16 << 12, Duration.ZERO);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        arena.bindTo(registry);
        CompletableFuture<Page> waiter = CompletableFuture.supplyAsync(() -> arena.acquire(4096, LONG_ENOUGH));
        await().until(() -> waits(registry) == 1);
        assertThat(waiter).isNotDone();
        page.release();
        waiter.join().release();
    }

    @Test
    void aWaiterThatIsInterruptedGivesUp() throws InterruptedException {
        Page page = arena.acquire(16 << 12, Duration.ZERO);
        CompletableFuture<MemoryException.Reason> reason = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            MemoryException thrown =
                    catchThrowableOfType(MemoryException.class, () -> arena.acquire(4096, LONG_ENOUGH));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            reason.complete(thrown.reason());
        });
        waiter.start();
        waiter.interrupt();
        assertThat(reason.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(MemoryException.Reason.INTERRUPTED);
        page.release();
    }

    @Test
    void sizesThatAreNoneAreRefused() {
        for (int bytes : new int[] {0, -4096, 1, 4095, 4097, (1 << 30) + 4096, 17 << 12}) {
            assertThatThrownBy(() -> arena.acquire(bytes, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> arena.tryAcquire(bytes)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> PageArena.create(4095)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closeNamesThePagesInUseAndTakesThemBackLater() {
        PageArena other = PageArena.create(1 << 20);
        other.acquire(4096, Duration.ZERO).release();
        Page leaked = other.acquire(8192, Duration.ZERO);
        leaked.retain();
        assertThatThrownBy(other::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 pages in use (8192 bytes; expected: none)")
                .hasMessageContaining("Page[capacity=8192, refCount=2]");
        assertThat(other.pooledBytes()).isZero();
        other.close();
        assertThatThrownBy(() -> other.acquire(4096, Duration.ZERO)).hasMessage("arena is closed");
        leaked.buffer().putInt(0, 1);
        leaked.release();
        leaked.release();
        assertThat(other.usedBytes()).isZero();
        assertThat(other.pooledBytes()).isZero();
    }

    @Test
    void closeEndsTheWaiting() {
        PageArena other = PageArena.create(4096);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        other.bindTo(registry);
        Page page = other.acquire(4096, Duration.ZERO);
        CompletableFuture<Page> waiter = CompletableFuture.supplyAsync(() -> other.acquire(4096, LONG_ENOUGH));
        await().until(() -> waits(registry) == 1);
        assertThatThrownBy(other::close).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(waiter::join).hasRootCauseMessage("arena is closed");
        page.release();
    }

    @Test
    void metersSayWhatTheArenaSays() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        arena.bindTo(registry);
        Page page = arena.acquire(3 << 12, Duration.ZERO);
        assertThat(registry.get(MemoryMeters.BUDGET.meterName()).gauge().value())
                .isEqualTo(16 << 12);
        assertThat(registry.get(MemoryMeters.USED.meterName()).gauge().value()).isEqualTo(3 << 12);
        assertThat(registry.get(MemoryMeters.MAPPED.meterName()).gauge().value())
                .isZero();
        assertThat(waits(registry)).isZero();
        page.release();
    }

    private static double waits(SimpleMeterRegistry registry) {
        return registry.get(MemoryMeters.WAITS.meterName()).functionCounter().count();
    }
}
