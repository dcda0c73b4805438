package io.millrace.benchmark.newsql.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowTextTest {
    @Test
    void textsAreGroupsOfElevenDigits() {
        RowText text = new RowText(new SplittableRandom(1));

        String c = new String(text.next(RowText.C_LENGTH), StandardCharsets.US_ASCII);
        String pad = new String(text.next(RowText.PAD_LENGTH), StandardCharsets.US_ASCII);

        assertThat(c).hasSize(119).matches("(\\d{11}-){9}\\d{11}");
        assertThat(pad).hasSize(59).matches("(\\d{11}-){4}\\d{11}");
        assertThat(new RowText(new SplittableRandom(1)).next(RowText.C_LENGTH))
                .asString()
                .isEqualTo(c);
    }
}
