package io.millrace.newsql.mysql.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are those of MariaDB 10.11, whose code for them is MySQL's. */
class DoubleTextTest {

    @ParameterizedTest
    @CsvSource({
        "1e15, 1e15",
        "1e14, 100000000000000",
        "123456789012345678, 1.2345678901234568e17",
        "1e16, 1e16",
        "0.0001, 0.0001",
        "1e-5, 0.00001",
        "1e-14, 0.00000000000001",
        "1e-15, 0.000000000000001",
        "1e-16, 1e-16",
        "1.5e-15, 0.0000000000000015",
        "1.25e-10, 0.000000000125",
        "1.7976931348623157e308, 1.7976931348623157e308",
        "-2.5e20, -2.5e20",
        "0.1, 0.1",
        "100, 100",
        "1e22, 1e22",
        "123456.789, 123456.789",
        "4.9e-324, 5e-324",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "0, 0",
        "1234567890123456, 1.234567890123456e15",
        "0.000012345678901234567, 0.000012345678901234568"
    })
    void aDoubleReadsAsInMysql(double value, String text) {
        assertThat(DoubleText.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "16777216, 16777200",
        "3.40282e38, 3.40282e38",
        "0.1, 0.1",
        "1e-10, 0.0000000001",
        "123456.7, 123457",
        "1234567, 1234570",
        "1e15, 1e15",
        "1e14, 100000000000000",
        "1e-40, 9.99995e-41",
        "-7.0385307e-26, -7.03853e-26",
        "123456789012345, 123457000000000",
        "9.9999995, 10"
    })
    void aFloatHasSixDigits(float value, String text) {
        assertThat(DoubleText.of(value)).isEqualTo(text);
    }

    @Test
    void everyDoubleIsReadBackAsItself() {
        Random random = Seeds.random("DoubleTextTest");
        for (int i = 0; i < 100_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(DoubleText.of(value))).isEqualTo(value);
            }
        }
    }

    @Test
    void fixedDecimalsArePadded() {
        assertThat(DoubleText.fixed(2.5, 3)).isEqualTo("2.500");
        assertThat(DoubleText.fixed(0.125, 2)).isEqualTo("0.12");
    }
}
