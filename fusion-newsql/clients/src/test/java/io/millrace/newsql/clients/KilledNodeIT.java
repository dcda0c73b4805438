package io.millrace.newsql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import io.millrace.newsql.node.NodeServer;
import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage node alone is killed while clients write over its sockets: what it acknowledged is there, the rest is there whole or not at all. */
class KilledNodeIT {

    /** With those of the server, a hundred in every run. */
    private static final int ROUNDS = 15;

    private static final int ROUNDS_LONG = 1000;
    private static final int CLIENTS = 4;
    private static final String SERVING = "SERVING ";
    private static final Duration START = Duration.ofSeconds(60);

    private final List<GroupLedger> ledgers =
            IntStream.range(0, CLIENTS).mapToObj(GroupLedger::new).toList();

    @Test
    void killsLoseNothing(@TempDir Path directory) throws Exception {
        kill(directory, ROUNDS);
    }

    @Test
    @Tag("long")
    void aThousandKillsLoseNothing(@TempDir Path directory) throws Exception {
        kill(directory, ROUNDS_LONG);
    }

    private void kill(Path directory, int rounds) throws Exception {
        Random random = Seeds.random("KilledNodeIT");
        ClientResources resources = ClientResources.create();
        try {
            kill(directory, rounds, random, resources);
        } finally {
            resources.shutdown();
        }
    }

    private void kill(Path directory, int rounds, Random random, ClientResources resources) throws Exception {
        start(directory).process().close(); // Leaves its classes for the others.
        for (int round = 0; round <= rounds; round++) {
            ChildProcess.Started started = start(directory);
            int port = Integer.parseInt(started.line().substring(SERVING.length()));
            try (ChildProcess node = started.process();
                    RedisClient client = NodeWriter.client(resources, port)) {
                check(client);
                if (round < rounds) {
                    writeUntilKilled(node, client, random);
                }
            }
        }
    }

    private static ChildProcess.Started start(Path directory) {
        return JavaProcess.of(NodeServer.class, directory.resolve(SqlServer.CLASSES))
                .options(SqlServer.QUICK_START)
                .arguments(directory.resolve("data").toString(), "0")
                .process()
                .log(directory.resolve("node.log"))
                .startAndAwait(line -> line.startsWith(SERVING), START);
    }

    private void writeUntilKilled(ChildProcess node, RedisClient client, Random random) throws Exception {
        CountDownLatch enough = new CountDownLatch(1 + random.nextInt(300));
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (GroupLedger ledger : ledgers) {
            clients.add(CompletableFuture.runAsync(
                    new NodeWriter(client, ledger, new Random(random.nextLong()), enough),
                    task -> new Thread(task, "client").start()));
        }
        boolean written = enough.await(60, TimeUnit.SECONDS);
        node.kill();
        clients.forEach(CompletableFuture::join);
        assertThat(written).as("transactions acknowledged within a minute").isTrue();
    }

    private void check(RedisClient client) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisCommands<String, String> node = connection.sync();
            Map<Long, Integer> found = new TreeMap<>();
            for (String key : node.keys(NodeWriter.GROUP + "*")) {
                Map<String, String> fields = node.hgetall(key);
                String version = fields.get("a");
                assertThat(fields).isEqualTo(Map.of("a", version, "b", version, "c", version));
                found.put(Long.valueOf(key.substring(NodeWriter.GROUP.length())), Integer.valueOf(version));
            }
            Map<Long, Integer> indexed = new TreeMap<>();
            for (ScoredValue<String> entry : node.zrangeWithScores(NodeWriter.INDEX, 0, -1)) {
                indexed.put(
                        Long.valueOf(entry.getValue().substring(NodeWriter.GROUP.length())), (int) entry.getScore());
            }
            assertThat(indexed).isEqualTo(found);
            ledgers.forEach(ledger -> ledger.settle(found));
            String counted = node.get(NodeWriter.COUNTER);
            assertThat(counted == null ? 0 : Long.parseLong(counted))
                    .isEqualTo(ledgers.stream().mapToLong(GroupLedger::counted).sum());
        }
    }
}
