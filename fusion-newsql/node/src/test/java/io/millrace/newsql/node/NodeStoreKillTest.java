package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.CrashLoop;
import io.millrace.testkit.JavaProcess;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a committing process with SIGKILL, again and again on one directory: what was acknowledged is there, whole and in order, and nothing that is half; so do its events tell. */
@Tag("once")
class NodeStoreKillTest {

    private static final int ROUNDS = Integer.getInteger("millrace.node.killRounds", 40);
    private static final int ROUNDS_LONG = 500;

    private final long[] told = new long[KilledCommitter.THREADS];
    private long reached;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void whatWasAcknowledgedOutlivesAKill() {
        kill(ROUNDS);
    }

    @Tag("long")
    @Test
    void whatWasAcknowledgedOutlivesHundredsOfKills() {
        kill(ROUNDS_LONG);
    }

    private void kill(int rounds) {
        committer(directory.resolve("first")).leaveClasses("OPEN");
        CrashLoop.of("node store", round -> committer(directory.resolve("store")))
                .rounds(rounds)
                .armedBy("OPEN")
                .killWithin(Duration.ofMillis(300))
                .run(crash -> check(crash.output()));
    }

    private JavaProcess committer(Path store) {
        return JavaProcess.of(KilledCommitter.class, directory.resolve("classes.jsa"))
                .arguments(store.toString());
    }

    private void check(List<String> output) {
        assertThat(output).noneMatch(line -> line.startsWith("FAILED"));
        long[] acknowledged = acknowledged(output);
        try (NodeStore store = NodeStore.open(directory.resolve("store"), NodeStoreModelTest.small())) {
            for (int thread = 0; thread < acknowledged.length; thread++) {
                check(store, thread, acknowledged[thread]);
            }
            follow(store);
        }
    }

    private static void check(NodeStore store, int thread, long acknowledged) {
        byte[] row = store.get(KeySpace.ROWS, KilledCommitter.counter(thread));
        assertThat(store.get(KeySpace.INDEXES, KilledCommitter.counter(thread)))
                .as("the other half")
                .isEqualTo(row);
        long count = countOf(row);
        assertThat(count).as("thread %s", thread).isGreaterThanOrEqualTo(acknowledged);
        long oldest = Math.max(0, count - KilledCommitter.HISTORY + 1);
        try (StoreSnapshot snapshot = store.snapshot();
                StoreCursor history = snapshot.scan(
                        KeySpace.ROWS,
                        KilledCommitter.history(thread, 0),
                        KilledCommitter.history(thread, Long.MAX_VALUE),
                        false)) {
            for (long at = oldest; at <= count; at++) {
                assertThat(history.next()).as("entry %s of %s", at, count).isTrue();
                assertThat(history.key()).isEqualTo(KilledCommitter.history(thread, at));
                assertThat(history.value()).isEqualTo(KilledCommitter.value(at));
            }
            assertThat(history.next()).as("an entry behind the last").isFalse();
        }
    }

    /** The events behind those of the rounds before are those of all commits, in order. */
    private void follow(NodeStore store) {
        try (ChangeReader reader = store.changes().read(KilledCommitter.FOLLOWER, reached)) {
            while (reader.next(Duration.ZERO)) {
                int thread = reader.event()[0];
                assertThat(reader.event()).isEqualTo(KilledCommitter.event(thread, told[thread]++));
                reached = reader.position();
            }
        }
        for (int thread = 0; thread < told.length; thread++) {
            assertThat(told[thread] - 1).isEqualTo(countOf(store.get(KeySpace.ROWS, KilledCommitter.counter(thread))));
        }
        store.changes()
                .advance(KilledCommitter.FOLLOWER, reached)
                .toCompletableFuture()
                .join();
    }

    private static long countOf(byte @Nullable [] row) {
        if (row == null) {
            return -1;
        }
        long count = ByteBuffer.wrap(row).getLong();
        assertThat(row).isEqualTo(KilledCommitter.value(count));
        return count;
    }

    /** The last acknowledged count of each thread, where the round began if none was. */
    private static long[] acknowledged(List<String> output) {
        long[] acknowledged = new long[KilledCommitter.THREADS];
        Arrays.fill(acknowledged, -1);
        for (String line : output) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("OPEN")) {
                long[] next = Arrays.stream(line.replaceAll("[^0-9,]", "").split(",", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
                Arrays.setAll(acknowledged, thread -> next[thread] - 1);
            } else if (words[0].equals("ACK") && words.length == 3) {
                int thread = Integer.parseInt(words[1]);
                acknowledged[thread] = Math.max(acknowledged[thread], Long.parseLong(words[2]));
            }
        }
        return acknowledged;
    }
}
