package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A run of jcstress tests from within an ordinary test, bounded in time.
 *
 * <p>Starts {@code org.openjdk.jcstress.Main} on the class path and the JVM of the running test, in a process and
 * folder of its own ({@code target/jcstress/…}, where its report stays). The module needs {@code jcstress-core} in
 * its tests and as their annotation processor ({@code bytebuf-core/memory/pom.xml} shows both). Half of a run's time
 * goes to what the machine and the JVM can do, so give one run all the tests of a module.
 *
 * <pre>{@code
 * JcstressRun.of(ClaimStress.class, SealStress.class).time(Duration.ofMillis(200)).run();
 * }</pre>
 *
 * <p>A value is changed by its methods and run once; not thread-safe.
 */
public final class JcstressRun {

    /** The last line of progress: configurations planned and passed. */
    private static final Pattern RESULTS =
            Pattern.compile("\\(Results: (\\d+) planned; (\\d+) passed, 0 failed, 0 soft errs, 0 hard errs\\)");

    private final List<Class<?>> tests;
    private Duration time = Duration.ofMillis(100);
    private int iterations = 3;
    private boolean oneMode;
    private Duration limit = Duration.ofMinutes(3);

    private JcstressRun(List<Class<?>> tests) {
        this.tests = tests;
    }

    /** The stress tests to run: outermost classes, as they are found by name. */
    public static JcstressRun of(Class<?>... tests) {
        return new JcstressRun(List.of(tests));
    }

    /** How long an iteration takes. */
    public JcstressRun time(Duration value) {
        time = value;
        return this;
    }

    /** How often each test is repeated in each of the JVM's modes (interpreted, compiled by C1, by C2). */
    public JcstressRun iterations(int value) {
        iterations = value;
        return this;
    }

    /** Runs in the JVM's own mode only, not in each that it can be forced into: quicker, and sees less. */
    public JcstressRun inOneMode() {
        oneMode = true;
        return this;
    }

    /** When the run is given up and fails. */
    public JcstressRun limit(Duration value) {
        limit = value;
        return this;
    }

    /**
     * Runs them.
     *
     * @throws AssertionError with the last of jcstress's output, if a forbidden result was seen, a test failed to
     * run, or none was found
     * @throws IllegalStateException if it is not done within the limit
     */
    public void run() {
        Path folder =
                Path.of("target", "jcstress", tests.get(0).getSimpleName()).toAbsolutePath();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (ChildProcess child = JavaProcess.of(main())
                .arguments(arguments(folder))
                .process()
                .directory(folder)
                .log(folder.resolve("output.log"))
                .start()) {
            int status = child.awaitExit(limit);
            List<String> tail = child.tail();
            if (status != 0 || !isPassed(tail)) {
                throw new AssertionError("jcstress ended with " + status + " (all of it in "
                        + folder.resolve("output.log") + "):\n  " + String.join("\n  ", tail));
            }
        }
    }

    private static Class<?> main() {
        try {
            return Class.forName("org.openjdk.jcstress.Main");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("jcstress-core is not on the test class path of this module", e);
        }
    }

    private String[] arguments(Path folder) {
        String names = tests.stream()
                .map(test -> test.getName().replace(".", "\\.").replace("$", "\\$"))
                .collect(Collectors.joining("|", "^(", ")(\\..*)?$"));
        List<String> arguments = new ArrayList<>(Arrays.asList("-t", names));
        arguments.addAll(List.of("-f", "1", "-fsm", "1", "-iters", Integer.toString(iterations)));
        arguments.addAll(List.of("-time", Long.toString(time.toMillis()), "-sc", "false"));
        arguments.addAll(List.of("-r", folder.resolve("report").toString()));
        if (oneMode) {
            arguments.addAll(List.of("-jvmArgs", "-XX:+TieredCompilation")); // any flag keeps it from trying the others
        }
        return arguments.toArray(String[]::new);
    }

    /** The exit status alone does not say: it is 0 for a selection that finds no test, too. */
    private static boolean isPassed(List<String> output) {
        return output.stream()
                .map(RESULTS::matcher)
                .filter(Matcher::matches)
                .reduce((earlier, later) -> later)
                .filter(last -> !last.group(1).equals("0") && last.group(1).equals(last.group(2)))
                .isPresent();
    }
}
