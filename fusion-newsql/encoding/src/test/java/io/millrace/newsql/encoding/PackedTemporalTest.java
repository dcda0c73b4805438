package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packed dates and times order as their fields do, and give them back. */
class PackedTemporalTest {

    private static final Comparator<int[]> BY_FIELDS = (left, right) -> java.util.Arrays.compare(left, right);

    @Test
    void datesWithTimesOrderAsTheirFields() {
        Random random = Seeds.random("PackedTemporalTest");
        for (int i = 0; i < 100_000; i++) {
            int[] left = fields(random);
            int[] right = left.clone();
            right[random.nextInt(right.length)] = fields(random)[random.nextInt(3) + 1];
            right = isValid(right) ? right : fields(random);
            assertThat(Integer.signum(Long.compare(pack(left), pack(right))))
                    .isEqualTo(Integer.signum(BY_FIELDS.compare(left, right)));
            assertThat(unpack(pack(left))).isEqualTo(left);
        }
    }

    @Test
    void aTimeKeepsItsFieldsAndItsSign() {
        long time = PackedTemporal.time(true, 838, 59, 58, 999_999);
        assertThat(time).isNegative().isLessThan(PackedTemporal.time(true, 838, 59, 58, 999_998));
        assertThat(PackedTemporal.hoursOf(time)).isEqualTo(838);
        assertThat(PackedTemporal.minuteOf(time)).isEqualTo(59);
        assertThat(PackedTemporal.secondOf(time)).isEqualTo(58);
        assertThat(PackedTemporal.microsOf(time)).isEqualTo(999_999);
    }

    @Test
    void theZeroDateComesFirst() {
        assertThat(PackedTemporal.date(0, 0, 0)).isZero();
        assertThat(PackedTemporal.date(2024, 0, 0)).isLessThan(PackedTemporal.date(2024, 1, 0));
    }

    private static int[] fields(Random random) {
        return new int[] {
            random.nextInt(10_000),
            random.nextInt(13),
            random.nextInt(32),
            random.nextInt(24),
            random.nextInt(60),
            random.nextInt(60),
            random.nextInt(1_000_000)
        };
    }

    private static boolean isValid(int[] fields) {
        return fields[1] < 13 && fields[2] < 32 && fields[3] < 24;
    }

    private static long pack(int[] fields) {
        long date = PackedTemporal.date(fields[0], fields[1], fields[2]);
        return PackedTemporal.dateTime(date, fields[3], fields[4], fields[5], fields[6]);
    }

    private static int[] unpack(long packed) {
        long date = PackedTemporal.dateOf(packed);
        return new int[] {
            PackedTemporal.yearOf(date),
            PackedTemporal.monthOf(date),
            PackedTemporal.dayOf(date),
            PackedTemporal.hourOf(packed),
            PackedTemporal.minuteOf(packed),
            PackedTemporal.secondOf(packed),
            PackedTemporal.microsOf(packed)
        };
    }
}
