package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random commands, alone, in pipelines and in transactions, are answered as a real redis-server answers them. */
class CommandsAgainstRedisIT {

    private static final int ROUNDS = Integer.getInteger("millrace.node.redisRounds", 1500);

    /** Commands whose order of fields Redis does not promise. */
    private static final Set<String> UNORDERED = Set.of("HGETALL", "HKEYS", "HVALS", "KEYS");
    /** They tell of the time, which goes on between the two servers' answers. */
    private static final Set<String> TIMED = Set.of("TTL", "EXPIRETIME");

    @TempDir
    private Path directory = Path.of("");

    private final Random random = Seeds.random("CommandsAgainstRedisIT");

    @Test
    void repliesAreThoseOfRedis() throws IOException {
        NodeConfig config = NodeConfig.of(directory).withPort(0).withStore(NodeStoreModelTest.small());
        try (RedisPeer redis = RedisPeer.start();
                RespClient expected = new RespClient(redis.port())) {
            List<String> history = new ArrayList<>();
            for (int part = 0; part < 3; part++) {
                // Reopened in between: what was answered is there.
                try (NodeServer node = NodeServer.start(config);
                        RespClient actual = new RespClient(node.address().getPort())) {
                    for (int round = 0; round < ROUNDS / 3; round++) {
                        compare(requests(), expected, actual, history);
                    }
                }
            }
        }
    }

    private static void compare(List<String[]> requests, RespClient expected, RespClient actual, List<String> history)
            throws IOException {
        expected.send(requests);
        actual.send(requests);
        for (String[] request : requests) {
            String text = String.join(" ", request);
            history.add(text.length() > 200 ? text.substring(0, 200) + "…" : text);
            String theirs = ordered(request, expected.reply());
            String ours = ordered(request, actual.reply());
            if (TIMED.contains(request[0]) && areNear(ours, theirs)) {
                continue;
            }
            assertThat(ours)
                    .as(() -> "reply to: " + text + "\nbehind: "
                            + history.subList(Math.max(0, history.size() - 30), history.size()))
                    .isEqualTo(theirs);
        }
    }

    private static boolean areNear(String left, String right) {
        return left.matches(":[1-9]\\d*")
                && right.matches(":[1-9]\\d*")
                && Math.abs(Long.parseLong(left.substring(1)) - Long.parseLong(right.substring(1))) <= 60;
    }

    private static String ordered(String[] request, String reply) {
        if (reply.startsWith("-ERR unknown command")) {
            return "-ERR unknown command";
        }
        if (!UNORDERED.contains(request[0]) || !reply.startsWith("[")) {
            return reply;
        }
        String[] parts = reply.substring(1, reply.length() - 1).split(", ", -1);
        if (request[0].equals("HGETALL")) {
            List<String> pairs = new ArrayList<>();
            for (int i = 0; i + 1 < parts.length; i += 2) {
                pairs.add(parts[i] + "=" + parts[i + 1]);
            }
            parts = pairs.toArray(String[]::new);
        }
        return Arrays.stream(parts).sorted().collect(Collectors.joining(" "));
    }

    // ---- requests ----

    private List<String[]> requests() {
        List<String[]> requests = new ArrayList<>();
        int kind = random.nextInt(10);
        if (kind == 0) {
            requests.add(words("WATCH " + key()));
        }
        boolean transaction = kind < 2;
        if (transaction) {
            requests.add(words("MULTI"));
        }
        for (int count = kind < 5 ? random.nextInt(12) : 0; count >= 0; count--) {
            String[] request = request();
            if (!transaction || !UNORDERED.contains(request[0]) && !TIMED.contains(request[0])) {
                requests.add(request);
            }
        }
        if (transaction) {
            requests.add(words(random.nextInt(5) == 0 ? "DISCARD" : "EXEC"));
        }
        return requests;
    }

    private static String[] words(String line) {
        return line.split(" ", -1);
    }

    private String[] request() {
        return switch (random.nextInt(5)) {
            case 0 -> words(string());
            case 1 -> words(general());
            case 2 -> words(hash());
            case 3 -> words(sortedSet());
            default -> words(random.nextInt(3) == 0 ? stream() : sortedSetRange());
        };
    }

    /** Mostly of the kind of its command; sometimes another's, for WRONGTYPE. */
    private String key() {
        return "kshzx".charAt(random.nextInt(5)) + Integer.toString(random.nextInt(3));
    }

    private String keyOf(char kind) {
        return random.nextInt(30) == 0 ? key() : kind + Integer.toString(random.nextInt(3));
    }

    private String number() {
        return switch (random.nextInt(12)) {
            case 0 -> "9223372036854775807";
            case 1 -> "-5";
            case 2 -> "nonsense";
            case 3 -> "007";
            default -> Integer.toString(random.nextInt(20));
        };
    }

