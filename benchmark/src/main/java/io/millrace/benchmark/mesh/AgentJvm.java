package io.millrace.benchmark.mesh;

import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import io.millrace.benchmark.process.ProcessUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Java that runs our agents and its flags.
 *
 * @param version as {@code java -version} says it, for the column {@code jdk}
 */
record AgentJvm(Path java, String version, List<String> flags) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");
    private static final Pattern VERSION = Pattern.compile("version \"([^\"]+)\"");

    /** The one named, else {@code MILLRACE_JAVA}, else an installed 25, else the one that runs us. */
    static AgentJvm find(@Nullable Path named, @Nullable List<String> flags) throws IOException, InterruptedException {
        Path java = named != null ? named : fromEnvironment();
        String version = versionOf(java);
        return new AgentJvm(java, version, flags != null ? List.copyOf(flags) : defaultFlags(version));
    }

    /** The flags that {@code ./millrace agent} gives to an agent on that Java. */
    private static List<String> defaultFlags(String version) throws IOException {
        int major = Integer.parseInt(version.split("\\D", 2)[0]);
        Path file = ProjectHome.find().resolve("mesh-agent/jvm").resolve(major >= 25 ? "25.args" : "17.args");
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static Path fromEnvironment() throws IOException {
        String variable = System.getenv("MILLRACE_JAVA");
        if (variable != null && !variable.isBlank()) {
            Path path = Path.of(variable);
            return Files.isDirectory(path) ? path.resolve("bin/java") : path;
        }
        Path ours = Path.of(System.getProperty("java.home"), "bin", "java");
        if (!Files.isDirectory(INSTALLED)) {
            return ours;
        }
        try (Stream<Path> homes = Files.list(INSTALLED)) {
            return homes.filter(home -> home.getFileName().toString().contains("25"))
                    .map(home -> home.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .sorted()
                    .findFirst()
                    .orElse(ours);
        }
    }

    private static String versionOf(Path java) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        Matcher matcher = VERSION.matcher(text);
        if (!matcher.find()) {
            throw new IOException("not a Java: " + java + " said: " + text);
        }
        return matcher.group(1);
    }

    /** {@code java FLAGS -jar JAR ARGUMENTS}. */
    List<String> command(Path jar, List<String> arguments) {
        return JavaCommand.of(java, flags, List.of("-jar", jar.toString()), arguments);
    }

    /** Resident memory of a JVM with these flags that does nothing. */
    double idleMib(Children children) throws IOException, InterruptedException {
        List<String> command = JavaCommand.ofJvm(java, flags, IdleJvm.class, List.of());
        Child idle = children.start("idle-jvm", Map.of(), command);
        try {
            idle.awaitLine(line -> line.equals(IdleJvm.READY), Duration.ofSeconds(20));
            return ProcessUsage.of(idle.pid()).residentKib() / 1024.0;
        } finally {
            children.end(idle);
        }
    }

    /** The tool {@code jcmd} of the same JDK; it may be missing in a JRE. */
    Path jcmd() {
        return java.resolveSibling("jcmd");
    }
}
