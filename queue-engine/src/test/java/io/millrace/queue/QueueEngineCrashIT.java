package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.CrashLoop;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.Seeds;
import io.millrace.wal.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process is killed with -9 while it writes, again and again on the same directory; what was acknowledged is there, and
 * of the rest at most the one step that each writer was taking.
 */
class QueueEngineCrashIT {

    private final Path directory;
    private final Path classes;
    private final long seed = Seeds.seed("QueueEngineCrashIT");

    QueueEngineCrashIT(@TempDir Path temporary) {
        this.directory = temporary.resolve("queues");
        this.classes = temporary.resolve("classes.jsa");
    }

    @BeforeEach
    void leaveClasses() {
        child(classes.resolveSibling("first"), Durability.PAGE, seed).leaveClasses("OPEN");
    }

    @Test
    void keepsWhatWasAcknowledgedAtOs() {
        crash(Durability.OS, 30);
    }

    @Test
    void keepsWhatWasAcknowledgedAtSync() {
        crash(Durability.SYNC, 25);
    }

    @Test
    void keepsBeginningsAtPage() {
        List<ExpectedQueues> expected = new ArrayList<>(nothing());
        CrashLoop.of("queue PAGE", round -> child(directory, Durability.PAGE, seed + round))
                .rounds(15)
                .armedBy("OPEN")
                .killWithin(Duration.ofMillis(150))
                .run(crash -> {
                    int[] acknowledged = acknowledged(crash.output());
                    try (QueueEngine engine = QueueEngine.open(directory, CrashingWriter.config(Durability.PAGE))) {
                        for (int writer = 0; writer < CrashingWriter.WRITERS; writer++) {
                            Workload workload = new Workload(seed + crash.round(), writer, CrashingWriter.QUEUES);
                            Generations generations = new Generations(expected.get(writer));
                            workload.next(acknowledged[writer] + CrashingWriter.STEPS + 1)
                                    .forEach(generations::take);
                            expected.set(writer, generations.settle(engine));
                        }
                        assertCount(engine, expected);
                    }
                    assertUnchanged(Durability.PAGE, expected);
                });
    }

    @Test
    @Tag("long")
    void keepsWhatWasAcknowledgedAtOsThousandTimes() {
        crash(Durability.OS, 1000);
    }

    @Test
    @Tag("long")
    void keepsWhatWasAcknowledgedAtSyncThousandTimes() {
        crash(Durability.SYNC, 1000);
    }

    private void crash(Durability durability, int rounds) {
        List<ExpectedQueues> expected = nothing();
        CrashLoop.of("queue " + durability, round -> child(directory, durability, seed + round))
                .rounds(rounds)
                .armedBy("OPEN")
                .killWithin(Duration.ofMillis(150))
                .run(crash -> {
                    int[] acknowledged = acknowledged(crash.output());
                    try (QueueEngine engine = QueueEngine.open(directory, CrashingWriter.config(durability))) {
                        for (int writer = 0; writer < CrashingWriter.WRITERS; writer++) {
                            Workload workload = new Workload(seed + crash.round(), writer, CrashingWriter.QUEUES);
                            ExpectedQueues queues = expected.get(writer);
                            workload.next(acknowledged[writer]).forEach(queues::take);
                            assertThat(queues.settle(engine, workload.next(CrashingWriter.STEPS + 1)))
                                    .as("writer %s, acknowledged steps %s", writer, acknowledged[writer])
                                    .isNull();
                        }
                        assertCount(engine, expected);
                    }
                    assertUnchanged(durability, expected);
                });
    }

    private static List<ExpectedQueues> nothing() {
        return Stream.generate(ExpectedQueues::new)
                .limit(CrashingWriter.WRITERS)
                .toList();
    }

    private void assertUnchanged(Durability durability, List<ExpectedQueues> expected) {
        try (QueueEngine again = QueueEngine.open(directory, CrashingWriter.config(durability))) {
            expected.forEach(queues ->
                    assertThat(queues.difference(again)).as("second time").isNull());
            assertCount(again, expected);
        }
    }

    private static void assertCount(QueueEngine engine, List<ExpectedQueues> expected) {
        assertThat(engine.queueCount())
                .isEqualTo(expected.stream().mapToInt(ExpectedQueues::count).sum());
    }

    private JavaProcess child(Path directory, Durability durability, long seed) {
        return JavaProcess.of(CrashingWriter.class, classes)
                .options("-Xmx64m")
                .arguments(directory.toString(), durability.name(), Long.toString(seed));
    }

    /** Steps that each writer has said are done. */
    static int[] acknowledged(List<String> output) {
        int[] steps = new int[CrashingWriter.WRITERS];
        for (String line : new ArrayList<>(output)) {
            String[] words = line.split(" ");
            if (words.length == 3 && words[0].equals("DONE")) {
                steps[Integer.parseInt(words[1])] = Integer.parseInt(words[2]);
            }
        }
        return steps;
    }
}
