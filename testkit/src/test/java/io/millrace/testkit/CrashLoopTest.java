package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrashLoopTest {

    @Test
    void everythingAChildSaidBeforeItsCrashIsThereAfterwards(@TempDir Path folder) {
        List<Integer> rounds = new ArrayList<>();
        CrashLoop.of("numbers", round -> numbers(folder, round))
                .rounds(3)
                .armedBy("0")
                .killWithin(Duration.ofMillis(100))
                .run(crash -> {
                    rounds.add(crash.round());
                    assertThat(crash.output()).startsWith("0");
                    assertThat(Files.readAllLines(folder.resolve("numbers-" + crash.round())))
                            .containsAll(crash.output());
                });
        assertThat(rounds).containsExactly(0, 1, 2);
    }

    @Test
    void aFailedCheckNamesTheSeed(@TempDir Path folder) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> CrashLoop.of("wrong", round -> numbers(folder, round))
                        .run(crash -> {
                            throw new IOException("lost");
                        }))
                .withMessageContaining("-Dmillrace.seed=")
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void aChildThatEndsByItselfFailsTheLoop() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> CrashLoop.of("short", round -> JavaProcess.of(EndsAtOnce.class))
                        .armedBy("never said")
                        .run(crash -> {}))
                .havingCause()
                .withMessageContaining("ended before");
    }

    private static JavaProcess numbers(Path folder, int round) {
        return JavaProcess.of(Numbers.class)
                .arguments(folder.resolve("numbers-" + round).toString());
    }

    /** Writes a number, then says that it has. */
    static final class Numbers {

        public static void main(String[] args) throws IOException {
            for (int i = 0; ; i++) {
                Files.writeString(Path.of(args[0]), i + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                System.out.println(i);
            }
        }
    }

    /** Says nothing. */
    static final class EndsAtOnce {

        public static void main(String[] args) {
            System.out.println("bye, " + args.length + " arguments");
        }
    }
}
