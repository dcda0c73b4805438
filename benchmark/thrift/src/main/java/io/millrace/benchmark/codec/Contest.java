package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.Sink;
import io.millrace.benchmark.thrift.ThriftContender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the arms of one case against each other, on the thread that calls.
 *
 * <p>Each is warmed for itself until it has used its time. Then all do one batch in each turn, every second turn backwards, so that whatever drifts on the machine falls on all; a batch has as
 * many operations as take {@value #BATCH_NANOS} ns or more of CPU time, so that reading the clock is not what is measured. A peer's ratio is taken within each turn. Medians are reported: a
 * neighbour on the machine spoils some turns, not most.
 */
final class Contest {
    private static final long BATCH_NANOS = 1_500_000;
    private static final int TURNS_MIN = 6;

    /** Even where one operation takes longer than all the time there is. */
    private static final int WARMUP_BATCHES_MIN = 3;

    private final long warmupNanos;
    private final long measuredNanos;
    private final Sink sink = new Sink();
    private int next;

    /** @param measuredNanos CPU time of each arm, more or less */
    Contest(long warmupNanos, long measuredNanos) {
        this.warmupNanos = warmupNanos;
        this.measuredNanos = measuredNanos;
    }

    /**
     * What an arm needs for one operation.
     *
     * @param cpuNanos median of all turns
     * @param allocatedBytes median
     * @param ratio the arm's CPU time ÷ the first arm's within a turn: median, and what nine of ten turns are above and below
     */
    record Finding(double cpuNanos, double allocatedBytes, double ratio, double ratioP10, double ratioP90) {}

    private static final class Lane {
        private final Arm arm;
        private final List<Double> nanos = new ArrayList<>();
        private final List<Double> bytes = new ArrayList<>();
        private int batch;

        private Lane(Arm arm) {
            this.arm = arm;
        }
    }

    /** Runs them; the first of the map is the one that the others are compared with. */
    Map<ThriftContender, Finding> run(Map<ThriftContender, Arm> arms) throws Exception {
        Map<ThriftContender, Lane> lanes = new EnumMap<>(ThriftContender.class);
        for (Map.Entry<ThriftContender, Arm> each : arms.entrySet()) {
            Lane lane = new Lane(each.getValue());
            warm(lane);
            lanes.put(each.getKey(), lane);
        }
        measure(new ArrayList<>(lanes.values()));
        Map<ThriftContender, Finding> findings = new EnumMap<>(ThriftContender.class);
        Lane first = lanes.values().iterator().next();
        lanes.forEach((contender, lane) -> findings.put(contender, finding(lane, first)));
        return findings;
    }

    /** Also finds out how many operations make a batch. */
    private void warm(Lane lane) throws Exception {
        long used = 0;
        int operations = 1;
        for (int batch = 0; used < warmupNanos || batch < WARMUP_BATCHES_MIN; batch++) {
            long nanos = Math.max(1, batch(lane.arm, operations));
            used += nanos;
            double wanted = (double) operations * BATCH_NANOS / nanos;
            operations = (int) Math.max(1, Math.min(2.0 * operations, Math.ceil(wanted)));
        }
        lane.batch = operations;
    }

    private void measure(List<Lane> lanes) throws Exception {
        long used = 0;
        for (int turn = 0; turn < TURNS_MIN || used < measuredNanos * lanes.size(); turn++) {
            for (Lane lane : lanes) {
                long bytesBefore = ThreadCosts.allocatedBytes();
                long nanos = batch(lane.arm, lane.batch);
                long bytes = ThreadCosts.allocatedBytes() - bytesBefore;
                used += nanos;
                lane.nanos.add((double) nanos / lane.batch);
                lane.bytes.add((double) bytes / lane.batch);
            }
            Collections.reverse(lanes);
        }
    }

    private long batch(Arm arm, int operations) throws Exception {
        int from = next;
        long before = ThreadCosts.cpuNanos();
        for (int i = 0; i < operations; i++) {
            arm.once(from + i, sink);
        }
        long nanos = ThreadCosts.cpuNanos() - before;
        next = from + operations & Integer.MAX_VALUE;
        return nanos;
    }

    private static Finding finding(Lane lane, Lane first) {
        double[] ratios = new double[lane.nanos.size()];
        for (int turn = 0; turn < ratios.length; turn++) {
            ratios[turn] = lane.nanos.get(turn) / Math.max(1e-3, first.nanos.get(turn));
        }
        Arrays.sort(ratios);
        return new Finding(
                at(sorted(lane.nanos), 0.5),
                at(sorted(lane.bytes), 0.5),
                at(ratios, 0.5),
                at(ratios, 0.1),
                at(ratios, 0.9));
    }

    private static double[] sorted(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** The value that the share of all lies at or below. */
    static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
