package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.auth.Credentials;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * What a client answers to the greeting.
 *
 * @param capabilities of both sides
 * @param credentials null for a request to encrypt the connection first
 */
record Handshake(int capabilities, @Nullable Credentials credentials) {
    private static final int ALWAYS = Capabilities.LONG_PASSWORD
            | Capabilities.FOUND_ROWS
            | Capabilities.LONG_FLAG
            | Capabilities.CONNECT_WITH_DB
            | Capabilities.NO_SCHEMA
            | Capabilities.COMPRESS
            | Capabilities.ODBC
            | Capabilities.IGNORE_SPACE
            | Capabilities.PROTOCOL_41
            | Capabilities.INTERACTIVE
            | Capabilities.IGNORE_SIGPIPE
            | Capabilities.TRANSACTIONS
            | Capabilities.RESERVED
            | Capabilities.SECURE_CONNECTION
            | Capabilities.MULTI_STATEMENTS
            | Capabilities.MULTI_RESULTS
            | Capabilities.PS_MULTI_RESULTS
            | Capabilities.PLUGIN_AUTH
            | Capabilities.CONNECT_ATTRS
            | Capabilities.PLUGIN_AUTH_LENENC
            | Capabilities.CAN_HANDLE_EXPIRED_PASSWORDS
            | Capabilities.SESSION_TRACK
            | Capabilities.DEPRECATE_EOF
            | Capabilities.ZSTD_COMPRESSION
            | Capabilities.QUERY_ATTRIBUTES;

    /** What the server offers. */
    static int offered(MysqlConfig config) {
        return ALWAYS
                | (config.tls() == null ? 0 : Capabilities.SSL)
                | (config.localFiles() ? Capabilities.LOCAL_FILES : 0);
    }

    /**
     * Reads the answer.
     *
     * @throws FrameException if it is malformed
     * @throws SqlException if the client is too old, or has to encrypt first
     */
    static Handshake read(ByteBuf payload, MysqlConfig config, boolean isEncrypted) {
        PacketReader in = new PacketReader(payload);
        int length = in.readable();
        int asked = in.readInt();
        if ((asked & Capabilities.PROTOCOL_41) == 0) {
            throw new SqlException(
                    1251,
                    "08004",
                    "Client does not support authentication protocol requested by server; consider upgrading MySQL client");
        }
        int capabilities = asked & offered(config);
        boolean wantsTls = (capabilities & Capabilities.SSL) != 0;
        if (wantsTls && !isEncrypted && length == Credentials.FIXED_BYTES) {
            return new Handshake(capabilities, null);
        }
        if (config.tlsRequired() && !isEncrypted) {
            throw new SqlException(
                    3159,
                    "HY000",
                    "Connections using insecure transport are prohibited while --require_secure_transport=ON.");
        }
        return new Handshake(capabilities, Credentials.readResponse(in, capabilities));
    }
}
