package io.millrace.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./millrace} answers without building anything. */
class ScriptIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int LIMIT_SECONDS = 60;

    private final Path folder;

    private record Outcome(int status, String out, String err) {}

    ScriptIT(@TempDir Path folder) {
        this.folder = folder;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "help", "--help", "-h"})
    void helpListsTheCommands(String argument) throws Exception {
        Outcome outcome = argument.isEmpty() ? millrace() : millrace(argument);

        assertThat(outcome.status()).isZero();
        assertThat(outcome.out())
                .contains(
                        "./millrace demo", "./millrace up", "./millrace agent", "./millrace test", "./millrace bench");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "up", "agent", "wal", "queue", "sql", "tiered", "test", "totals"})
    void everyCommandHasHelp(String command) throws Exception {
        Outcome flag = millrace(command, "--help");
        Outcome word = millrace("help", command);

        assertThat(flag.status()).isZero();
        assertThat(flag.out()).contains("Usage: ").contains("millrace " + command);
        assertThat(word.out()).isEqualTo(flag.out());
    }

    @Test
    void versionNamesTheVersion() throws Exception {
        assertThat(millrace("version").out()).matches("(?s)millrace \\d+\\.\\d+\\S* \\(commit \\S+\\)\\n");
    }

    @ParameterizedTest
    @CsvSource({"dmeo, demo", "tests, test", "agnet, agent", "bnech, bench", "qeueu, queue", "tierd, tiered"})
    void aSlipInACommandGetsASuggestion(String typed, String meant) throws Exception {
        Outcome outcome = millrace(typed);

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("unknown command: " + typed);
        assertThat(outcome.err()).contains("Did you mean " + meant + "?");
    }

    @Test
    void aWordLikeNoCommandGetsTheList() throws Exception {
        Outcome outcome = millrace("frobnicate");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).doesNotContain("Did you mean").contains("./millrace help");
    }

    @ParameterizedTest
    @CsvSource({
        "demo, --prot, --port",
        "demo, --kep, --keep",
        "up, --managment-port=9, --management-port",
        "agent, --capcity, --capacity",
        "queue, --conut=3, --count",
        "sql, --exceute=x, --execute",
        "tiered, --bootstap=x, --bootstrap",
        "wal, --form=3, --from",
        "test, --fast, ./millrace test --help",
    })
    void aSlipInAFlagIsAnsweredBeforeAnythingIsBuilt(String command, String typed, String answer) throws Exception {
        Outcome outcome = millrace(command, typed);

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("unknown flag: " + typed.split("=", 2)[0])
                .contains(answer);
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void totalsAreSummedOverAllReports() throws Exception {
        report("java-17/a_target_surefire-reports_TEST-a.A.xml", 10, 0, 0, 1);
        report("java-17/a_target_failsafe-reports_TEST-a.AIT.xml", 3, 1, 1, 0);
        report("java-25/a_target_surefire-reports_TEST-a.A.xml", 10, 0, 0, 1);

        Outcome outcome = totals();

        assertThat(outcome.out()).isEqualTo("19 passed, 2 failed, 2 skipped\n");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void totalsAreGoodWhenSomethingRanAndNothingFailed() throws Exception {
        report("TEST-a.A.xml", 4, 0, 0, 0);

        assertThat(totals()).isEqualTo(new Outcome(0, "4 passed, 0 failed, 0 skipped\n", ""));
    }

    @Test
    void totalsOfNothingAreNotGood() throws Exception {
        assertThat(totals()).isEqualTo(new Outcome(1, "0 passed, 0 failed, 0 skipped\n", ""));
    }

    @Test
    void aBrokenReportCountsAsFailed() throws Exception {
        report("TEST-a.A.xml", 4, 0, 0, 0);
        Path broken = Files.writeString(folder.resolve("TEST-a.B.xml"), "<?xml version=\"1.0\"?>\n");

        assertThat(totals())
                .isEqualTo(new Outcome(
                        1, "4 passed, 1 failed, 0 skipped\n", "FAILED " + broken + ": no report of tests\n"));
    }

    @Test
    void whatFailedIsNamed() throws Exception {
        Files.createDirectories(folder.resolve("java-17"));
        Files.writeString(
                folder.resolve("java-17/a_target_failsafe-reports_TEST-a.AIT.xml"),
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="a.AIT" tests="3" errors="1" skipped="0" failures="1">
                  <testcase name="passes" classname="a.AIT" time="0.01"/>
                  <testcase name="gets(int)[1]" classname="a.AIT" time="0.01">
                    <failure message="&#10;Expecting &quot;a&amp;b&quot;:&#10;  &lt;1&gt;" type="java.lang.AssertionError"><![CDATA[
                    at a.AIT.gets]]></failure>
                  </testcase>
                  <testcase name="" classname="a.BIT" time="0.01">
                    <error type="java.lang.StackOverflowError"><![CDATA[java.lang.StackOverflowError]]></error>
                  </testcase>
                </testsuite>
                """);

        Outcome outcome = totals();

        assertThat(outcome.out()).isEqualTo("1 passed, 2 failed, 0 skipped\n");
        assertThat(outcome.err())
                .isEqualTo(
                        """
                        FAILED a.AIT.gets(int)[1]: java.lang.AssertionError: Expecting "a&b": <1>
                        FAILED a.BIT.: java.lang.StackOverflowError:\s
                        """);
    }

    private Outcome totals() throws Exception {
        return run(Map.of("MILLRACE_REPORTS", folder.toString()), "totals");
    }

    private void report(String name, int tests, int errors, int failures, int skipped) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0.2" name="a.A" \
                time="0.05" tests="%d" errors="%d" skipped="%d" failures="%d">
                  <properties><property name="tests" value="99"/></properties>
                  <testcase name="failures=&quot;7&quot;" classname="a.A" time="0.01"/>
                </testsuite>
                """
                        .formatted(tests, errors, skipped, failures));
    }

    private Outcome millrace(String... arguments) throws Exception {
        return run(Map.of(), arguments);
    }

    private Outcome run(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", ROOT.resolve("millrace").toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("script-out", null);
        Path err = Files.createTempFile("script-err", null);
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Outcome(process.waitFor(), read(out), read(err));
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
