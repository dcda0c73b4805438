package io.millrace.benchmark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.thrift.ThriftContender;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ContestTest {
    private final List<String> batches = new ArrayList<>();
    private final TreeSet<Integer> turns = new TreeSet<>();

    @Test
    void armsAreWarmedAloneAndThenTakeTurnsThereAndBack() throws Exception {
        Map<ThriftContender, Arm> arms = new EnumMap<>(ThriftContender.class);
        arms.put(ThriftContender.FORY, arm("fory"));
        arms.put(ThriftContender.OURS, arm("ours"));

        Map<ThriftContender, Contest.Finding> findings = new Contest(0, 0).run(arms);

        // Batches of one arm that follow each other look like one here: so do the last of a turn and the first of the
        // next.
        assertThat(batches).containsExactly("ours", "fory", "ours", "fory", "ours", "fory", "ours", "fory", "ours");
        assertThat(turns.first()).isZero();
        assertThat(findings.keySet()).containsExactly(ThriftContender.OURS, ThriftContender.FORY);
        assertThat(there(findings, ThriftContender.OURS).ratio()).isEqualTo(1);
        assertThat(there(findings, ThriftContender.FORY).allocatedBytes()).isPositive();
    }

    @Test
    void sharesAreCountedFromTheLeast() {
        double[] sorted = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

        assertThat(Contest.at(sorted, 0.1)).isEqualTo(2);
        assertThat(Contest.at(sorted, 0.5)).isEqualTo(6);
        assertThat(Contest.at(sorted, 0.9)).isEqualTo(10);
    }

    private static Contest.Finding there(Map<ThriftContender, Contest.Finding> findings, ThriftContender contender) {
        return Objects.requireNonNull(findings.get(contender));
    }

    private Arm arm(String name) {
        return (turn, sink) -> {
            if (batches.isEmpty() || !batches.get(batches.size() - 1).equals(name)) {
                batches.add(name);
            }
            turns.add(turn);
            sink.take(new byte[256]);
        };
    }
}