    private String value() {
        return random.nextInt(3) == 0 ? number() : "v" + "x".repeat(random.nextInt(40));
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Floats have keys and fields of their own: of many digits, Redis rounds where we are exact. */
    private String string() {
        String k = keyOf('k');
        return switch (random.nextInt(18)) {
            case 0 -> "GET " + k;
            case 1 -> "SET " + k + " " + value()
                    + pick("", "", " NX", " XX", " GET", " KEEPTTL", " EX 100", " NX GET", " WHAT");
            case 2 -> "MGET " + k + " " + keyOf('k') + " " + key();
            case 3 -> "STRLEN " + k;
            case 4 -> "GETRANGE " + k + " " + index() + " " + index();
            case 5 -> "SETNX " + k + " " + value();
            case 6 -> "MSET " + k + " " + value() + " " + keyOf('k') + " " + value() + pick("", "", " odd");
            case 7 -> "GETSET " + k + " " + value();
            case 8 -> "GETDEL " + k;
            case 9 -> "APPEND " + k + " " + value();
            case 10 -> "SETRANGE " + k + " " + random.nextInt(30) + " " + value();
            case 11 -> "INCR " + k;
            case 12 -> "DECR " + k;
            case 13 -> "INCRBY " + k + " " + number();
            case 14 -> "DECRBY " + k + " " + number();
            case 15 -> "INCRBYFLOAT float " + pick("1.5", "-0.25", "10", "x");
            case 16 -> "SETEX " + k + " " + pick("100", "0", "-1", "x") + " " + value();
            default -> "PSETEX " + k + " 100000 " + value();
        };
    }

    private String index() {
        return Integer.toString(random.nextInt(20) - 8);
    }

    private String general() {
        return switch (random.nextInt(16)) {
            case 0 -> "EXISTS " + key() + " " + key();
            case 1 -> "TYPE " + key();
            case 2 -> "TTL " + key();
            case 3 -> "DEL " + key();
            case 4 -> "UNLINK " + key() + " " + key();
            case 5 -> "EXPIRE " + key() + " " + pick("100", "1000", "-1", "x")
                    + pick("", "", " NX", " XX", " GT", " LT");
            case 6 -> "PERSIST " + key();
            case 7 -> "DBSIZE";
            case 8 -> "KEYS " + pick("*", "k*", "?1", "[hz]*", "[^k]?", "k\\1");
            case 9 -> "PEXPIREAT " + key() + " " + pick("1", "99999999999999");
            case 10 -> "ECHO " + value();
            case 11 -> "PING" + pick("", " a", " a b");
            case 12 -> "SELECT " + pick("0", "x");
            case 13 -> pick("GET", "SET a", "HGET h", "ZADD z 1", "DEL", "XADD s");
            case 14 -> "CLUSTERX " + key();
            default -> random.nextInt(20) == 0 ? "FLUSHDB" : "EXPIRETIME " + keyOf('z');
        };
    }

    private String field() {
        return "f" + random.nextInt(12);
    }

    private String hash() {
        String h = keyOf('h');
        return switch (random.nextInt(15)) {
            case 0, 1 -> "HSET " + h + " " + field() + " " + value() + pick("", " " + field() + " " + value(), " odd");
                // Long enough that some hashes are split.
            case 2 -> "HSET " + h + " " + field() + " " + "y".repeat(random.nextInt(12_000));
            case 3 -> "HGET " + h + " " + field();
            case 4 -> "HMGET " + h + " " + field() + " " + field();
            case 5 -> "HGETALL " + h;
            case 6 -> "HKEYS " + h;
            case 7 -> "HVALS " + h;
            case 8 -> "HLEN " + h;
            case 9 -> "HEXISTS " + h + " " + field();
            case 10 -> "HSTRLEN " + h + " " + field();
            case 11 -> "HSETNX " + h + " " + field() + " " + value();
            case 12 -> "HDEL " + h + " " + field() + " " + field();
            case 13 -> "HINCRBY " + h + " " + field() + " " + number();
            default -> "HINCRBYFLOAT " + h + " float " + pick("0.5", "-3", "x");
        };
    }

    private String score() {
        return pick("0", "0", "1", "-1", "2.5", "-2.5", "inf", "-inf", "1e3", "x", "3");
    }

    private String member() {
        return "m" + random.nextInt(10);
    }

    private String sortedSet() {
        String z = keyOf('z');
        return switch (random.nextInt(13)) {
            case 0, 1, 2 -> "ZADD " + z + pick("", "", "", " NX", " XX", " GT", " LT CH", " CH", " NX XX", " GT NX")
                    + " " + score() + " " + member() + " " + score() + " " + member();
            case 3 -> "ZADD " + z + " 0 " + member() + " 0 " + member() + " 0 " + member();
            case 4 -> "ZADD " + z + pick(" INCR", " XX INCR", " NX INCR") + " " + score() + " " + member();
            case 5 -> "ZINCRBY " + z + " " + pick("1", "-1", "0.5", "x") + " " + member();
            case 6 -> "ZSCORE " + z + " " + member();
            case 7 -> "ZMSCORE " + z + " " + member() + " " + member();
            case 8 -> "ZCARD " + z;
            case 9 -> "ZREM " + z + " " + member() + " " + member();
            case 10 -> pick("ZRANK ", "ZREVRANK ") + z + " " + member();
            case 11 -> pick("ZPOPMIN ", "ZPOPMAX ") + z + pick("", " 2", " 0");
            default -> pick("ZREMRANGEBYRANK ", "ZREMRANGEBYRANK ") + z + " " + index() + " " + index();
        };
    }

    private String scoreBound() {
        return pick("-inf", "+inf", "0", "(0", "1", "(1", "-1", "2.5", "(x", "(-2.5");
    }

    /** On a set of its own, whose scores are all the same. */
    private String memberRange(String command, boolean reverse) {
        String low = pick("-", "[m1", "(m2", "[m", "(m5", "+", "m1");
        String high = pick("+", "[m5", "(m7", "[m9", "-", "[m3");
        return command + " y" + random.nextInt(2) + " " + (reverse ? high + " " + low : low + " " + high);
    }

    private String limit() {
        return pick("", "", " LIMIT 1 2", " LIMIT 0 -1", " LIMIT 2 100", " LIMIT -1 2", " LIMIT 0 0");
    }

    private String sortedSetRange() {
        String z = keyOf('z');
        return switch (random.nextInt(13)) {
            case 0 -> "ZRANGE " + z + " " + index() + " " + index()
                    + pick("", " WITHSCORES", " REV", " REV WITHSCORES", " LIMIT 0 1");
            case 1 -> "ZREVRANGE " + z + " " + index() + " " + index() + pick("", " WITHSCORES");
            case 2 -> "ZRANGEBYSCORE " + z + " " + scoreBound() + " " + scoreBound() + pick("", " WITHSCORES")
                    + limit();
            case 3 -> "ZREVRANGEBYSCORE " + z + " " + scoreBound() + " " + scoreBound() + limit();
            case 4 -> "ZRANGE " + z + " " + scoreBound() + " " + scoreBound() + " BYSCORE" + pick("", " REV") + limit();
            case 5 -> "ZCOUNT " + z + " " + scoreBound() + " " + scoreBound();
            case 6 -> "ZADD y" + random.nextInt(2) + " 0 " + member() + " 0 " + member();
            case 7 -> memberRange("ZRANGEBYLEX", false) + limit();
            case 8 -> memberRange("ZREVRANGEBYLEX", true) + limit();
            case 9 -> memberRange("ZLEXCOUNT", false);
            case 10 -> memberRange("ZRANGE", false) + " BYLEX" + limit();
            case 11 -> random.nextInt(4) == 0
                    ? memberRange("ZREMRANGEBYLEX", false)
                    : memberRange("ZRANGE", true) + " BYLEX REV";
            default -> random.nextInt(4) == 0
                    ? "ZREMRANGEBYSCORE " + z + " " + scoreBound() + " " + scoreBound()
                    : "ZCARD " + z;
        };
    }

    private String id() {
        return random.nextInt(6) + pick("", "-" + random.nextInt(4), "-*");
    }

    private String stream() {
        String x = keyOf('x');
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> "XADD " + x + pick("", "", " NOMKSTREAM", " MAXLEN 3", " MAXLEN = 2", " MINID 2") + " "
                    + id() + " f " + value() + pick("", " g 2", " odd");
            case 3 -> "XLEN " + x;
            case 4 -> "XRANGE " + x + " " + pick("-", "1", "(2-1", "3-2") + " " + pick("+", "4", "(5-0")
                    + pick("", " COUNT 2");
            case 5 -> "XREVRANGE " + x + " " + pick("+", "4") + " " + pick("-", "1-1") + pick("", " COUNT 2");
            case 6 -> "XREAD " + pick("", "COUNT 2 ") + "STREAMS " + x + " " + keyOf('x') + " 0 "
                    + pick("1-1", "$", "3");
            case 7 -> "XTRIM " + x + pick(" MAXLEN 2", " MINID 3", " MAXLEN = 1", " MAXLEN -1");
            default -> "XDEL " + x + " 1-1 2-0";
        };
    }
}
