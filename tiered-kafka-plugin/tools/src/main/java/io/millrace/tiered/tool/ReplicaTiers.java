package io.millrace.tiered.tool;

import java.util.List;

/**
 * One replica of a partition by its tiers.
 *
 * @param broker whose
 * @param leads whether it is the leader's
 * @param localBytes of its log on fast disks; −1 if Kafka did not say
 * @param tiers bytes by tier; −1 where the broker was not asked or did not answer
 */
public record ReplicaTiers(int broker, boolean leads, long localBytes, TierBytes tiers) {

    /**
     * Bytes by tier.
     *
     * @param ssd on the fast disk alone
     * @param both on both
     * @param hdd on the cold disk alone
     * @param lacking listed by the cluster, without a verified cold copy here
     */
    public record TierBytes(long ssd, long both, long hdd, long lacking) {

        static final TierBytes UNKNOWN = new TierBytes(-1, -1, -1, -1);

        static TierBytes of(List<SegmentLine> lines) {
            return new TierBytes(
                    sum(lines, SegmentLine.Tier.SSD),
                    sum(lines, SegmentLine.Tier.BOTH),
                    sum(lines, SegmentLine.Tier.HDD),
                    lines.stream()
                            .filter(line -> !line.held() && !line.segment().equals("-"))
                            .mapToLong(SegmentLine::bytes)
                            .sum());
        }

        private static long sum(List<SegmentLine> lines, SegmentLine.Tier tier) {
            return lines.stream()
                    .filter(line -> line.tier() == tier)
                    .mapToLong(SegmentLine::bytes)
                    .sum();
        }
    }
}
