package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavaProcessTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void classesOfAFolderAreSharedFromTheSecondStartOn() {
        Path archive = directory.resolve("classes.jsa");

        assertThat(sourceOfTheProgram(archive)).doesNotContain("shared objects file");
        assertThat(Files.exists(archive)).isTrue();
        assertThat(sourceOfTheProgram(archive)).contains("shared objects file");
    }

    /** Where the JVM says that the program's class comes from. */
    private static String sourceOfTheProgram(Path archive) {
        ChildProcess.Started started = JavaProcess.of(Program.class, archive)
                .options("-Xlog:class+load")
                .process()
                .startAndAwait(line -> line.contains(Program.class.getName() + " "), LIMIT);
        assertThat(started.process().awaitExit(LIMIT)).isZero();
        return started.line();
    }

    static final class Program {

        private Program() {}

        public static void main(String[] args) {
            System.out.println("done");
        }
    }
}
