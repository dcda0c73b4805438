package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void givesTheLineThatWasAwaited() {
        try (ChildProcess child = ChildProcess.command("sh", "-c", "echo one; echo two >&2; exec sleep 30")
                .startAndAwait(line -> line.startsWith("t"), LIMIT)
                .process()) {
            assertThat(child.awaitLine("one"::equals, LIMIT)).isEqualTo("one");
            assertThat(child.tail()).containsExactly("one", "two");
        }
    }

    @Test
    void givesTheExitStatusAndTheWholeLog(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("sub").resolve("out.log");
        try (ChildProcess child = ChildProcess.command("sh", "-c", "echo $GREETING; exit 3")
                .environment("GREETING", "good day")
                .log(log)
                .start()) {
            assertThat(child.awaitExit(LIMIT)).isEqualTo(3);
            assertThat(Files.readAllLines(log)).containsExactly("good day");
        }
    }

    @Test
    void tellsTheOutputWhenTheAwaitedLineDoesNotCome() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ChildProcess.command("sh", "-c", "echo out of luck; exit 1")
                        .name("gambler")
                        .startAndAwait("jackpot"::equals, LIMIT))
                .withMessageContaining("gambler")
                .withMessageContaining("out of luck");
    }

    @Test
    void tellsWhichProgramCannotBeStarted() {
        Assertions.assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> ChildProcess.command("/no/such/program").start())
                .withMessageContaining("/no/such/program");
    }

    @Test
    void aFrozenProcessIsSilentUntilThawedAndCanBeKilled() {
        ChildProcess child = ChildProcess.command("sh", "-c", "while echo tick; do sleep 0.02; done")
                .start();
        child.awaitLine("tick"::equals, LIMIT);
        child.freeze();
        await().atMost(LIMIT).until(() -> state(child) == 'T');
        child.thaw();
        await().atMost(LIMIT).until(() -> state(child) != 'T');
        child.freeze();
        child.kill();
        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void theTailIsBounded() {
        try (ChildProcess child = ChildProcess.command("sh", "-c", "seq 1 1000").start()) {
            child.awaitExit(LIMIT);
            assertThat(child.tail()).hasSize(200).endsWith("1000");
        }
    }

    @Test
    void closeEndsAFrozenProcessInOrder() {
        ChildProcess child = ChildProcess.command(
                        "sh", "-c", "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.02; done")
                .startAndAwait("up"::equals, LIMIT)
                .process();
        child.freeze();
        child.close();
        child.close();
        assertThat(child.tail()).containsExactly("up", "bye");
    }

    /** The state letter that the kernel shows: T is stopped. */
    private static char state(ChildProcess child) throws Exception {
        String stat = Files.readString(Path.of("/proc", Long.toString(child.pid()), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
