package io.millrace.benchmark.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.Sink;
import io.millrace.benchmark.thrift.ThriftCase;
import io.millrace.benchmark.thrift.ThriftContender;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Making an arm verifies it: same bytes as libthrift, equal content from every library, equal sums of what is read. */
class CaseArmsTest {
    private static final CaseArms ARMS = new CaseArms();

    @ParameterizedTest
    @EnumSource(ThriftCase.class)
    void everyContenderDoesTheWorkOfTheCase(ThriftCase benchCase) throws Exception {
        List<String> failures = new ArrayList<>();

        Map<ThriftContender, Arm> arms = ARMS.of(
                benchCase,
                EnumSet.allOf(ThriftContender.class),
                (contender, why) -> failures.add(contender + ": " + why));

        assertThat(failures).isEmpty();
        Set<ThriftContender> expected = EnumSet.of(ThriftContender.OURS);
        expected.addAll(benchCase.peers());
        assertThat(arms.keySet()).isEqualTo(expected);
        for (Arm arm : arms.values()) {
            Sink sink = new Sink();
            arm.once(1, sink);
            assertThat(sink.sum() != 0 || !"".equals(sink.last())).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ThriftCase.class,
            names = {"SMALL_ENCODE", "MIXED_ENCODE_NEW"})
    void theNextTurnHasAnotherMessage(ThriftCase benchCase) throws Exception {
        Map<ThriftContender, Arm> arms =
                ARMS.of(benchCase, EnumSet.allOf(ThriftContender.class), (contender, why) -> {});

        for (Arm arm : arms.values()) {
            Sink sink = new Sink();
            arm.once(0, sink);
            byte[] first = (byte[]) sink.last();
            arm.once(1, sink);
            assertThat((byte[]) sink.last()).isNotEqualTo(first);
        }
    }
}
