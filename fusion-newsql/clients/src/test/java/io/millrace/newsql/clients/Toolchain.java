package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Programs and packages of other languages. What cannot be had fails by its name, with what to install. */
final class Toolchain {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Toolchain() {}

    /** The first Python that has the module; Debian's own before another that is on the path. */
    static String python(String module, String debianPackage) {
        return Stream.of("/usr/bin/python3", "python3")
                .filter(python -> status(python, "-c", "import " + module) == 0)
                .findFirst()
                .orElseThrow(() -> new AssertionError("cannot be had: Python's " + module + " (Debian: apt-get install "
                        + debianPackage + ", or ./millrace test as root)"));
    }

    /** Node, with the packages of the lock file beside the script unpacked into a copy of its folder. */
    static Path node(Path folder) {
        copy(ScriptSteps.SCRIPTS.resolve("node"), folder);
        require("Node's mysql2", "nodejs npm", folder, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
        return folder;
    }

    /** The program built from Go's sources; modules are those of {@code go.sum}. */
    static Path go(Path folder) {
        copy(ScriptSteps.SCRIPTS.resolve("go"), folder);
        require("Go's go-sql-driver", "golang-go", folder, "go", "build", "-o", "tutorial", ".");
        return folder.resolve("tutorial");
    }

    private static void require(String what, String debianPackages, Path folder, String... command) {
        String missing = "cannot be had: " + what + " (Debian: apt-get install " + debianPackages
                + ", or ./millrace test as root; it is downloaded from its registry): ";
        try (ChildProcess process =
                ChildProcess.command(command).directory(folder).start()) {
            int status = process.awaitExit(LIMIT);
            assertThat(status).as(missing + process.tail()).isZero();
        } catch (UncheckedIOException e) {
            throw new AssertionError(missing + e.getMessage(), e);
        }
    }

    private static int status(String... command) {
        try (ChildProcess process = ChildProcess.command(command).start()) {
            return process.awaitExit(LIMIT);
        } catch (UncheckedIOException absent) {
            return -1;
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            List<Path> all = files.toList();
            Files.createDirectories(to);
            for (Path file : all) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
        }
    }
}
