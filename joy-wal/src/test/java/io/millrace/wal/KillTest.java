package io.millrace.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.CrashLoop;
import io.millrace.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a writing process with SIGKILL, again and again: what it said it holds is there, in order, without a gap, and nothing else. */
@Tag("once")
class KillTest {

    /** Of the normal run, over all levels. */
    private static final int ROUNDS = Integer.getInteger("millrace.wal.killRounds", 140);

    private static final int ROUNDS_LONG = 1000;

    @TempDir
    private Path temporary = Path.of("");

    @Test
    void whatAKilledProcessKeptIsThere() {
        kill(ROUNDS);
    }

    @Tag("long")
    @Test
    void whatAKilledProcessKeptIsThereAThousandTimes() {
        kill(ROUNDS_LONG);
    }

    private void kill(int rounds) {
        Durability[] levels = Durability.values();
        writer(temporary.resolve("first"), levels[0]).leaveClasses("OPEN");
        CrashLoop.of("wal", round -> writer(directory(round), levels[round % levels.length]))
                .rounds(rounds)
                .armedBy("OPEN")
                .killWithin(Duration.ofMillis(150))
                .run(crash -> {
                    Durability level = levels[crash.round() % levels.length];
                    check(directory(crash.round()), level, crash.output());
                    delete(directory(crash.round()));
                });
    }

    private JavaProcess writer(Path directory, Durability level) {
        return JavaProcess.of(KilledWriter.class, temporary.resolve("classes.jsa"))
                .options("-Xmx64m")
                .arguments(directory.toString(), level.name());
    }

    private Path directory(int round) {
        return temporary.resolve("round-" + round);
    }

    private static void check(Path directory, Durability level, List<String> output) {
        WalConfig config = WalConfig.defaults().withDurability(level).withSegmentBytes(1 << 20);
        long[] last = new long[KilledWriter.THREADS];
        for (int pass = 0; pass < 2; pass++) {
            try (WriteAheadLog log = WriteAheadLog.open(directory, config)) {
                long[] kept = kept(output, log.startPosition());
                long[] found = readAll(log);
                for (int thread = 0; thread < kept.length; thread++) {
                    assertThat(found[thread])
                            .as("last of thread %s, %s", thread, log.recovery())
                            .isGreaterThanOrEqualTo(kept[thread]);
                }
                assertThat(pass == 0 ? found : last).as("recovered twice").isEqualTo(found);
                last = found;
            }
        }
    }

    /** The last count of each thread that must be there: what a thread that had to wait wrote long ago may be truncated away. */
    private static long[] kept(List<String> output, long start) {
        long[] kept = new long[KilledWriter.THREADS];
        Arrays.fill(kept, -1);
        for (String line : output) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("KEPT") && words.length == 4 && Long.parseLong(words[3]) >= start) {
                kept[Integer.parseInt(words[1])] = Long.parseLong(words[2]);
            }
        }
        return kept;
    }

    private static long[] readAll(WriteAheadLog log) {
        long[] last = new long[KilledWriter.THREADS];
        Arrays.fill(last, -1);
        try (LogReader reader = log.read(log.startPosition())) {
            while (reader.next()) {
                int thread = reader.type() - WalRecord.TYPE_MIN;
                long count = reader.page().buffer().getLong(reader.index());
                assertThat(reader.page().buffer().getLong(reader.index() + Long.BYTES))
                        .isEqualTo(~count);
                if (last[thread] >= 0) {
                    assertThat(count).isEqualTo(last[thread] + 1);
                }
                last[thread] = count;
            }
        }
        return last;
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
