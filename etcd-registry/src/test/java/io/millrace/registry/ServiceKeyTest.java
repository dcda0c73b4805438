package io.millrace.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceKeyTest {

    @ParameterizedTest
    @CsvSource({
        "a.B, -/a.B/-",
        "g/a.B, g/a.B/-",
        "a.B:1.0, -/a.B/1.0",
        "g/a.B:1.0.0, g/a.B/1.0.0",
        "-/a.B:-, %2D/a.B/%2D",
        "g/a.Outer$Inner, g/a.Outer$Inner/-",
        "g g/a.B:1/2, g%20g/a.B/1%2F2",
        "ü%/a.B, %C3%BC%25/a.B/-",
        "😀/a.B, %F0%9F%98%80/a.B/-",
    })
    void textAndPathFollowDubboAndTheKeyFormat(String text, String path) {
        ServiceKey key = ServiceKey.parse(text);
        assertThat(key).hasToString(text);
        assertThat(key.path()).isEqualTo(path);
    }

    @Test
    void emptyPartsAreAbsent() {
        assertThat(new ServiceKey("", "a.B", "")).isEqualTo(ServiceKey.of("a.B"));
    }

    @Test
    void badPartsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ServiceKey.of(""));
        assertThatIllegalArgumentException().isThrownBy(() -> new ServiceKey("a\nb", "a.B", null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceKey.of("x".repeat(513)))
                .withMessageContaining("513");
    }
}
