package io.millrace.benchmark.thrift;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How many times better ours is to be at least.
 *
 * @param metric of {@link ThriftMetrics}
 * @param jdk major version, or 0 for all
 */
record ThriftTarget(ThriftCase benchCase, ThriftContender peer, String metric, int jdk, double ratio) {
    /** A copy of memory takes longer than nothing: ours may take as much again as the target says. */
    private static final double MEMCPY_25 = 1 / 1.15;

    private static final double MEMCPY_17 = 1 / 1.5;

    /** At most 60 % of the allocation. */
    private static final double ALLOCATION = 1 / 0.6;

    private static final List<ThriftTarget> ALL = List.of(
            cpu(ThriftCase.SMALL_ENCODE, ThriftContender.LIBTHRIFT, 4),
            cpu(ThriftCase.SMALL_DECODE, ThriftContender.LIBTHRIFT, 3.5),
            cpu(ThriftCase.MIXED_ENCODE_NEW, ThriftContender.LIBTHRIFT, 4),
            cpu(ThriftCase.MIXED_ENCODE_POOLED, ThriftContender.LIBTHRIFT, 6),
            cpu(ThriftCase.MIXED_DECODE, ThriftContender.LIBTHRIFT, 1.7),
            new ThriftTarget(
                    ThriftCase.MIXED_DECODE, ThriftContender.LIBTHRIFT, ThriftMetrics.ALLOCATED, 0, ALLOCATION),
            cpu(ThriftCase.MIXED_VIEW_3, ThriftContender.LIBTHRIFT, 5),
            cpu(ThriftCase.MIXED_VIEW_PATCH, ThriftContender.OWN_EAGER, 1.4),
            cpu(ThriftCase.LIST_I64_ENCODE, ThriftContender.LIBTHRIFT, 15),
            cpu(ThriftCase.LIST_I64_ENCODE, ThriftContender.PROTOBUF, 4),
            new ThriftTarget(ThriftCase.LIST_I64_ENCODE, ThriftContender.MEMCPY, ThriftMetrics.CPU, 17, MEMCPY_17),
            new ThriftTarget(ThriftCase.LIST_I64_ENCODE, ThriftContender.MEMCPY, ThriftMetrics.CPU, 25, MEMCPY_25),
            cpu(ThriftCase.LIST_I64_DECODE, ThriftContender.LIBTHRIFT, 8));

    private static ThriftTarget cpu(ThriftCase benchCase, ThriftContender peer, double ratio) {
        return new ThriftTarget(benchCase, peer, ThriftMetrics.CPU, 0, ratio);
    }

    static @Nullable ThriftTarget find(String benchCase, @Nullable String peer, String metric, int jdk) {
        return ALL.stream()
                .filter(each -> each.benchCase.toString().equals(benchCase)
                        && each.peer.toString().equals(peer)
                        && each.metric.equals(metric)
                        && (each.jdk == 0 || each.jdk == jdk))
                .findFirst()
                .orElse(null);
    }

    /** In words, for the note. */
    String judge(double seen) {
        return String.format(Locale.ROOT, "target %.2f %s", ratio, seen >= ratio ? "met" : "MISSED");
    }
}
