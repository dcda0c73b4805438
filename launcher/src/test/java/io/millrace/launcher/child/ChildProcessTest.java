package io.millrace.launcher.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.launcher.LauncherException;
import io.millrace.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
@Timeout(60)
class ChildProcessTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern PID = Pattern.compile("PID=(\\d+)");

    /** Says its process id, then turns into something that waits for a long time. */
    private static final List<String> WAITER = List.of("sh", "-c", "echo PID=$$; exec sleep 3600");

    /** The same, but deaf to SIGTERM. */
    private static final List<String> DEAF = List.of("sh", "-c", "trap '' TERM; echo PID=$$; exec sleep 3600");

    private final Path folder;

    ChildProcessTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void tellsTheAwaitedLineAndKeepsTheLog() throws IOException {
        ChildProcess child = start(List.of("sh", "-c", "echo first; echo second >&2; echo PID=42; exec sleep 3600"));
        try (child) {
            assertThat(child.awaitLine(LIMIT).group(1)).isEqualTo("42");
        }
        assertThat(Files.readString(folder.resolve("log"))).startsWith("first\nsecond\nPID=42\n");
    }

    @Test
    void everyLineIsListenedToBeforeTheEndIsTold() {
        List<String> lines = new ArrayList<>();
        List<String> command = List.of("sh", "-c", "echo PID=1; seq 1 5000; exit 7");
        try (ChildProcess child = ChildProcess.start("counter", command, folder.resolve("log"), PID, lines::add)) {
            assertThat(child.awaitEnd(LIMIT)).isEqualTo(7);
        }
        assertThat(lines).hasSize(5001).startsWith("PID=1", "1").endsWith("5000");
    }

    @Test
    void aListenerThatFailsEndsTheProgram() {
        List<String> command = List.of("sh", "-c", "echo PID=1; exec sleep 3600");
        ChildProcess child = ChildProcess.start("talker", command, folder.resolve("log"), PID, line -> {
            throw new IllegalArgumentException("not understood: " + line);
        });
        try (child) {
            assertThatThrownBy(() -> child.awaitEnd(LIMIT))
                    .isInstanceOf(LauncherException.class)
                    .hasMessageContaining("talker was not understood")
                    .hasStackTraceContaining("not understood: PID=1");
        }
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void closeEndsTheProgram() {
        ChildProcess child = start(WAITER);
        ProcessHandle program = program(child);

        child.close();

        assertThat(program.isAlive()).isFalse();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void closeEndsAProgramThatIgnoresSigterm() {
        ChildProcess child = start(DEAF);
        ProcessHandle program = program(child);

        child.close();

        await().atMost(LIMIT).until(() -> !program.isAlive());
    }

    @Test
    void doesNotOutliveAParentThatWasKilled() {
        var parent = JavaProcess.of(Parent.class)
                .arguments(folder.resolve("log").toString())
                .process()
                .start();
        String line = parent.awaitLine(printed -> printed.startsWith("PID="), LIMIT);
        ProcessHandle program = ProcessHandle.of(Long.parseLong(line.substring("PID=".length())))
                .orElseThrow();

        parent.kill();

        await().atMost(LIMIT).until(() -> !program.isAlive());
    }

    @Test
    void anEarlyEndIsAnsweredWithTheLastWords() {
        try (ChildProcess child = start(List.of("sh", "-c", "echo the port is taken; exit 3"))) {
            assertThatThrownBy(() -> child.awaitLine(LIMIT))
                    .isInstanceOf(LauncherException.class)
                    .hasMessage("waiter ended at once")
                    .satisfies(failure -> assertThat(((LauncherException) failure).remedies())
                            .contains("the port is taken")
                            .contains("Everything it printed: " + folder.resolve("log")));
        }
    }

    @Test
    void silenceIsAnsweredWhenTheLimitIsOver() {
        try (ChildProcess child = start(List.of("sleep", "3600"))) {
            assertThatThrownBy(() -> child.awaitLine(Duration.ofMillis(1)))
                    .hasMessageContaining("nothing of being ready");
        }
    }

    @Test
    void anUnexpectedEndIsTold() {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        try (ChildProcess child = start(List.of("sh", "-c", "read -r never < /dev/null; exit 7"))) {
            child.onUnexpectedEnd(status::complete);

            assertThat(status).succeedsWithin(LIMIT).isEqualTo(7);
        }
    }

    @Test
    void anExpectedEndIsNotTold() {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        ChildProcess child = start(WAITER);
        program(child);
        child.onUnexpectedEnd(status::complete);

        child.close();
        child.close();

        assertThat(status).isNotDone();
    }

    private ChildProcess start(List<String> command) {
        return ChildProcess.start("waiter", command, folder.resolve("log"), PID);
    }

    private static ProcessHandle program(ChildProcess child) {
        return ProcessHandle.of(Long.parseLong(child.awaitLine(LIMIT).group(1))).orElseThrow();
    }

    /** A JVM with a child, to be killed. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws InterruptedException {
            ChildProcess child = ChildProcess.start("waiter", WAITER, Path.of(arguments[0]), PID);
            System.out.println("PID=" + program(child).pid());
            new CountDownLatch(1).await();
        }
    }
}
