package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.millrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node as Lettuce, redis-cli and rude clients find it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NodeServerIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory = Path.of("");

    private NodeConfig config() {
        return NodeConfig.of(directory.resolve("node")).withPort(0).withStore(NodeStoreModelTest.small());
    }

    private static RedisURI.Builder uri(NodeServer node) {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(node.address().getPort())
                .withTimeout(LIMIT);
    }

    /** Uses what Lettuce sends of itself: HELLO 3, CLIENT SETINFO. */
    @FunctionalInterface
    private interface Use {

        void with(StatefulRedisConnection<String, String> connection);
    }

    private static void withLettuce(RedisURI uri, Use use) {
        RedisClient client = RedisClient.create(uri);
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            use.with(connection);
        } finally {
            client.shutdown(Duration.ZERO, LIMIT);
        }
    }

    @Test
    void lettuceFindsEveryType() throws IOException {
        try (NodeServer node = NodeServer.start(config())) {
            withLettuce(uri(node).build(), connection -> {
                RedisCommands<String, String> redis = connection.sync();
                redis.set("text", "Grüße");
                assertThat(redis.get("text")).isEqualTo("Grüße");
                redis.hset("row", Map.of("1", "a", "2", "b"));
                assertThat(redis.hgetall("row")).isEqualTo(Map.of("1", "a", "2", "b"));
                redis.zadd("index", ScoredValue.just(0, "b"), ScoredValue.just(0, "a"), ScoredValue.just(0, "c"));
                assertThat(redis.zrangebylex(
                                "index", Range.from(Range.Boundary.including("b"), Range.Boundary.unbounded())))
                        .containsExactly("b", "c");
                redis.zadd("scores", 1.5, "x");
                assertThat(redis.zrangeWithScores("scores", 0, -1)).containsExactly(ScoredValue.just(1.5, "x"));
                String id = redis.xadd("stream", Map.of("f", "v"));
                assertThat(redis.xread(XReadArgs.StreamOffset.from("stream", "0")))
                        .singleElement()
                        .satisfies(message -> assertThat(message.getId()).isEqualTo(id));
                redis.multi();
                redis.incr("n");
                redis.incr("n");
                TransactionResult result = redis.exec();
                assertThat(result.stream().toList()).isEqualTo(List.of(1L, 2L));
            });
        }
    }

    @Test
    void aScanWithAPrefixGivesAllOfItOnceAndNothingElse() throws IOException {
        try (NodeServer node = NodeServer.start(config())) {
            withLettuce(uri(node).build(), connection -> {
                RedisAsyncCommands<String, String> redis = connection.async();
                List<Future<?>> answers = new ArrayList<>();
                IntStream.range(0, 3000).forEach(i -> answers.add(redis.set((i % 3 == 0 ? "a:" : "b:") + i, "v")));
                answers.forEach(NodeServerIT::get);
                ScanIterator<String> scan = ScanIterator.scan(
                        connection.sync(), ScanArgs.Builder.matches("a:*").limit(100));
                List<String> found = new ArrayList<>();
                scan.forEachRemaining(found::add);
                assertThat(found.stream().sorted().toList())
                        .isEqualTo(IntStream.range(0, 1000)
                                .mapToObj(i -> "a:" + 3 * i)
                                .sorted()
                                .toList());
                assertThat(connection.sync().dbsize()).isEqualTo(3000);
            });
        }
    }

    private static void get(Future<?> answer) {
        try {
            answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void incrementsOfManyConnectionsToOneKeyAreAllCounted() throws Exception {
        try (NodeServer node = NodeServer.start(config())) {
            int port = node.address().getPort();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Thread thread = new Thread(() -> increment(port));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (RespClient client = new RespClient(port)) {
                assertThat(client.call("GET", "n")).isEqualTo("'4000'");
            }
        }
        try (NodeServer node = NodeServer.start(config());
                RespClient client = new RespClient(node.address().getPort())) {
            assertThat(client.call("GET", "n")).isEqualTo("'4000'");
        }
    }

    private static void increment(int port) {
        try (RespClient client = new RespClient(port)) {
            for (int i = 0; i < 50; i++) {
                client.send(Stream.generate(() -> new String[] {"INCR", "n"})
                        .limit(10)
                        .toList());
                for (int reply = 0; reply < 10; reply++) {
                    assertThat(client.reply()).startsWith(":");
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aWatchedKeyThatChangedEndsTheTransaction() throws IOException {
        try (NodeServer node = NodeServer.start(config());
                RespClient one = new RespClient(node.address().getPort());
                RespClient other = new RespClient(node.address().getPort())) {
            one.call("ZADD", "z", "0", "a");
            assertThat(one.call("WATCH", "z")).isEqualTo("+OK");
            assertThat(other.call("ZADD", "z", "0", "b")).isEqualTo(":1");
            assertThat(one.call("MULTI")).isEqualTo("+OK");
            assertThat(one.call("SET", "k", "v")).isEqualTo("+QUEUED");
            assertThat(one.call("EXEC")).isEqualTo("nil[]");
            assertThat(one.call("EXISTS", "k")).isEqualTo(":0");
        }
    }

    @Test
    void keysExpireAndWhatTheyHadIsSwept() throws IOException {
        try (NodeServer node = NodeServer.start(config());
                RespClient client = new RespClient(node.address().getPort())) {
            for (int i = 0; i < 50; i++) {
                client.call("ZADD", "z", "1", "member " + i);
            }
            client.call("SET", "short", "v", "PX", "1");
            client.call("PEXPIRE", "z", "1");
            Awaitility.await().until(() -> client.call("DBSIZE").equals(":0"));
            assertThat(client.call("EXISTS", "z", "short")).isEqualTo(":0");
            client.call("ZADD", "z", "1", "new");
            assertThat(client.call("ZRANGE", "z", "0", "-1")).isEqualTo("['new']");
        }
    }

    // ---- who may, and over what ----

    @Test
    void withoutThePasswordNothingIsAnswered() throws IOException {
        NodeConfig config = config().withPassword("secret");
        assertThat(config.toString()).doesNotContain("secret");
        try (NodeServer node = NodeServer.start(config);
                RespClient client = new RespClient(node.address().getPort())) {
            assertThat(client.call("GET", "k")).startsWith("-NOAUTH");
            assertThat(client.call("FLUSHALL")).startsWith("-NOAUTH");
            assertThat(client.call("HELLO", "3")).startsWith("-NOAUTH");
            assertThat(client.call("AUTH", "guess")).startsWith("-WRONGPASS");
            assertThat(client.call("AUTH", "secret")).isEqualTo("+OK");
            assertThat(client.call("GET", "k")).isEqualTo("nil");
            withLettuce(
                    uri(node).withPassword("secret".toCharArray()).build(),
                    connection -> assertThat(connection.sync().ping()).isEqualTo("PONG"));
        }
    }

    @Test
    void whoDoesNotAuthenticateInTimeIsLetGo() throws IOException {
        NodeConfig config = config().withPassword("secret")
                .withLimits(NodeLimits.defaults().withAuthenticationTimeout(Duration.ofMillis(50)));
        try (NodeServer node = NodeServer.start(config);
                RespClient client = new RespClient(node.address().getPort())) {
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void lettuceComesOverTls() throws IOException {
        Path key = directory.resolve("key.pem");
        Path certificate = directory.resolve("certificate.pem");
        String make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout " + key + " -out "
                + certificate;
        try (ChildProcess openssl = ChildProcess.command(make.split(" ", -1)).start()) {
            assertThat(openssl.awaitExit(LIMIT)).isZero();
        }
        try (NodeServer node = NodeServer.start(config().withTls(new NodeTls(certificate, key)))) {
            withLettuce(
                    uri(node).withSsl(true).withVerifyPeer(SslVerifyMode.NONE).build(), connection -> {
                        connection.sync().set("k", "v");
                        assertThat(connection.sync().get("k")).isEqualTo("v");
                    });
        }
    }

    @Test
    void aCertificateThatIsNoneIsNamed() {
        Path none = directory.resolve("none.pem");
        assertThatThrownBy(() -> NodeServer.start(config().withTls(new NodeTls(none, none))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.pem");
    }

    // ---- rude clients ----

    @Test
    void oneConnectionTooManyIsToldSo() throws IOException {
        try (NodeServer node = NodeServer.start(
                        config().withLimits(NodeLimits.defaults().withConnectionsMax(1)));
                RespClient first = new RespClient(node.address().getPort())) {
            assertThat(first.call("PING")).isEqualTo("+PONG");
            try (RespClient second = new RespClient(node.address().getPort())) {
                assertThat(second.reply()).contains("max number of clients");
                assertThat(second.isEnded()).isTrue();
            }
            assertThat(first.call("PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void whatIsNoRequestIsToldSoAndEndsTheConnection() throws IOException {
        try (NodeServer node = NodeServer.start(config());
                RespClient client = new RespClient(node.address().getPort())) {
            client.sendRaw("*1\r\n$4\r\nPING\r\n*1\r\n$999999999\r\n");
            assertThat(client.reply()).isEqualTo("+PONG");
            assertThat(client.reply()).startsWith("-ERR Protocol error").contains("bulk length");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void repliesThatAreTooLargeEndTheConnectionAndNoOther() throws IOException {
        NodeConfig config = config().withLimits(NodeLimits.defaults().withReplyBytesMax(1 << 20));
        try (NodeServer node = NodeServer.start(config);
                RespClient greedy = new RespClient(node.address().getPort());
                RespClient other = new RespClient(node.address().getPort())) {
            other.call("SET", "k", "v".repeat(600_000));
            assertThat(greedy.call("MGET", "k", "k")).startsWith("-ERR replies too large");
            assertThat(other.call("STRLEN", "k")).isEqualTo(":600000");
        }
    }

    @Test
    void aClientThatDoesNotReadIsHeldBackAndGetsEverythingLater() throws Exception {
        try (NodeServer node = NodeServer.start(config());
                RespClient slow = new RespClient(node.address().getPort());
                RespClient other = new RespClient(node.address().getPort())) {
            other.call("SET", "k", "v".repeat(100_000));
            int requests = 10_000; // a gigabyte of replies: more than all buffers between us take
            Thread sender = new Thread(() -> send(slow, requests));
            sender.start();
            for (int i = 0; i < 100; i++) {
                assertThat(other.call("INCR", "n")).isEqualTo(":" + (i + 1));
            }
            for (int i = 0; i < requests; i++) {
                assertThat(slow.reply()).hasSize(100_002);
            }
            sender.join();
        }
    }

    private static void send(RespClient client, int requests) {
        try {
            for (int i = 0; i < requests; i++) {
                client.send(List.<String[]>of(new String[] {"GET", "k"}));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void whatWasAnsweredBeforeTheEndIsThereBehindIt() throws IOException {
        try (NodeServer node = NodeServer.start(config());
                RespClient client = new RespClient(node.address().getPort())) {
            assertThat(client.call("SET", "k", "v")).isEqualTo("+OK");
        }
        try (NodeServer node = NodeServer.start(config())) {
            try (ChildProcess cli = ChildProcess.command(
                            "redis-cli", "-p", Integer.toString(node.address().getPort()), "GET", "k")
                    .start()) {
                assertThat(cli.awaitExit(LIMIT)).isZero();
                assertThat(cli.tail()).contains("v");
            }
        }
    }
}
