package io.millrace.newsql.mysql;

import java.time.Duration;

/**
 * How long the wire waits for a client.
 *
 * @param handshake from the connection to the login, {@code connect_timeout}
 * @param idle between two commands, {@code wait_timeout}, where the session has no time of its own
 * @param read for the next piece of a file, {@code net_read_timeout}
 * @param write for a client that reads nothing of a result, {@code net_write_timeout}
 * @param hostBlock how long a host is refused after too many broken handshakes
 */
public record MysqlTimeouts(Duration handshake, Duration idle, Duration read, Duration write, Duration hostBlock) {

    public MysqlTimeouts {
        require("handshake", handshake);
        require("idle", idle);
        require("read", read);
        require("write", write);
        require("hostBlock", hostBlock);
    }

    private static void require(String what, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: > 0)");
        }
    }

    /** MySQL's: 10 seconds, 8 hours, 30 seconds, 60 seconds; and a minute. */
    public static MysqlTimeouts defaults() {
        return new MysqlTimeouts(
                Duration.ofSeconds(10),
                Duration.ofHours(8),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofMinutes(1));
    }

    public MysqlTimeouts withHandshake(Duration value) {
        return new MysqlTimeouts(value, idle, read, write, hostBlock);
    }

    public MysqlTimeouts withIdle(Duration value) {
        return new MysqlTimeouts(handshake, value, read, write, hostBlock);
    }

    public MysqlTimeouts withRead(Duration value) {
        return new MysqlTimeouts(handshake, idle, value, write, hostBlock);
    }

    public MysqlTimeouts withWrite(Duration value) {
        return new MysqlTimeouts(handshake, idle, read, value, hostBlock);
    }
}
