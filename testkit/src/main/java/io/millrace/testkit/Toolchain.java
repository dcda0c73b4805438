package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs and packages of other languages, for tests of what is said over a wire.
 *
 * <p>Packages come from the languages' own registries in the versions, and with the checksums, of the lock files beside the
 * sources. <b>Errors:</b> what cannot be had is an {@link AssertionError} that says what to install; no test is skipped.
 * <b>Threads:</b> safe, for folders that differ.
 */
public final class Toolchain {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Toolchain() {}

    /** The program's name, once it has told its version ({@code -V}). */
    public static String program(String name, String debianPackage) {
        if (status(name, "-V") == 0) {
            return name;
        }
        throw new AssertionError(cannotBeHad(name, debianPackage));
    }

    /** The first Python that has the modules, which are separated by commas; Debian's own before another that is on the path. */
    public static String python(String modules, String debianPackages) {
        return Stream.of("/usr/bin/python3", "python3")
                .filter(python -> status(python, "-c", "import " + modules) == 0)
                .findFirst()
                .orElseThrow(() -> new AssertionError(cannotBeHad("Python's " + modules, debianPackages)));
    }

    /** Copies a script with its lock file into the folder and unpacks the packages there. Gives the folder. */
    public static Path node(String what, Path sources, Path folder) {
        copy(sources, folder);
        require(what, "nodejs npm", folder, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
        return folder;
    }

    /** Copies Go's sources with their {@code go.sum} into the folder and builds them. Gives the program. */
    public static Path go(String what, Path sources, Path folder) {
        copy(sources, folder);
        require(what, "golang-go", folder, "go", "build", "-o", "program", ".");
        return folder.resolve("program");
    }

    private static void require(String what, String debianPackages, Path folder, String... command) {
        String missing = cannotBeHad(what, debianPackages) + "; it is downloaded from its registry: ";
        try (ChildProcess process =
                ChildProcess.command(command).directory(folder).start()) {
            if (process.awaitExit(LIMIT) != 0) {
                throw new AssertionError(missing + process.tail());
            }
        } catch (UncheckedIOException e) {
            throw new AssertionError(missing + e.getMessage(), e);
        }
    }

    private static String cannotBeHad(String what, String debianPackages) {
        return "cannot be had: " + what + " (Debian: apt-get install " + debianPackages
                + ", or ./millrace test as root)";
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
