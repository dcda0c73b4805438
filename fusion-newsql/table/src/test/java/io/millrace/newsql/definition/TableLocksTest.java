package io.millrace.newsql.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.definition.TableLocks.Mode;
import io.millrace.newsql.mysql.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TableLocksTest {

    private static final long TABLE = 7;

    private final TableLocks locks = new TableLocks();

    @Test
    void whoMustNotWaitTakesOnlyWhatIsFree() {
        assertThat(locks.tryTake(TABLE, Mode.READ)).isTrue();
        assertThat(locks.tryTake(TABLE, Mode.WRITE)).isTrue();
        assertThat(locks.tryTake(TABLE, Mode.ALONE)).isFalse();
        locks.release(TABLE, Mode.READ.ordinal());
        locks.release(TABLE, Mode.WRITE.ordinal());
        assertThat(locks.tryTake(TABLE, Mode.ALONE)).isTrue();
        assertThat(locks.tryTake(TABLE, Mode.READ)).isFalse();
        locks.release(TABLE, Mode.ALONE.ordinal());
        assertThat(locks.tryTake(TABLE, Mode.READ)).isTrue();
    }

    /** The one that waits has its turn before those that come later. */
    @Test
    void whoMustNotWaitDoesNotPassThoseWhoDo() throws Exception {
        long held = locks.take(TABLE, Mode.READ, 1);
        Thread waiting = new Thread(() -> locks.release(TABLE, locks.take(TABLE, Mode.ALONE, 60)));
        waiting.start();
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertThat(locks.tryTake(TABLE, Mode.READ)).isFalse();
        locks.release(TABLE, held);
        waiting.join();
        assertThat(locks.tryTake(TABLE, Mode.READ)).isTrue();
    }

    @Test
    void aLockThatIsNotFreeInTimeIs1205() {
        locks.take(TABLE, Mode.ALONE, 1);
        assertThatThrownBy(() -> locks.take(TABLE, Mode.READ, 0))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1205));
    }

    @Test
    void aTableThatWasHeldAloneIsForgotten() {
        long read = locks.take(TABLE, Mode.READ, 1);
        locks.release(TABLE, read);
        assertThat(locks.gates()).isEqualTo(1);
        locks.release(TABLE, locks.take(TABLE, Mode.ALONE, 1));
        assertThat(locks.gates()).isZero();
        assertThat(locks.tryTake(TABLE, Mode.ALONE)).isTrue();
        assertThat(locks.tryTake(TABLE, Mode.READ)).isFalse();
    }

    @Test
    void allOrNoneAreTaken() {
        long held = locks.take(TABLE + 1, Mode.READ, 1);
        List<TableLocks.Wanted> both =
                List.of(new TableLocks.Wanted(TABLE, Mode.ALONE), new TableLocks.Wanted(TABLE + 1, Mode.ALONE));
        assertThatThrownBy(() -> locks.takeAll(both, 1, () -> false))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1205));
        assertThatThrownBy(() -> locks.takeAll(both, 60, () -> true))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.code()).isEqualTo(1317));
        assertThat(locks.tryTake(TABLE, Mode.ALONE)).isTrue();
        locks.release(TABLE, Mode.ALONE.ordinal());
        locks.release(TABLE + 1, held);
        locks.takeAll(both, 1, () -> false);
        assertThat(locks.tryTake(TABLE, Mode.READ)).isFalse();
        assertThat(locks.tryTake(TABLE + 1, Mode.READ)).isFalse();
        both.forEach(locks::release);
        assertThat(locks.gates()).isZero();
    }

    /** Whoever takes a lock while its gate goes takes it at another one. */
    @Test
    void nobodyIsLostAtAGateThatGoes() throws Exception {
        int[] inside = new int[1];
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            FutureTask<Integer> task = new FutureTask<>(() -> {
                int most = 0;
                for (int round = 0; round < 5_000; round++) {
                    long stamp = locks.take(TABLE, Mode.ALONE, 60);
                    most = Math.max(most, ++inside[0]);
                    inside[0]--;
                    locks.release(TABLE, stamp);
                }
                return most;
            });
            new Thread(task).start();
            tasks.add(task);
        }
        for (FutureTask<Integer> task : tasks) {
            assertThat(task.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
        assertThat(locks.gates()).isZero();
    }
}
