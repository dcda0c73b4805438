package io.millrace.newsql.clients;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** A client of the storage node that keeps each group as a hash, a member of a sorted set, and a count, a MULTI each, until its node is gone. */
final class NodeWriter implements Runnable {

    static final String INDEX = "index";
    static final String COUNTER = "counter";
    static final String GROUP = "g:";

    /** A connection that is gone stays gone: what it was asked is not asked again behind the test's back. */
    private static final ClientOptions OPTIONS = ClientOptions.builder()
            .autoReconnect(false)
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build();

    private final RedisClient client;
    private final GroupLedger ledger;
    private final Random random;
    private final CountDownLatch enough;

    NodeWriter(RedisClient client, GroupLedger ledger, Random random, CountDownLatch enough) {
        this.client = client;
        this.ledger = ledger;
        this.random = random;
        this.enough = enough;
    }

    /** A client of the node at the port, that the caller closes; its threads are those of the resources. */
    static RedisClient client(ClientResources resources, int port) {
        RedisClient client = RedisClient.create(
                resources,
                RedisURI.builder()
                        .withHost("127.0.0.1")
                        .withPort(port)
                        .withTimeout(Duration.ofSeconds(30))
                        .build());
        client.setOptions(OPTIONS);
        return client;
    }

    @Override
    public void run() {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            while (connection.isOpen()) {
                write(connection.sync(), ledger.choose(random));
                enough.countDown();
            }
        } catch (RedisException killed) {
            // What it did before is what the ledger knows; anything else shows in what is found after the kill.
        }
    }

    private void write(RedisCommands<String, String> node, GroupChange change) {
        String key = GROUP + change.group();
        node.multi();
        if (change.after() == null) {
            node.del(key);
            node.zrem(INDEX, key);
        } else {
            String version = change.after().toString();
            node.hset(key, Map.of("a", version, "b", version, "c", version));
            node.zadd(INDEX, change.after(), key);
        }
        if (change.counted()) {
            node.incr(COUNTER);
        }
        ledger.asks(change);
        if (node.exec().wasDiscarded()) {
            throw new IllegalStateException("discarded without WATCH: " + change);
        }
        ledger.hears();
    }
}
