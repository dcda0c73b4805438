package io.millrace.mesh.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.millrace.testkit.ManualClock;
import io.millrace.testkit.Seeds;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
    private static final long TICK = Duration.ofMillis(Deadlines.TICK_MILLIS).toNanos();
    private static final int ROUND = 512;

    /** Never started by the tests that move the clock: they advance the wheel themselves. */
    private final EventLoop loop = new DefaultEventLoop();

    private final ManualClock clock = ManualClock.create();
    private final Deadlines deadlines = new Deadlines(new IdleLoop(), clock);
    private final List<String> fired = new ArrayList<>();

    @AfterEach
    void close() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void firesAtTheDeadlineAndNotBefore() {
        Named entry = add("a", millis(100));

        advance(99);
        assertThat(fired).isEmpty();
        assertThat(entry.isArmed()).isTrue();

        advance(Deadlines.TICK_MILLIS + 1);
        assertThat(fired).containsExactly("a");
        assertThat(entry.isArmed()).isFalse();
        assertThat(deadlines.size()).isZero();
    }

    @Test
    void addingAnArmedEntryMovesIt() {
        Named entry = add("a", millis(50));
        deadlines.add(entry, deadlines.now() + millis(200));

        advance(150);
        assertThat(fired).isEmpty();
        assertThat(deadlines.size()).isEqualTo(1);

        advance(70);
        assertThat(fired).containsExactly("a");
    }

    @Test
    void aRemovedEntryNeverFiresAndMayBeRemovedTwice() {
        Named entry = add("a", millis(50));
        deadlines.remove(entry);
        deadlines.remove(entry);

        advance(1000);
        assertThat(fired).isEmpty();
        assertThat(deadlines.size()).isZero();
    }

    @Test
    void anEntryMayRemoveItsNeighboursWhileItFires() {
        List<Named> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(new Named("n" + i) {
                @Override
                protected void onDeadline() {
                    super.onDeadline();
                    all.forEach(deadlines::remove);
                }
            });
        }
        all.forEach(each -> deadlines.add(each, deadlines.now() + millis(30)));

        advance(50);
        assertThat(fired).hasSize(1);
        assertThat(deadlines.size()).isZero();
    }

    @Test
    void anEntryMayArmItselfAgainWhileItFires() {
        Named periodic = new Named("p") {
            @Override
            protected void onDeadline() {
                super.onDeadline();
                deadlines.add(this, deadlines.now() + millis(20));
            }
        };
        deadlines.add(periodic, deadlines.now() + millis(20));

        for (int i = 0; i < 10; i++) {
            advance(Deadlines.TICK_MILLIS);
        }
        assertThat(fired).hasSizeBetween(3, 5).containsOnly("p");
        assertThat(deadlines.size()).isEqualTo(1);
    }

    @Test
    void anEntryArmedForThePastWhileFiringWaitsForTheNextTick() {
        Named again = new Named("past") {
            @Override
            protected void onDeadline() {
                super.onDeadline();
                if (fired.size() < 3) {
                    deadlines.add(this, deadlines.now() - millis(500));
                }
            }
        };
        deadlines.add(again, deadlines.now());
        advance(Deadlines.TICK_MILLIS);
        int first = fired.size();
        advance(Deadlines.TICK_MILLIS);
        advance(Deadlines.TICK_MILLIS);

        assertThat(first).isEqualTo(1);
        assertThat(fired).hasSize(3);
    }

    @Test
    void aDeadlineInThePastFiresWithTheNextTickEvenAfterALongIdleTime() {
        clock.advance(Duration.ofMillis(3L * ROUND * Deadlines.TICK_MILLIS + 130)); // nothing ticks meanwhile
        add("late", -millis(400));

        advance(2 * Deadlines.TICK_MILLIS);
        assertThat(fired).containsExactly("late");
    }

    @Test
    void aStandstillLongerThanARoundFiresAllThatIsDueAndNothingElse() {
        for (int i = 0; i < 3 * ROUND; i++) {
            add("e" + i, i * TICK);
        }
        advance(2 * ROUND * Deadlines.TICK_MILLIS);

        assertThat(fired).hasSizeBetween(2 * ROUND, 2 * ROUND + 1);
        assertThat(deadlines.size()).isEqualTo(3 * ROUND - fired.size());
    }

    @Test
    void anEntryThatThrowsDoesNotTakeTheOthersWithIt() {
        deadlines.add(new Thrower(), deadlines.now() + millis(20));
        add("neighbour", millis(20));
        deadlines.add(new Thrower(), deadlines.now() + millis(20));

        clock.advance(Duration.ofMillis(40));
        assertThatIllegalStateException().isThrownBy(deadlines::advance);
        assertThatIllegalStateException().isThrownBy(deadlines::advance);
        deadlines.advance();

        assertThat(fired).containsExactly("neighbour");
        assertThat(deadlines.size()).isZero();
    }

    @Test
    void theWheelOfALoopGoesOnAfterAnEntryHasThrown() throws InterruptedException {
        Deadlines real = new Deadlines(loop);
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(() -> {
            real.add(new Thrower(), real.now());
            real.add(
                    new Deadlines.Entry() {
                        @Override
                        protected void onDeadline() {
                            done.countDown();
                        }
                    },
                    real.now() + millis(50));
        });

        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void randomEntriesFireOnceNeverEarlyAndAtMostATickLate() {
        Random random = Seeds.random("DeadlinesTest");
        List<Modelled> model = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            model.add(new Modelled());
        }
        for (int step = 0; step < 20_000; step++) {
            Modelled each = model.get(random.nextInt(model.size()));
            switch (random.nextInt(10)) {
                case 0 -> {
                    deadlines.remove(each);
                    each.dueNanos = null;
                }
                case 1, 2, 3, 4 -> {
                    long in = random.nextInt(20) == 0
                            ? millis(random.nextInt(3 * ROUND * Deadlines.TICK_MILLIS))
                            : random.nextInt((int) millis(300));
                    each.dueNanos = deadlines.now() + in;
                    deadlines.add(each, each.dueNanos);
                }
                case 5 -> jump(Duration.ofNanos(random.nextInt((int) (5 * TICK))), model);
                default -> jump(Duration.ofNanos(random.nextInt((int) TICK)), model);
            }
        }
        assertThat(deadlines.size()).isEqualTo((int)
                model.stream().filter(each -> each.dueNanos != null).count());
    }

    private void jump(Duration by, List<Modelled> model) {
        clock.advance(by);
        deadlines.advance();
        long now = deadlines.now();
        for (Modelled each : model) {
            Long due = each.dueNanos;
            assertThat(each.isArmed()).isEqualTo(due != null);
            if (due != null) {
                assertThat(now - due).as("overdue, still armed").isLessThan(TICK);
            }
        }
    }

    private Named add(String name, long inNanos) {
        Named entry = new Named(name);
        deadlines.add(entry, deadlines.now() + inNanos);
        return entry;
    }

    private void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
        deadlines.advance();
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private class Named extends Deadlines.Entry {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        protected void onDeadline() {
            assertThat(isArmed()).isFalse();
            assertThat(deadlines.now() - deadlineNanos()).isNotNegative();
            fired.add(name);
        }
    }

    private final class Modelled extends Deadlines.Entry {
        private @Nullable Long dueNanos;

        @Override
        protected void onDeadline() {
            assertThat(dueNanos).as("armed").isNotNull();
            assertThat(deadlines.now() - deadlineNanos()).as("not early").isNotNegative();
            dueNanos = null;
        }
    }

    private static final class Thrower extends Deadlines.Entry {
        @Override
        protected void onDeadline() {
            throw new IllegalStateException("expected by the test");
        }
    }
}
