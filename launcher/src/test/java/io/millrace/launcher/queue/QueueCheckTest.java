package io.millrace.launcher.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.queue.QueueStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What counts as an error, over a store of lists. */
class QueueCheckTest {

    private static final QueueWorkload WORKLOAD = new QueueWorkload(4, 3, 2, 20261121);
    private static final int[] ALL = {3, 3, 3, 3};

    /** Keeps what is put; what it holds can be spoilt. */
    private static final class Lists extends QueueStore {

        private final Map<String, List<byte[]>> queues = new HashMap<>();

        List<byte[]> queue(int queue) {
            return queues.computeIfAbsent(WORKLOAD.name(queue), name -> new ArrayList<>());
        }

        @Override
        public void put(String queueName, byte[] message) {
            queues.computeIfAbsent(queueName, name -> new ArrayList<>()).add(message);
        }

        @Override
        public Collection<byte[]> get(String queueName, long offset, long num) {
            List<byte[]> queue = queues.getOrDefault(queueName, List.of());
            return queue.subList((int) Math.min(offset, queue.size()), (int) Math.min(offset + num, queue.size()));
        }
    }

    private final Lists store = new Lists();
    private final int[] present = new int[4];

    QueueCheckTest() {
        for (int queue = 0; queue < 4; queue++) {
            for (int offset = 0; offset < 3; offset++) {
                store.put(WORKLOAD.name(queue), WORKLOAD.message(queue, offset));
            }
        }
    }

    @Test
    void findsNothingWhereAllIsRight() {
        assertThat(check(ALL)).isEqualTo(new QueueCheck(12, 0, null));
        assertThat(present).containsOnly(3);
    }

    @Test
    void moreThanWasAcknowledgedIsNoError() {
        assertThat(check(new int[] {0, 1, 2, 3}).errors()).isZero();
    }

    @Test
    void findsAMissingMessage() {
        store.queue(2).remove(2);

        QueueCheck check = check(ALL);
        assertThat(check.errors()).isEqualTo(1);
        assertThat(check.firstError())
                .contains("missing")
                .contains("queue=demo-2")
                .contains("offset=2");
        assertThat(present).containsExactly(3, 3, 2, 3);
    }

    @Test
    void findsAMissingQueue() {
        store.queue(1).clear();

        assertThat(check(ALL)).extracting(QueueCheck::right, QueueCheck::errors).containsExactly(9L, 3L);
    }

    @Test
    void findsAGapByTheMessagesBehindIt() {
        store.queue(0).remove(0);

        assertThat(check(ALL).errors()).isEqualTo(3);
    }

    @Test
    void findsAWrongByte() {
        store.queue(3).get(1)[5] ^= 1;

        QueueCheck check = check(ALL);
        assertThat(check.errors()).isEqualTo(1);
        assertThat(check.firstError()).isEqualTo("wrong message: queue=demo-3, offset=1");
    }

    @Test
    void findsAMessageThatNobodyPut() {
        store.put(WORKLOAD.name(0), WORKLOAD.message(0, 3));

        assertThat(check(ALL).errors()).isEqualTo(1);
    }

    private QueueCheck check(int[] atLeast) {
        return QueueCheck.of(store, WORKLOAD, atLeast, present);
    }
}
