package io.millrace.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;

/** A script's steps as tests. The script prints {@code ok STEP} or {@code not ok STEP: why} for each, and {@code done} at its end. */
public final class ScriptSteps {

    /** Scripts, sources and lists of packages of the module under test, whose directory is the tests' working directory. */
    public static final Path SCRIPTS = Path.of("src", "test", "resources").toAbsolutePath();

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String OK = "ok ";
    private static final String NOT_OK = "not ok ";

    private ScriptSteps() {}

    /** Runs the program to its end, then gives a test for each step, and one for the whole. */
    public static List<DynamicTest> run(ChildProcess.Builder program) {
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
        failures.forEach((step, why) -> tests.add(DynamicTest.dynamicTest(step, () -> check(why.isEmpty(), why))));
        tests.add(DynamicTest.dynamicTest(
                "the script ends",
                () -> check(status == 0 && output.contains("done"), "exit status " + status + ", output " + output)));
        return tests;
    }

    private static void check(boolean good, String otherwise) {
        if (!good) {
            throw new AssertionError(otherwise);
        }
    }
}
