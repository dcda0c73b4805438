package io.millrace.tiered.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TierOffsetsTest {

    private static final int ROUNDS = 10_000;

    @Test
    void tiersFollowEachOther() {
        assertTiers(new TierOffsets(0, 60, 89, 100), 60, 30, 10);
        assertTiers(new TierOffsets(10, 10, 89, 100), 0, 80, 10);
        assertTiers(new TierOffsets(0, 100, 99, 100), 100, 0, 0);
    }

    @Test
    void nothingIsTieredBeforeTheFirstCopy() {
        assertTiers(new TierOffsets(0, 0, -1, 100), 0, 0, 100);
        assertTiers(new TierOffsets(0, 0, -1, 0), 0, 0, 0);
    }

    @Test
    void theTiersAreAlwaysTheWhole() {
        Random random = Seeds.random("tiers");
        for (int round = 0; round < ROUNDS; round++) {
            // Four questions, between which the partition goes on: any order of the answers is possible.
            TierOffsets offsets = new TierOffsets(
                    random.nextInt(50), random.nextInt(100), random.nextInt(100) - 1, 50 + random.nextInt(50));
            assertThat(offsets.coldOnly()).as("%s", offsets).isNotNegative();
            assertThat(offsets.both()).as("%s", offsets).isNotNegative();
            assertThat(offsets.localOnly()).as("%s", offsets).isNotNegative();
            assertThat(offsets.coldOnly() + offsets.both() + offsets.localOnly())
                    .as("%s", offsets)
                    .isEqualTo(offsets.latest() - offsets.earliest());
        }
    }

    private static void assertTiers(TierOffsets offsets, long coldOnly, long both, long localOnly) {
        assertThat(offsets.coldOnly()).isEqualTo(coldOnly);
        assertThat(offsets.both()).isEqualTo(both);
        assertThat(offsets.localOnly()).isEqualTo(localOnly);
    }
}
