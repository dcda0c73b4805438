package io.millrace.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProviderOptionsTest {

    @Test
    void theDefaultsAreTheContest() {
        ProviderOptions options = ProviderOptions.parse();
        assertThat(options)
                .isEqualTo(new ProviderOptions(
                        20880,
                        Duration.ofMillis(50),
                        200,
                        "hessian2",
                        Duration.ofSeconds(60),
                        null,
                        null,
                        false,
                        false));
    }

    @Test
    void everyOptionIsTaken() {
        ProviderOptions options = ProviderOptions.parse(
                "--port",
                "0",
                "--delay",
                "7",
                "--threads",
                "3",
                "--serialization",
                "fastjson",
                "--heartbeat",
                "900",
                "--group",
                "blue",
                "--version",
                "1.2.0",
                "--weight-log",
                "--until-eof");
        assertThat(options)
                .isEqualTo(new ProviderOptions(
                        0, Duration.ofMillis(7), 3, "fastjson", Duration.ofMillis(900), "blue", "1.2.0", true, true));
    }

    @ParameterizedTest
    @CsvSource({
        "--port 65536, 65535",
        "--port x, not a number",
        "--delay, value missing",
        "--threads 0, positive",
        "--serialization java, hessian2",
        "--colour red, unknown option"
    })
    void aWrongOptionIsNamed(String commandLine, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProviderOptions.parse(commandLine.split(" ")))
                .withMessageContaining(message);
    }
}
