package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** MariaDB's programs for the shell, run to their end against a port of loopback. */
final class MariaDbProgram {

    private static final long SECONDS_MAX = 120;

    private MariaDbProgram() {}

    /** What {@code mariadb} prints, errors included, when it reads the file. */
    static String mariadb(int port, Path input, Path folder, String... options) throws IOException {
        return run("mariadb", port, input, folder, options);
    }

    /** What {@code mariadb-dump} prints; it has to end well. */
    static String dump(int port, Path folder, String... options) throws IOException {
        return run("mariadb-dump", port, null, folder, options);
    }

    private static String run(String program, int port, @Nullable Path input, Path folder, String... options)
            throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program, "--no-defaults", "--host=127.0.0.1", "--port=" + port, "--user=root"));
        command.addAll(List.of(options));
        Path out = Files.createTempFile(folder, program, ".out");
        Path error = Files.createTempFile(folder, program, ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(error.toFile());
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        Process process = start(builder);
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS))
                    .as("%s ends", program)
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
        String complaint = Files.readString(error);
        assertThat(complaint).as("standard error of %s", program).isEmpty();
        assertThat(process.exitValue()).as("exit status of %s", program).isZero();
        return Files.readString(out);
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot be had: MariaDB's client (Debian: apt-get install mariadb-client)", e);
        }
    }
}
