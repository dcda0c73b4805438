package io.millrace.launcher.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashCallTest {

    private static final long SEED = 20261120;

    @Test
    void theSameNumberOfASeedIsTheSameCall() {
        assertThat(HashCall.random(SEED, 7)).isEqualTo(HashCall.random(SEED, 7));
        assertThat(HashCall.random(SEED, 7)).isNotEqualTo(HashCall.random(SEED, 8));
    }

    @Test
    void theFormCarriesAnyTextAndAsksForItsHash() {
        for (int i = 0; i < 1_000; i++) {
            HashCall call = HashCall.random(SEED, i);
            String form = new String(call.form(), StandardCharsets.US_ASCII);

            String encoded = form.substring(form.lastIndexOf("parameter=") + "parameter=".length());
            assertThat(URLDecoder.decode(encoded, StandardCharsets.UTF_8)).isEqualTo(call.parameter());
            assertThat(call.expected())
                    .isEqualTo(Integer.toString(call.parameter().hashCode()));
        }
    }

    @Test
    void theReadmesCallIsOne() {
        assertThat(new String(new HashCall("hello").form(), StandardCharsets.US_ASCII))
                .isEqualTo("interface=io.millrace.sample.HashService&method=hash"
                        + "&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=hello");
        assertThat(new HashCall("hello").expected()).isEqualTo("99162322");
    }

    @Test
    void someAreEmptyAndNoneIsTooLong() {
        assertThat(IntStream.range(0, 2_000)
                        .map(i -> HashCall.random(SEED, i).parameter().length()))
                .contains(0)
                .allMatch(length -> length <= HashCall.PARAMETER_CHARS_MAX);
    }
}
