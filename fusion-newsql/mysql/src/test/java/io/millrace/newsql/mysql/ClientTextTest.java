package io.millrace.newsql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClientTextTest {

    @Test
    void anyBytesComeBackFromTheirText() {
        Random random = Seeds.random("ClientTextTest");
        for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.US_ASCII}) {
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                assertThat(ClientText.encode(ClientText.decode(bytes, charset), charset))
                        .isEqualTo(bytes);
            }
        }
    }

    @Test
    void textStaysText() {
        String text = "grüße 😀 \uFFFD";
        assertThat(ClientText.decode(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(ClientText.encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aByteThatIsNoTextBecomesALoneSurrogate() {
        assertThat(ClientText.decode(new byte[] {'a', (byte) 0xFF, 'b'}, StandardCharsets.UTF_8))
                .isEqualTo("a\uDCFFb");
    }
}
