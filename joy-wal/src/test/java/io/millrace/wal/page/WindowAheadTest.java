package io.millrace.wal.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.PageArena;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowAheadTest {

    private final PageArena arena = PageArena.create(1 << 20);

    @AfterEach
    void everyPageIsGivenBack() {
        assertThat(arena.usedBytes()).isZero();
        arena.close();
    }

    private Window window() {
        return new Window(arena.acquire(PageArena.PAGE_UNIT, Duration.ZERO), 0, 0, () -> {});
    }

    @Test
    void aReaderThatComesFirstOpensItItself() {
        Thread[] opener = new Thread[1];
        WindowAhead ahead = new WindowAhead(0, () -> {
            opener[0] = Thread.currentThread();
            return window();
        });
        try (Window taken = ahead.take()) {
            assertThat(taken).isNotNull();
            assertThat(opener[0]).isSameAs(Thread.currentThread());
        }
    }

    @Test
    void aReaderWaitsForTheThreadThatOpensIt() throws InterruptedException {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch taking = new CountDownLatch(1);
        WindowAhead ahead = new WindowAhead(0, () -> {
            opening.countDown();
            taking.await();
            return window();
        });
        Thread opener = new Thread(ahead);
        opener.start();
        opening.await();
        taking.countDown();
        try (Window taken = ahead.take()) {
            assertThat(taken).isNotNull();
        }
        opener.join();
    }

    @Test
    void oneThatWasAbandonedIsNotOpened() {
        boolean[] opened = new boolean[1];
        WindowAhead ahead = new WindowAhead(0, () -> {
            opened[0] = true;
            return null;
        });
        ahead.abandon();
        ahead.run();
        assertThat(opened[0]).isFalse();
    }

    @Test
    void oneThatIsAbandonedWhileItIsOpenedIsGivenBackByWhoOpensIt() throws InterruptedException {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch abandoned = new CountDownLatch(1);
        WindowAhead ahead = new WindowAhead(0, () -> {
            opening.countDown();
            abandoned.await();
            return window();
        });
        Thread opener = new Thread(ahead);
        opener.start();
        opening.await();
        ahead.abandon();
        abandoned.countDown();
        opener.join();
    }

    @Test
    void oneThatWasOpenedIsGivenBackWhenItIsAbandoned() {
        WindowAhead ahead = new WindowAhead(0, this::window);
        ahead.run();
        assertThat(arena.usedBytes()).isPositive();
        ahead.abandon();
    }

    @Test
    void whatFailsIsLeftToTheReadersOwnAttempt() {
        WindowAhead ahead = new WindowAhead(0, () -> {
            throw new IllegalStateException("the disk is gone");
        });
        assertThat(ahead.take()).isNull();
        ahead.abandon();
    }

    @Test
    void anInterruptedReaderStaysInterrupted() throws InterruptedException {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        WindowAhead ahead = new WindowAhead(0, () -> {
            opening.countDown();
            given.await();
            return window();
        });
        Thread opener = new Thread(ahead);
        opener.start();
        opening.await();
        Thread.currentThread().interrupt();
        assertThat(ahead.take()).isNull();
        assertThat(Thread.interrupted()).isTrue();
        given.countDown();
        opener.join();
    }
}
