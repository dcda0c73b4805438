package io.millrace.newsql.mysql;

/**
 * How much of everything the wire takes.
 *
 * @param connections clients that are logged in; one more is refused with 1040
 * @param halfOpen connections that have not logged in; one more drops the oldest of them
 * @param packetBytes longest message either way, {@code max_allowed_packet}: 1024 to 1 GiB; beyond it 1153
 * @param handshakePacketBytes longest message before the login
 * @param statementWorkers threads for statements; more statements wait, but those of sessions that hold locks
 * @param preparedStatements of all connections together; one more is refused with 1461
 * @param hostFailures handshakes in a row that a host may break off before it is refused with 1129 for a while; 127.0.0.1 and ::1 are not counted
 * @param pendingBytes bytes that wait for a slow client before its statement does
 */
public record MysqlLimits(
        int connections,
        int halfOpen,
        int packetBytes,
        int handshakePacketBytes,
        int statementWorkers,
        int preparedStatements,
        int hostFailures,
        int pendingBytes) {
    private static final int PACKET_BYTES_MIN = 1024;
    private static final int PACKET_BYTES_MAX = 1 << 30;

    /** An answer to the greeting with 64 KiB of connection attributes. */
    private static final int HANDSHAKE_PACKET_BYTES = 72 << 10;

    public MysqlLimits {
        require("connections", connections, 1, Integer.MAX_VALUE);
        require("halfOpen", halfOpen, 1, Integer.MAX_VALUE);
        require("packetBytes", packetBytes, PACKET_BYTES_MIN, PACKET_BYTES_MAX);
        require("handshakePacketBytes", handshakePacketBytes, PACKET_BYTES_MIN, PACKET_BYTES_MAX);
        require("statementWorkers", statementWorkers, 1, Integer.MAX_VALUE);
        require("preparedStatements", preparedStatements, 0, Integer.MAX_VALUE);
        require("hostFailures", hostFailures, 1, Integer.MAX_VALUE);
        require("pendingBytes", pendingBytes, 1, Integer.MAX_VALUE);
    }

    private static void require(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + min + " to " + max + ")");
        }
    }

    /** 1000 connections, 256 half-open, packets of 64 MiB, 128 workers, 16,382 prepared statements, 100 failures, 256 KiB pending. */
    public static MysqlLimits defaults() {
        return new MysqlLimits(1000, 256, 64 << 20, HANDSHAKE_PACKET_BYTES, 128, 16_382, 100, 256 << 10);
    }

    public MysqlLimits withConnections(int value) {
        return new MysqlLimits(
                value,
                halfOpen,
                packetBytes,
                handshakePacketBytes,
                statementWorkers,
                preparedStatements,
                hostFailures,
                pendingBytes);
    }

    public MysqlLimits withHalfOpen(int value) {
        return new MysqlLimits(
                connections,
                value,
                packetBytes,
                handshakePacketBytes,
                statementWorkers,
                preparedStatements,
                hostFailures,
                pendingBytes);
    }

    public MysqlLimits withPacketBytes(int value) {
        return new MysqlLimits(
                connections,
                halfOpen,
                value,
                handshakePacketBytes,
                statementWorkers,
                preparedStatements,
                hostFailures,
                pendingBytes);
    }

    public MysqlLimits withStatementWorkers(int value) {
        return new MysqlLimits(
                connections,
                halfOpen,
                packetBytes,
                handshakePacketBytes,
                value,
                preparedStatements,
                hostFailures,
                pendingBytes);
    }

    public MysqlLimits withPreparedStatements(int value) {
        return new MysqlLimits(
                connections,
                halfOpen,
                packetBytes,
                handshakePacketBytes,
                statementWorkers,
                value,
                hostFailures,
                pendingBytes);
    }

    public MysqlLimits withHostFailures(int value) {
        return new MysqlLimits(
                connections,
                halfOpen,
                packetBytes,
                handshakePacketBytes,
                statementWorkers,
                preparedStatements,
                value,
                pendingBytes);
    }

    public MysqlLimits withPendingBytes(int value) {
        return new MysqlLimits(
                connections,
                halfOpen,
                packetBytes,
                handshakePacketBytes,
                statementWorkers,
                preparedStatements,
                hostFailures,
                value);
    }
}
