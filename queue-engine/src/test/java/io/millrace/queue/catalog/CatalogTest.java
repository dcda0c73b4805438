package io.millrace.queue.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.memory.PageArena;
import io.millrace.queue.QueueException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CatalogTest {

    private static final int QUEUES = 20_000;

    private final PageArena arena = PageArena.create(64 << 20);
    private final Catalog catalog = new Catalog(arena, QUEUES, Duration.ofSeconds(1));

    @AfterEach
    void giveEverythingBack() {
        catalog.close();
        arena.close();
    }

    @Test
    void givesEveryNameANumberOfItsOwn() {
        for (int i = 0; i < QUEUES; i++) {
            assertThat(catalog.findOrCreate("name-" + i, (queue, name) -> true)).isEqualTo(i);
        }
        for (int i = 0; i < QUEUES; i++) {
            assertThat(catalog.find("name-" + i)).isEqualTo(i);
            assertThat(catalog.name(i)).isEqualTo("name-" + i);
        }
        assertThat(catalog.find("name-" + QUEUES)).isEqualTo(-1);
        assertThatThrownBy(() -> catalog.findOrCreate("one more", (queue, name) -> true))
                .isInstanceOfSatisfying(
                        QueueException.class, e -> assertThat(e.reason()).isEqualTo(QueueException.Reason.FULL))
                .hasMessageContaining("one more");
    }

    @Test
    void tellsNamesWithEqualHashesApart() {
        List<String> names = List.of("AaAaAaAa", "AaAaAaBB", "AaAaBBAa", "AaBBAaAa", "BBAaAaAa", "BBBBBBBB");
        names.forEach(name -> catalog.findOrCreate(name, (queue, bytes) -> true));
        for (int i = 0; i < names.size(); i++) {
            assertThat(catalog.find(names.get(i))).isEqualTo(i);
        }
        catalog.delete(2);
        assertThat(catalog.find(names.get(2))).isEqualTo(-1);
        assertThat(catalog.find(names.get(5))).isEqualTo(5);
    }

    @Test
    void makesNoQueueThatTheJournalDoesNotHave() {
        assertThat(catalog.findOrCreate("q", (queue, name) -> false)).isEqualTo(-1);
        assertThat(catalog.find("q")).isEqualTo(-1);
        assertThat(catalog.live()).isZero();
    }

    @Test
    void givesTheNameOfADeletedQueueToANewOne() {
        int first = catalog.findOrCreate("q", (queue, name) -> true);
        catalog.delete(first);
        assertThat(catalog.isLive(first)).isFalse();
        int second = catalog.findOrCreate("q", (queue, name) -> true);
        assertThat(second).isNotEqualTo(first);
        assertThat(catalog.find("q")).isEqualTo(second);
        assertThat(catalog.live()).isEqualTo(1);
    }

    @Test
    void refusesHalfOfASurrogatePair() {
        assertThatThrownBy(() -> catalog.findOrCreate("\uD83D", (queue, name) -> true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givesOneNumberToThreadsThatMakeTheSameQueue() throws Exception {
        int threads = 4;
        int names = 2000;
        AtomicIntegerArray numbers = new AtomicIntegerArray(names);
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            all.add(pool.submit(() -> {
                start.await();
                for (int i = 0; i < names; i++) {
                    int number = catalog.findOrCreate("shared-" + i, (queue, name) -> true);
                    int before = numbers.getAndSet(i, number + 1);
                    assertThat(before).isIn(0, number + 1);
                    assertThat(catalog.find("shared-" + i)).isEqualTo(number);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        pool.shutdown();
        assertThat(catalog.live()).isEqualTo(names);
    }
}
