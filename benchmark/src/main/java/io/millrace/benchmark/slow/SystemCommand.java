package io.millrace.benchmark.slow;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs of the system to their end. */
final class SystemCommand {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Where Debian has them; not on the path of every user. */
    private static final String PATH = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin";

    private SystemCommand() {}

    /** What it printed, without its warnings; {@link IOException} with them where its status is not 0, or it does not end. */
    static String run(String... command) throws IOException {
        List<String> line = new ArrayList<>(List.of("env", "PATH=" + PATH));
        line.addAll(List.of(command));
        Process process = new ProcessBuilder(line).start();
        try {
            // First the end, then what they say: these say less than a pipe holds.
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException(String.join(" ", command) + " did not end within " + LIMIT.toSeconds() + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + process.exitValue() + ": "
                        + firstLine(said(process.getErrorStream())));
            }
            return said(process.getInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted in " + command[0]);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String said(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("it said nothing");
    }

    static boolean isInstalled(String program) {
        for (String folder : PATH.split(":", -1)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }
}
