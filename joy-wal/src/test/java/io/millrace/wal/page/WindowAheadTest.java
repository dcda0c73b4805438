package io.millrace.wal.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.memory.PageArena;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowAheadTest {

    private final PageArena arena = PageArena.create(1 << 20);
    private final CountDownLatch mayGive = new CountDownLatch(1);
    private Thread opener = new Thread();

    @AfterEach
    void everyPageIsGivenBack() throws InterruptedException {
        opener.join();
        assertThat(arena.usedBytes()).isZero();
        arena.close();
    }

    private Window window() {
        return new Window(arena.acquire(PageArena.PAGE_UNIT, Duration.ZERO), 0, 0, () -> {});
    }

    /** One that another thread has begun to open, and gives when it may. */
    private WindowAhead beingOpened() throws InterruptedException {
        CountDownLatch opening = new CountDownLatch(1);
        WindowAhead ahead = new WindowAhead(0, () -> {
            opening.countDown();
            mayGive.await();
            return window();
        });
        opener = new Thread(ahead);
        opener.start();
        opening.await();
        return ahead;
    }

    @Test
    void aReaderThatComesFirstOpensItItself() {
        Thread[] openedBy = new Thread[1];
        WindowAhead ahead = new WindowAhead(0, () -> {
            openedBy[0] = Thread.currentThread();
            return window();
        });
        try (Window taken = ahead.take()) {
            assertThat(taken).isNotNull();
            assertThat(openedBy[0]).isSameAs(Thread.currentThread());
        }
    }

    @Test
    void aReaderWaitsForTheThreadThatOpensIt() throws InterruptedException {
        WindowAhead ahead = beingOpened();
        mayGive.countDown();
        try (Window taken = ahead.take()) {
            assertThat(taken).isNotNull();
        }
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
        WindowAhead ahead = beingOpened();
        ahead.abandon();
        mayGive.countDown();
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
        WindowAhead ahead = beingOpened();
        Thread.currentThread().interrupt();
        assertThat(ahead.take()).isNull();
        assertThat(Thread.interrupted()).isTrue();
        mayGive.countDown();
    }
}
