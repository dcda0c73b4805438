package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void alignsWordsLeftAndFiguresRight() {
        String table = new Table("what", "how many", "note")
                .row("calls", "24,000", "p50 50.4 ms")
                .row("a longer name", "7", "")
                .render();

        assertThat(table)
                .isEqualTo(
                        """
                        what           how many  note
                        -------------  --------  -----------
                        calls            24,000  p50 50.4 ms
                        a longer name         7
                        """);
    }

    @Test
    void refusesARowOfAnotherWidth() {
        assertThatThrownBy(() -> new Table("one", "two").row("only one"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 (expected: 2)");
    }
}
