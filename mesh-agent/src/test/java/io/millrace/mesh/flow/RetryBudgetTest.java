package io.millrace.mesh.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryBudgetTest {
    @Test
    void theReserveIsThereAtTheStartAndThenSpent() {
        RetryBudget budget = new RetryBudget(20, 3);
        assertThat(withdrawals(budget, 10)).isEqualTo(3);
    }

    @Test
    void callsPayForRetriesByTheirPercentage() {
        RetryBudget budget = new RetryBudget(20, 50);
        assertThat(withdrawals(budget, 100)).isEqualTo(50);
        for (int i = 0; i < 100; i++) {
            budget.deposit();
        }
        assertThat(withdrawals(budget, 100)).isEqualTo(20);
    }

    @Test
    void noMoreThanTheReserveIsSavedUp() {
        RetryBudget budget = new RetryBudget(100, 5);
        for (int i = 0; i < 1000; i++) {
            budget.deposit();
        }
        assertThat(withdrawals(budget, 1000)).isEqualTo(5);
    }

    @Test
    void zeroPercentNeverRefills() {
        RetryBudget budget = new RetryBudget(0, 1);
        assertThat(budget.withdraw()).isTrue();
        for (int i = 0; i < 1000; i++) {
            budget.deposit();
        }
        assertThat(budget.withdraw()).isFalse();
    }

    @Test
    void threadsTogetherNeverTakeMoreThanThereIs() throws InterruptedException {
        RetryBudget budget = new RetryBudget(0, 1000);
        AtomicInteger taken = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            new Thread(() -> {
                        taken.addAndGet(withdrawals(budget, 1000));
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        assertThat(taken).hasValue(1000);
    }

    @ParameterizedTest
    @CsvSource({"-1,1", "101,1", "20,-1"})
    void valuesOutOfRangeAreRefused(int percent, int reserve) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryBudget(percent, reserve));
    }

    private static int withdrawals(RetryBudget budget, int attempts) {
        int granted = 0;
        for (int i = 0; i < attempts; i++) {
            if (budget.withdraw()) {
                granted++;
            }
        }
        return granted;
    }
}
