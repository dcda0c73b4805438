package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Repository;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Compiles the example of the README as it stands there, and runs it. */
@Tag("once")
@ExtendWith(OutputCaptureExtension.class)
class MeshReadmeTest {
    @Test
    void theExampleRuns(@TempDir Path folder, CapturedOutput output) throws Exception {
        String readme = Files.readString(Repository.root().resolve("mesh-agent/README.md"));
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(block.find()).isTrue();
        Path source = Files.writeString(folder.resolve("MeshExample.java"), block.group(1));
        compile(source, folder);
        try (FakeProvider provider = FakeProvider.start();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass("MeshExample").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {Integer.toString(provider.port())});
        }
        assertThat(output).contains("99162322");
    }

    private static void compile(Path source, Path folder) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "-d",
                                    folder.toString()),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }
}
