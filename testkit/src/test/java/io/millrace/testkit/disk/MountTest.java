package io.millrace.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class MountTest {

    @Test
    void whatIsMissingIsNamed() {
        assertThat(Mount.whyNot("sh", "no-such-program")).containsAnyOf("no program no-such-program", "needs root");
    }

    @Test
    void aProgramThatFailsIsQuoted() {
        Mount.run("sh", "-c", "exit 0");
        assertThatThrownBy(() -> Mount.run("sh", "-c", "echo it is full >&2; exit 3"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended with 3: it is full");
    }
}
