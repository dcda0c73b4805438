package io.millrace.newsql.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.newsql.definition.TableLocks.Mode;
import io.millrace.newsql.mysql.SqlException;
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
}
