package io.millrace.newsql.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Our server in a process of its own, on a free loopback port and an empty directory that goes away with it. */
final class MillraceServer implements ServerUnderTest {

    private static final String MAIN = "io.millrace.newsql.NewSqlServer";
    private static final String LISTENING = "listening on ";

    private final Path directory;
    private final Process process;
    private final int port;

    private MillraceServer(Path directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        this.port = port;
    }

    /** Starts one, and returns once it listens. */
    static MillraceServer start() throws IOException {
        Path directory = Files.createTempDirectory("conformance-millrace");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MAIN,
                        directory.resolve("data").toString(),
                        "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(LISTENING)) {
                return new MillraceServer(
                        directory, process, Integer.parseInt(line.substring(line.lastIndexOf(':') + 1)));
            }
        }
        throw new IOException("the server ended before it listened; its standard error says why");
    }

    @Override
    public String name() {
        return "Millrace";
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/";
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
