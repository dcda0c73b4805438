package io.millrace.launcher.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementSplitterTest {

    private final StatementSplitter splitter = new StatementSplitter();

    private List<String> split(String text) {
        List<String> found = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            splitter.add(line);
            TypedStatement next = splitter.next();
            while (next != null) {
                found.add(next.text());
                next = splitter.next();
            }
        }
        TypedStatement rest = splitter.rest();
        if (rest != null) {
            found.add("rest:" + rest.text());
        }
        return found;
    }

    @Test
    void statementsEndAtTheirSemicolons() {
        assertThat(split("SELECT 1; SELECT\n 2;SELECT 3")).containsExactly("SELECT 1", "SELECT\n 2", "rest:SELECT 3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'a;b'",
                "SELECT \"a;b\"",
                "SELECT `a;b`",
                "SELECT 'a'';b'",
                "SELECT 'a\\';b'",
                "SELECT '\\\\'",
                "SELECT `a\\`",
                "SELECT 1 /* a;b 'c */ + 2",
                "SELECT 1 -- a;b 'c\n + 2",
                "SELECT 1 # a;b 'c\n + 2",
                "SELECT 5--1",
                "SELECT 'a\n;\nb'",
                "/*!40101 SET NAMES utf8 */",
            })
    void aSemicolonInsideEndsNothing(String statement) {
        assertThat(split(statement + ";")).containsExactly(statement);
    }

    @Test
    void commentsAloneAreNoStatement() {
        assertThat(split(";; -- nothing;\n/* nor; this */;\n# or this")).isEmpty();
    }

    @Test
    void backslashLettersEndAStatementToo() {
        splitter.add("SELECT 1\\g SELECT 2\\G");

        assertThat(splitter.next()).isEqualTo(new TypedStatement("SELECT 1", false));
        assertThat(splitter.next()).isEqualTo(new TypedStatement("SELECT 2", true));
        assertThat(splitter.next()).isNull();
        assertThat(splitter.isBetweenStatements()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {"SELECT 1,-", "SELECT 'a,'", "SELECT `a,`", "SELECT /* a,*"})
    void theOpenQuoteIsKnown(String typed, char open) {
        splitter.add(typed);

        assertThat(splitter.next()).isNull();
        assertThat(splitter.isBetweenStatements()).isFalse();
        assertThat(splitter.open()).isEqualTo(open);
    }

    @Test
    void whatIsDroppedLeavesNothingOpen() {
        splitter.add("SELECT 'a");
        splitter.clear();

        assertThat(splitter.isBetweenStatements()).isTrue();
        assertThat(split("SELECT 2;")).containsExactly("SELECT 2");
    }

    @Test
    void aStatementBeyondAllPacketsIsDropped() {
        String line = "a".repeat(StatementSplitter.CHARS_MAX / 2);
        splitter.add(line);

        assertThatThrownBy(() -> splitter.add(line + "b")).hasMessageContaining("67108864");
        assertThat(splitter.isBetweenStatements()).isTrue();
    }
}
