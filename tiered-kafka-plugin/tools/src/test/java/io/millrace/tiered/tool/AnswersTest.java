package io.millrace.tiered.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.tiered.tool.SegmentLine.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What brokers report, read by the names of the columns. */
class AnswersTest {

    @Test
    void segmentsAreReadByTheNamesOfTheColumns() {
        List<SegmentLine> lines = SegmentLine.parse(
                2,
                List.of(
                        "first\tlast\tbytes\ttimestamp\ttier\tsegment\theld\twhy\tdetail",
                        "0\t99\t1000\t17\tHDD\tabc\tyes\t-\t-",
                        "100\t199\t2000\t18\tBOTH\tdef\tyes\tENOUGH_ROOM\tthere is room",
                        "200\t299\t3000\t-\tSSD\t-\tno\tACTIVE\tbeing written"));

        assertThat(lines)
                .containsExactly(
                        new SegmentLine(2, 0, 99, 1000, 17, Tier.HDD, "abc", true, "-", ""),
                        new SegmentLine(2, 100, 199, 2000, 18, Tier.BOTH, "def", true, "ENOUGH_ROOM", "there is room"),
                        new SegmentLine(2, 200, 299, 3000, -1, Tier.SSD, "-", false, "ACTIVE", "being written"));
    }

    @Test
    void aLaterVersionMayHaveMoreColumnsInAnotherOrder() {
        List<SegmentLine> lines = SegmentLine.parse(
                1, List.of("tier\tnew\tlast\tfirst\tbytes\theld\tsegment", "NONE\tx\t9\t5\t7\tno\tabc"));

        assertThat(lines).containsExactly(new SegmentLine(1, 5, 9, 7, -1, Tier.NONE, "abc", false, "-", ""));
    }

    @Test
    void anUnknownTierIsNamed() {
        assertThatThrownBy(() -> SegmentLine.parse(1, List.of("tier", "TAPE")))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("TAPE");
    }

    @Test
    void bytesAreAddedUpByTierAndWhatIsNotHeldIsLacking() {
        List<SegmentLine> lines = SegmentLine.parse(
                1,
                List.of(
                        "first\tbytes\ttier\tsegment\theld",
                        "0\t1\tNONE\ta\tno",
                        "1\t2\tHDD\tb\tyes",
                        "2\t4\tBOTH\tc\tyes",
                        "3\t8\tSSD\td\tno",
                        "4\t16\tSSD\t-\tno"));

        assertThat(ReplicaTiers.TierBytes.of(lines)).isEqualTo(new ReplicaTiers.TierBytes(24, 4, 2, 9));
    }

    @Test
    void anEvictionNamesWhatItTakesAndWhoHoldsItBack() {
        List<EvictionLine> lines = EvictionLine.parse(
                3,
                List.of(
                        "topic\tpartition\tfirst\tlast\tbytes\ttimestamp\tdetail",
                        "orders\t0\t0\t99\t1000\t17\t-",
                        "bills\t1\t-\t-\t-\t18\tnot copied yet"));

        assertThat(lines.get(0)).isEqualTo(new EvictionLine(3, "orders", 0, 0, 99, 1000, 17, ""));
        assertThat(lines.get(0).holdsBack()).isFalse();
        assertThat(lines.get(1).holdsBack()).isTrue();
        EvictionPlan plan = new EvictionPlan(lines, List.of());
        assertThat(plan.bytes(3)).isEqualTo(1000);
        assertThat(plan.bytes(1)).isZero();
    }

    @Test
    void spaceIsReadByItsKeys() {
        BrokerSpace space = BrokerSpace.parse(
                1,
                List.of(
                        "key\tvalue",
                        "watcher\ton",
                        "held.back\t1",
                        "held.back.by\torders-0\tnot copied",
                        "directory\t/mnt/ssd\t5\t10\t8\t7",
                        "something\tnew"));

        assertThat(space)
                .isEqualTo(new BrokerSpace(
                        1,
                        true,
                        List.of(new BrokerSpace.Directory("/mnt/ssd", 5, 10, 8, 7)),
                        List.of("orders-0: not copied")));
        assertThat(BrokerSpace.parse(1, List.of("key\tvalue", "watcher\toff")).watching())
                .isFalse();
    }

    @Test
    void neighbouringRangesThatAReplicaLacksAreOne() {
        MissingRange first = new MissingRange("orders", 0, 2, 0, 99, 1, 10, "no verified copy");
        MissingRange next = new MissingRange("orders", 0, 2, 100, 199, 1, 20, "no verified copy");
        MissingRange far = new MissingRange("orders", 0, 2, 300, 399, 1, 30, "no verified copy");
        MissingRange other = new MissingRange("orders", 0, 2, 100, 199, 1, 20, "its copy has another digest");

        assertThat(first.isFollowedBy(next)).isTrue();
        assertThat(first.isFollowedBy(far)).isFalse();
        assertThat(first.isFollowedBy(other)).isFalse();
        assertThat(first.with(next)).isEqualTo(new MissingRange("orders", 0, 2, 0, 199, 2, 30, "no verified copy"));
    }
}
