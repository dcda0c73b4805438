package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the program in the README as it stands there, and runs it as a newcomer would. */
@Tag("once")
class ReadmeTest {

    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path folder;

    ReadmeTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void theProgramPutsClosesReopensAndGets() throws IOException {
        Path source = folder.resolve("Example.java");
        Files.writeString(source, program());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");

        int status = compiler.run(
                null, null, null, "-cp", classPath, "-d", folder.toString(), "-proc:none", source.toString());

        assertThat(status).as("the README's program compiles").isZero();
        try (ChildProcess example = ChildProcess.command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + File.pathSeparator + classPath,
                        "Example",
                        folder.resolve("queues").toString())
                .start()) {
            assertThat(example.awaitExit(LIMIT)).isZero();
            assertThat(linesOf(example)).containsExactly("first", "second", "second");
        }
    }

    private static List<String> linesOf(ChildProcess example) {
        return example.tail().stream()
                .filter(line -> line.equals("first") || line.equals("second"))
                .toList();
    }

    private static String program() throws IOException {
        String readme = Files.readString(Repository.root().resolve("queue-engine/README.md"));
        Matcher matcher = PROGRAM.matcher(readme);
        assertThat(matcher.find()).as("a program in the README").isTrue();
        return matcher.group(1);
    }
}
