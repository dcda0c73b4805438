package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * A script's steps as tests. The script prints {@code ok STEP} or {@code not ok STEP: why} for each, and {@code done} at its end.
 *
 * <p>A step with a known gap must fail with those words, as for {@link KnownGap}.
 */
final class ScriptSteps {

    /** Scripts, sources and lists of packages, by language; the module's directory is the tests' working directory. */
    static final Path SCRIPTS = Path.of("src", "test", "resources").toAbsolutePath();

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String OK = "ok ";
    private static final String NOT_OK = "not ok ";

    private ScriptSteps() {}

    /**
     * Runs the program to its end, then gives a test for each step, and one for the whole.
     *
     * @param gaps words of the failure by the name of the step that has to fail
     */
    static List<DynamicTest> run(ChildProcess.Builder program, Map<String, String> gaps) {
        Map<String, String> failures = new LinkedHashMap<>();
        List<String> output;
        int status;
        try (ChildProcess process = program.start()) {
            status = process.awaitExit(LIMIT);
            output = process.tail();
        }
        for (String line : output) {
            if (line.startsWith(OK)) {
                failures.put(line.substring(OK.length()), "");
            } else if (line.startsWith(NOT_OK)) {
                int colon = line.indexOf(": ");
                failures.put(line.substring(NOT_OK.length(), colon), line.substring(colon + 2));
            }
        }
        List<DynamicTest> tests = new ArrayList<>();
        failures.forEach((step, why) -> tests.add(DynamicTest.dynamicTest(step, () -> check(why, gaps.get(step)))));
        tests.add(DynamicTest.dynamicTest("the script ends", () -> {
            assertThat(output).as("output").contains("done");
            assertThat(status).as("exit status of %s", output).isZero();
            assertThat(failures.keySet()).containsAll(new TreeSet<>(gaps.keySet()));
        }));
        return tests;
    }

    private static void check(String why, @Nullable String gap) {
        if (gap == null) {
            assertThat(why).isEmpty();
        } else if (why.isEmpty()) {
            fail("passes: take its gap out of the list (" + gap + ")");
        } else {
            assertThat(why).as("a known gap").contains(gap);
        }
    }
}
