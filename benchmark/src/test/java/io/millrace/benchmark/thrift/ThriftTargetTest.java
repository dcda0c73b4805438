package io.millrace.benchmark.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThriftTargetTest {
    @Test
    void aTargetIsMetByItsOwnRatioAndMissedBelow() {
        ThriftTarget target = Objects.requireNonNull(find("small-encode", "libthrift", ThriftMetrics.CPU, 17));

        assertThat(target.judge(4)).isEqualTo("target 4.00 met");
        assertThat(target.judge(3.99)).isEqualTo("target 4.00 MISSED");
    }

    @Test
    void aCopyOfMemoryIsJudgedByTheJava() {
        assertThat(Objects.requireNonNull(find("list-i64-encode", "memcpy", ThriftMetrics.CPU, 17))
                        .judge(0.7))
                .isEqualTo("target 0.67 met");
        assertThat(Objects.requireNonNull(find("list-i64-encode", "memcpy", ThriftMetrics.CPU, 25))
                        .judge(0.7))
                .isEqualTo("target 0.87 MISSED");
    }

    @Test
    void mostRowsHaveNoTarget() {
        assertThat(find("small-encode", "fory", ThriftMetrics.CPU, 17)).isNull();
        assertThat(find("small-encode", null, ThriftMetrics.CPU, 17)).isNull();
        assertThat(find("small-encode", "libthrift", ThriftMetrics.ALLOCATED, 17))
                .isNull();
    }

    private static @Nullable ThriftTarget find(String benchCase, @Nullable String peer, String metric, int jdk) {
        return ThriftTarget.find(benchCase, peer, metric, jdk);
    }
}
