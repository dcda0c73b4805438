package io.millrace.tiered.clients;

import io.millrace.testkit.ChildProcess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.stream.Stream;

/** Programs and packages of other languages. What cannot be had fails by its name, with what to install. */
final class Toolchain {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private Toolchain() {}

    /** Asks the program for its version. */
    static String program(String name, String debianPackage) {
        if (status(name, "-V") == 0) {
            return name;
        }
        throw cannotBeHad(name, debianPackage);
    }

    /** The first Python that has the module; Debian's own before another that is on the path. */
    static String python(String module, String debianPackage) {
        return Stream.of("/usr/bin/python3", "python3")
                .filter(python -> status(python, "-c", "import " + module) == 0)
                .findFirst()
                .orElseThrow(() -> cannotBeHad("Python's " + module, debianPackage));
    }

    private static AssertionError cannotBeHad(String what, String debianPackage) {
        return new AssertionError("cannot be had: " + what + " (Debian: apt-get install " + debianPackage
                + ", or ./millrace test as root)");
    }

    private static int status(String... command) {
        try (ChildProcess process = ChildProcess.command(command).start()) {
            return process.awaitExit(LIMIT);
        } catch (UncheckedIOException absent) {
            return -1;
        }
    }
}
