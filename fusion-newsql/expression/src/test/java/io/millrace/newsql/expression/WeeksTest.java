package io.millrace.newsql.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WeeksTest {

    private static final int ROUNDS = 10_000;

    @Test
    void modeThreeCountsAsIsoDoes() {
        Random random = Seeds.random("WeeksTest");
        for (int i = 0; i < ROUNDS; i++) {
            LocalDate date = LocalDate.of(1000 + random.nextInt(8000), 1, 1).plusDays(random.nextInt(366));
            assertThat(Weeks.of(date, 3))
                    .as("%s", date)
                    .isEqualTo(new Weeks.Week(
                            date.get(IsoFields.WEEK_BASED_YEAR), date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)));
        }
    }

    @Test
    void eachModeHasItsOwnFirstWeek() {
        LocalDate date = LocalDate.of(2000, 1, 1);
        assertThat(java.util.stream.IntStream.range(0, 8)
                        .mapToObj(mode -> Weeks.of(date, mode).number()))
                .containsExactly(0, 0, 52, 52, 0, 0, 52, 52);
    }
}
