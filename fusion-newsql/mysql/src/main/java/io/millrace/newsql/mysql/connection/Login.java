package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.StatusFlags;
import io.millrace.newsql.mysql.auth.AuthStep;
import io.millrace.newsql.mysql.auth.Authentication;
import io.millrace.newsql.mysql.auth.Credentials;
import io.millrace.newsql.mysql.auth.Greeting;
import io.millrace.newsql.mysql.auth.Scramble;
import io.millrace.newsql.mysql.connection.MysqlConnection.Phase;
import io.millrace.newsql.mysql.packet.Compression;
import io.millrace.newsql.mysql.packet.Packet;
import io.millrace.newsql.mysql.packet.PacketDecoder;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.StatusPackets;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.handler.ssl.SslContext;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection's way in: greeting, TLS, the dialogue of the password, the session; and the same dialogue again for COM_CHANGE_USER.
 *
 * <p>Accounts are looked up and hashes computed by a worker, which never waits for the client: between two steps the connection holds none. <b>Threads</b>: the event loop, but for
 * {@link #step}.
 */
final class Login {
    private static final Logger LOG = LoggerFactory.getLogger(Login.class);

    private final Wire wire;
    private final MysqlConnection connection;
    private final PacketPipe pipe;
    private final PacketWriter packets;
    private final byte[] scramble = Scramble.random();
    private int expectedSequence = 1;
    private int capabilities;
    private @Nullable Authentication authentication;
    private @Nullable Credentials credentials;

    Login(Wire wire, MysqlConnection connection, PacketPipe pipe, PacketWriter packets) {
        this.wire = wire;
        this.connection = connection;
        this.pipe = pipe;
        this.packets = packets;
    }

    void greet() {
        Greeting.write(
                packets.begin(),
                wire.engine().serverVersion(),
                connection.id(),
                scramble,
                Handshake.offered(wire.config()),
                wire.engine().defaultCollation(),
                StatusFlags.AUTOCOMMIT);
        packets.end();
        connection.flush();
    }

    /** Takes: an answer to the greeting or to a question of the dialogue. */
    void onPacket(Packet packet) {
        try {
            if (packet.firstSequence() != (expectedSequence & 0xFF) && !pipe.isCompressed()) {
                throw new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "" + expectedSequence);
            }
            pipe.answerFrom(packet.lastSequence() + 1, packets);
            Authentication dialogue = authentication;
            if (dialogue != null) {
                byte[] answer = new PacketReader(packet.payload()).readRest();
                connection.giveTurn(Phase.CHECKING, () -> step(() -> dialogue.answer(answer)));
            } else {
                readHandshake(packet.payload());
            }
        } catch (FrameException malformed) {
            connection.onMalformed(malformed);
        } catch (SqlException refusal) {
            connection.refuse(refusal);
        } finally {
            packet.release();
        }
    }

    private void readHandshake(ByteBuf payload) {
        Handshake handshake = Handshake.read(payload, wire.config(), pipe.isEncrypted());
        SslContext context = wire.config().tls();
        if (handshake.credentials() == null && context != null) {
            expectedSequence = 2;
            pipe.encrypt(context);
            return;
        }
        capabilities = handshake.capabilities();
        begin(Objects.requireNonNull(handshake.credentials()));
    }

    /** Borrows: COM_CHANGE_USER, behind its code. */
    void changeUser(ByteBuf payload) {
        Credentials before = Objects.requireNonNull(credentials);
        begin(Credentials.readChangeUser(new PacketReader(payload), capabilities, before.collation()));
    }

    private void begin(Credentials client) {
        credentials = client;
        Authentication dialogue = new Authentication(
                wire.engine(), wire.digests(), wire.keys(), client, scramble, connection.host(), pipe.isEncrypted());
        authentication = dialogue;
        connection.giveTurn(Phase.CHECKING, () -> step(dialogue::begin));
    }

    /** A worker's: one step of the dialogue, and with the last one the session. */
    private void step(Supplier<AuthStep> dialogue) {
        AuthStep step;
        int status = 0;
        try {
            step = dialogue.get();
            if (step instanceof AuthStep.Accept accept) {
                status = openSession(accept.account());
            }
        } catch (SqlException refusal) {
            step = new AuthStep.Refuse(refusal);
        } catch (RuntimeException failure) {
            LOG.error("fault of the server while a client logged in host={}", connection.host(), failure);
            step = new AuthStep.Refuse(
                    new SqlException(1105, "HY000", "Unknown error: " + failure + "; the server's log has more"));
        }
        AuthStep outcome = step;
        int flags = status;
        connection.onLoop(() -> afterStep(outcome, flags));
    }

    private int openSession(AccountSecret account) {
        Credentials client = Objects.requireNonNull(credentials);
        connection.enter();
        SqlSession session = wire.engine()
                .open(new SessionStart(
                        connection,
                        client.user(),
                        account,
                        connection.peer(),
                        client.schema(),
                        client.collation(),
                        capabilities,
                        client.attributes(),
                        pipe.tls()));
        connection.use(session, capabilities);
        return session.statusFlags();
    }

    private void afterStep(AuthStep step, int status) {
        if (!connection.takeTurn()) {
            return;
        }
        if (step instanceof AuthStep.Ask ask) {
            expectedSequence = send(ask.payload()) + 1;
            connection.flush();
            connection.awaitProof();
        } else if (step instanceof AuthStep.Accept accept) {
            if (accept.payload() != null) {
                send(accept.payload());
            }
            StatusPackets.ok(packets, status);
            connection.flush();
            authentication = null;
            pipe.openWide();
            compress();
            connection.ready();
        } else if (step instanceof AuthStep.Refuse refuse) {
            connection.refuse(refuse.error());
        }
    }

    private int send(byte[] payload) {
        packets.begin().writeBytes(payload);
        return packets.end();
    }

    private void compress() {
        boolean zlib = (capabilities & Capabilities.COMPRESS) != 0;
        boolean zstd = (capabilities & Capabilities.ZSTD_COMPRESSION) != 0;
        if ((zlib || zstd) && !pipe.isCompressed()) {
            int level = Objects.requireNonNull(credentials).zstdLevel();
            pipe.compress(zlib ? new Compression.Zlib() : new Compression.ZstdLevel(level));
        }
    }
}
