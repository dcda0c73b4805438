package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.AccountSecret;
import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ConnectionControl;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.SessionStart;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.StatusFlags;
import io.millrace.newsql.mysql.auth.AuthStep;
import io.millrace.newsql.mysql.auth.Authentication;
import io.millrace.newsql.mysql.auth.Credentials;
import io.millrace.newsql.mysql.auth.Greeting;
import io.millrace.newsql.mysql.auth.Scramble;
import io.millrace.newsql.mysql.command.CommandType;
import io.millrace.newsql.mysql.packet.CompressedCodec;
import io.millrace.newsql.mysql.packet.Compression;
import io.millrace.newsql.mysql.packet.Packet;
import io.millrace.newsql.mysql.packet.PacketDecoder;
import io.millrace.newsql.mysql.packet.PacketDescriptor;
import io.millrace.newsql.mysql.packet.PacketEvents;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.LocalFiles;
import io.millrace.newsql.mysql.result.StatusPackets;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection, from the greeting to the end.
 *
 * <pre>
 *  GREETED ──response──► CHECKING ◄──answer── PROVING          CHECKING and RUNNING: a worker has the turn
 *     └─ TLS ─┘             │ └────ask────────►│
 *                           ▼ accept                           READY ──change user──► CHECKING
 *                         READY ◄──answer── RUNNING ◄──► INFILE
 *                           └──command────────►│               any ──client gone, kill, timeout──► CLOSED
 * </pre>
 *
 * One command runs at a time; what comes in the meantime waits, and nothing more is read until it has run. <b>Threads</b>: state belongs to the event loop, but the writer of packets
 * and the commands belong to the worker while it has the turn; giving a task to either is what hands them over.
 */
final class MysqlConnection extends ChannelInboundHandlerAdapter
        implements PacketEvents, ConnectionControl, LocalFiles {
    private static final Logger LOG = LoggerFactory.getLogger(MysqlConnection.class);
    private static final String PACKETS = "packets";
    private static final String PACKETS_IN_TLS = "packets-in-tls";
    private static final int NO_SEQUENCE = -1;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int LOCAL_INFILE = 0xFB;

    private enum Phase {
        GREETED,
        CHECKING,
        PROVING,
        READY,
        RUNNING,
        INFILE,
        LINGERING,
        CLOSED
    }

    private final Wire wire;
    private final MysqlConfig config;
    private final Channel channel;
    private final long id;
    private final InetSocketAddress peer;
    private final String host;
    private final byte[] scramble = Scramble.random();
    private final Outflow outflow;
    private final PacketWriter packets;
    private final Queue<Packet> waiting = new ArrayDeque<>(1);
    private final Runnable runTask = this::runCommand;
    private final Runnable finishTask = this::onCommandEnd;

    // Of the event loop.
    private PacketDecoder decoder;
    private Phase phase = Phase.GREETED;
    private boolean workerHasTurn;
    private int expectedSequence = NO_SEQUENCE;
    private int capabilities;
    private boolean isCompressed;
    private boolean wasRefused;
    private @Nullable String tls;
    private @Nullable Authentication authentication;
    private @Nullable Credentials credentials;
    private @Nullable InfileStream fileOnLoop;
    private @Nullable Packet current;
    private CommandType currentType = CommandType.UNKNOWN;

    // Of whoever has the turn.
    private @Nullable Commands commands;
    private @Nullable ByteBuf lastChunk;
    private @Nullable InfileStream infile;
    private boolean isLoggedIn;
    private boolean holdsLocks;
    private boolean isFatal;
    private long idleNanos;

    /** When the event loop has to look after this connection, in the time of {@link System#nanoTime}; {@link #NEVER} while a statement runs. */
    private volatile long deadlineNanos;

    private volatile boolean closed;

    MysqlConnection(Wire wire, Channel channel, long id) {
        this.wire = wire;
        this.config = wire.config();
        this.channel = channel;
        this.id = id;
        this.peer = (InetSocketAddress) channel.remoteAddress();
        this.host = peer.getAddress().getHostAddress();
        this.outflow = new Outflow(
                channel,
                wire.traffic(),
                config.limits().pendingBytes(),
                config.timeouts().write().toNanos());
        this.packets = new PacketWriter(channel.alloc(), outflow);
        this.decoder = new PacketDecoder(config.limits().handshakePacketBytes(), this);
        this.deadlineNanos = System.nanoTime() + config.timeouts().handshake().toNanos();
    }

    /** Puts itself into the channel's pipeline. */
    void install() {
        channel.pipeline().addLast(PACKETS, decoder).addLast("connection", this);
    }

    @Override
    public long id() {
        return id;
    }

    String host() {
        return host;
    }

    InetAddress address() {
        return peer.getAddress();
    }

    // ---- the way in ----

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        SqlException refusal = wire.connections().admit(this);
        if (refusal != null) {
            wasRefused = true;
            StatusPackets.error(packets, refusal, false);
            flushAndClose();
            return;
        }
        Greeting.write(
                packets.begin(),
                wire.engine().serverVersion(),
                id,
                scramble,
                Handshake.offered(config),
                wire.engine().defaultCollation(),
                StatusFlags.AUTOCOMMIT);
        packets.end();
        flush();
        expectedSequence = 1;
    }

    @Override
    public void onPacket(Packet packet) {
        wire.traffic().bytesIn.add(packet.payload().readableBytes() + PacketDescriptor.HEADER_BYTES);
        switch (phase) {
            case GREETED, PROVING -> prove(packet);
            case READY -> start(packet);
            case RUNNING -> {
                waiting.add(packet);
                channel.config().setAutoRead(false);
            }
            case CHECKING -> {
                packet.release();
                onMalformed(new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "none yet"));
            }
            case INFILE -> offerToFile(packet);
            case LINGERING, CLOSED -> packet.release();
        }
    }

    private void prove(Packet packet) {
        try {
            if (packet.firstSequence() != (expectedSequence & 0xFF) && !isCompressed) {
                throw new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "" + expectedSequence);
            }
            packets.sequence(packet.lastSequence() + 1);
            Authentication dialogue = authentication;
            if (phase == Phase.PROVING && dialogue != null) {
                byte[] answer = new PacketReader(packet.payload()).readRest();
                giveTurn(Phase.CHECKING, () -> step(() -> dialogue.answer(answer)));
            } else {
                readHandshake(packet.payload());
            }
        } catch (FrameException malformed) {
            onMalformed(malformed);
        } catch (SqlException refusal) {
            refuse(refusal, Refusal.ACCESS_DENIED);
        } finally {
            packet.release();
        }
    }

    private void readHandshake(ByteBuf payload) {
        Handshake handshake = Handshake.read(payload, config, tls != null);
        SslContext context = config.tls();
        if (handshake.credentials() == null && context != null) {
            encrypt(context);
            return;
        }
        capabilities = handshake.capabilities();
        logIn(Objects.requireNonNull(handshake.credentials()));
    }

    /** What follows the request belongs to TLS already: the removed decoder passes it on to the new handler behind it. */
    private void encrypt(SslContext context) {
        expectedSequence = 2;
        tls = "";
        PacketDecoder plain = decoder;
        decoder = new PacketDecoder(config.limits().handshakePacketBytes(), this);
        SslHandler handler = context.newHandler(channel.alloc());
        channel.pipeline()
                .addAfter(PACKETS, "tls", handler)
                .addAfter("tls", PACKETS_IN_TLS, decoder)
                .remove(plain);
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                SSLSession session = handler.engine().getSession();
                tls = session.getProtocol() + ' ' + session.getCipherSuite();
            }
        });
    }

    private void logIn(Credentials client) {
        credentials = client;
        Authentication dialogue =
                new Authentication(wire.engine(), wire.digests(), wire.keys(), client, scramble, host, tls != null);
        authentication = dialogue;
        giveTurn(Phase.CHECKING, () -> step(dialogue::begin));
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
            LOG.error("fault of the server while a client logged in host={}", host, failure);
            step = new AuthStep.Refuse(
                    new SqlException(1105, "HY000", "Unknown error: " + failure + "; the server's log has more"));
        }
        AuthStep outcome = step;
        int flags = status;
        onLoop(() -> afterStep(outcome, flags));
    }

    private int openSession(AccountSecret account) {
        Credentials client = Objects.requireNonNull(credentials);
        if (!isLoggedIn) {
            SqlException tooMany = wire.connections().logIn(this);
            if (tooMany != null) {
                throw tooMany;
            }
            isLoggedIn = true;
        }
        Commands before = commands;
        commands = null;
        if (before != null) {
            before.close();
        }
        SqlSession session = wire.engine()
                .open(new SessionStart(
                        this,
                        client.user(),
                        account,
                        peer,
                        client.schema(),
                        client.collation(),
                        capabilities,
                        client.attributes(),
                        tls));
        commands = new Commands(wire, packets, session, capabilities, this);
        noteSession(session);
        return session.statusFlags();
    }

    private void afterStep(AuthStep step, int status) {
        takeTurn();
        if (phase == Phase.CLOSED) {
            cleanUp();
        } else if (step instanceof AuthStep.Ask ask) {
            send(ask.payload());
            phase = Phase.PROVING;
            flush();
        } else if (step instanceof AuthStep.Accept accept) {
            if (accept.payload() != null) {
                send(accept.payload());
            }
            StatusPackets.ok(packets, status);
            flush();
            enter();
        } else if (step instanceof AuthStep.Refuse refuse) {
            refuse(refuse.error(), Refusal.ACCESS_DENIED);
        }
    }

    private void send(byte[] payload) {
        packets.begin().writeBytes(payload);
        expectedSequence = packets.end() + 1;
    }

    private void enter() {
        authentication = null;
        decoder.limit(config.limits().packetBytes());
        Credentials client = credentials;
        if (!isCompressed && client != null) {
            compress(client.zstdLevel());
        }
        ready();
    }

    private void compress(int zstdLevel) {
        boolean zlib = (capabilities & Capabilities.COMPRESS) != 0;
        boolean zstd = (capabilities & Capabilities.ZSTD_COMPRESSION) != 0;
        if (zlib || zstd) {
            isCompressed = true;
            int plainMax = (int) Math.min(
                    PacketDescriptor.PAYLOAD_MAX, (long) config.limits().packetBytes() + PacketDescriptor.HEADER_BYTES);
            CompressedCodec.install(
                    channel.pipeline(),
                    tls == null ? PACKETS : PACKETS_IN_TLS,
                    zlib ? new Compression.Zlib() : new Compression.ZstdLevel(zstdLevel),
                    plainMax);
        }
    }

    // ---- commands ----

    private void ready() {
        phase = Phase.READY;
        deadlineNanos = System.nanoTime() + idleNanos;
        Packet next = waiting.poll();
        if (next != null) {
            start(next);
        } else if (!channel.config().isAutoRead()) {
            channel.config().setAutoRead(true);
        }
    }

    private void start(Packet packet) {
        ByteBuf payload = packet.payload();
        if (packet.firstSequence() != 0 && !isCompressed) {
            packet.release();
            onMalformed(new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "0"));
            return;
        }
        packets.sequence(packet.lastSequence() + 1);
        currentType = payload.isReadable() ? CommandType.ofCode(payload.readUnsignedByte()) : CommandType.UNKNOWN;
        switch (currentType) {
            case QUIT -> {
                packet.release();
                channel.close();
            }
            case CHANGE_USER -> changeUser(packet);
            default -> {
                current = packet;
                giveTurn(Phase.RUNNING, runTask);
            }
        }
    }

    private void changeUser(Packet packet) {
        try {
            Credentials before = Objects.requireNonNull(credentials);
            logIn(Credentials.readChangeUser(new PacketReader(packet.payload()), capabilities, before.collation()));
        } catch (FrameException malformed) {
            onMalformed(malformed);
        } finally {
            packet.release();
        }
    }

    /** A worker's: the command that has come. */
    private void runCommand() {
        long startNanos = System.nanoTime();
        Packet packet = Objects.requireNonNull(current);
        Commands running = Objects.requireNonNull(commands);
        current = null;
        wire.traffic().questions.increment();
        try {
            running.run(currentType, packet.payload());
            noteSession(running.session());
        } catch (Error failure) {
            LOG.error("connection is closed because of an error host={} command={}", host, currentType, failure);
            isFatal = true;
        } catch (RuntimeException failure) {
            isFatal = true;
            if (!outflow.isEnded()) {
                LOG.error("fault of the server while it answered host={} command={}", host, currentType, failure);
            }
        } finally {
            packet.release();
        }
        if (isFatal) {
            packets.discard();
        }
        lastChunk = packets.take();
        wire.traffic().ran(currentType, System.nanoTime() - startNanos);
        onLoop(finishTask);
    }

    private void noteSession(SqlSession session) {
        Duration idle = session.idleTimeout();
        idleNanos = (idle == null ? config.timeouts().idle() : idle).toNanos();
        holdsLocks = session.holdsLocks();
    }

    private void onCommandEnd() {
        takeTurn();
        ByteBuf last = lastChunk;
        lastChunk = null;
        if (phase == Phase.CLOSED) {
            if (last != null) {
                last.release();
            }
            cleanUp();
            return;
        }
        if (last != null) {
            write(last);
        }
        if (isFatal) {
            channel.close();
        } else {
            ready();
        }
    }

    // ---- a client's file ----

    @Override
    public InputStream open(String fileName) {
        if ((capabilities & Capabilities.LOCAL_FILES) == 0) {
            throw new SqlException(
                    3948,
                    "42000",
                    "Loading local data is disabled; this must be enabled on both the client and server sides");
        }
        InfileStream stream = new InfileStream(
                () -> onLoop(this::readOn), config.timeouts().read().toNanos());
        infile = stream;
        onLoop(() -> beginFile(stream));
        packets.begin().writeByte(LOCAL_INFILE).writeCharSequence(fileName, StandardCharsets.UTF_8);
        packets.end();
        packets.flush();
        return stream;
    }

    @Override
    public void end() {
        InfileStream stream = infile;
        infile = null;
        if (stream == null) {
            return;
        }
        stream.close();
        if (stream.isBroken()) {
            isFatal = true;
        } else {
            packets.sequence(stream.lastSequence() + 1);
        }
    }

    private void beginFile(InfileStream stream) {
        if (phase == Phase.CLOSED) {
            stream.abort();
            return;
        }
        phase = Phase.INFILE;
        fileOnLoop = stream;
        for (Packet early = waiting.poll(); early != null; early = waiting.poll()) {
            offerToFile(early);
        }
    }

    private void offerToFile(Packet packet) {
        InfileStream stream = Objects.requireNonNull(fileOnLoop);
        if (!packet.payload().isReadable()) {
            phase = Phase.RUNNING;
        }
        if (!stream.offer(packet)) {
            channel.config().setAutoRead(false);
        }
    }

    private void readOn() {
        if (phase == Phase.INFILE || waiting.isEmpty()) {
            channel.config().setAutoRead(true);
        }
    }

    // ---- turns ----

    private void giveTurn(Phase next, Runnable task) {
        phase = next;
        workerHasTurn = true;
        if (next == Phase.RUNNING) {
            deadlineNanos = NEVER;
        }
        try {
            wire.workers().execute(task, holdsLocks);
        } catch (RejectedExecutionException serverCloses) {
            takeTurn();
            Packet packet = current;
            current = null;
            if (packet != null) {
                packet.release();
            }
            channel.close();
        }
    }

    private void takeTurn() {
        workerHasTurn = false;
    }

    private void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException loopEnded) {
            LOG.debug("event loop has ended host={}", host);
        }
    }

    private void flush() {
        ByteBuf chunk = packets.take();
        if (chunk != null) {
            write(chunk);
        }
    }

    private void write(ByteBuf chunk) {
        wire.traffic().bytesOut.add(chunk.readableBytes());
        channel.writeAndFlush(chunk);
    }

    // ---- the end ----

    @Override
    public void onMalformed(FrameException why) {
        boolean isTooLong = why.what().equals(PacketDecoder.TOO_LONG);
        LOG.debug("malformed message host={} phase={} cause='{}'", host, phase, why.getMessage());
        if (workerHasTurn || phase == Phase.LINGERING || phase == Phase.CLOSED) {
            wire.traffic().refused(isTooLong ? Refusal.PACKET_TOO_LARGE : Refusal.MALFORMED);
            channel.close();
        } else if (!isLoggedIn) {
            fail(new SqlException(1043, "08S01", "Bad handshake: " + why.getMessage()), Refusal.BAD_HANDSHAKE);
        } else if (isTooLong) {
            packets.sequence(1);
            fail(
                    new SqlException(
                            1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes: " + why.getMessage()),
                    Refusal.PACKET_TOO_LARGE);
        } else if (why.what().equals(PacketDecoder.OUT_OF_ORDER)) {
            fail(new SqlException(1156, "08S01", "Got packets out of order: " + why.getMessage()), Refusal.MALFORMED);
        } else {
            fail(
                    new SqlException(1835, "HY000", "Malformed communication packet: " + why.getMessage()),
                    Refusal.MALFORMED);
        }
    }

    private void refuse(SqlException error, Refusal reason) {
        wasRefused = true;
        fail(error, reason);
    }

    private void fail(SqlException error, Refusal reason) {
        wire.traffic().refused(reason);
        StatusPackets.error(packets, error, true);
        flushAndClose();
    }

    /** Closes behind the error, and reads on for a while what the client still sends: a reset would take the error from it. */
    private void flushAndClose() {
        phase = Phase.LINGERING;
        channel.config().setAutoRead(true);
        deadlineNanos = System.nanoTime() + LINGER_NANOS;
        ByteBuf chunk = packets.take();
        if (chunk == null) {
            channel.close();
            return;
        }
        wire.traffic().bytesOut.add(chunk.readableBytes());
        channel.writeAndFlush(chunk).addListener((ChannelFutureListener) written -> {
            if (tls == null && written.isSuccess() && channel instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
            } else {
                channel.close();
            }
        });
    }

    @Override
    public void kill() {
        wire.traffic().refused(Refusal.KILLED);
        channel.close();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** From any thread: ends a connection that has not logged in. */
    void drop(Refusal reason) {
        wire.traffic().refused(reason);
        channel.close();
    }

    /** From any thread: ends the connection if its time is over. */
    void checkTime(long nowNanos) {
        if (deadlineNanos != NEVER && nowNanos - deadlineNanos >= 0) {
            onLoop(this::onTime);
        }
    }

    private void onTime() {
        if (deadlineNanos == NEVER || System.nanoTime() - deadlineNanos < 0 || phase == Phase.CLOSED) {
            return;
        }
        if (phase != Phase.LINGERING) {
            wire.traffic().refused(isLoggedIn ? Refusal.IDLE_TIMEOUT : Refusal.HANDSHAKE_TIMEOUT);
        }
        if (phase == Phase.READY) {
            packets.sequence(0);
            fail(
                    new SqlException(
                            4031,
                            "HY000",
                            "The client was disconnected by the server because of inactivity. See wait_timeout and"
                                    + " interactive_timeout for configuring this behavior."),
                    Refusal.IDLE_TIMEOUT);
        } else {
            channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean ran = phase == Phase.RUNNING || phase == Phase.INFILE;
        phase = Phase.CLOSED;
        closed = true;
        outflow.end();
        if (fileOnLoop != null) {
            fileOnLoop.abort();
        }
        if (!workerHasTurn) {
            cleanUp();
            return;
        }
        Commands running = commands;
        if (ran && running != null) {
            wire.traffic().aborted.increment();
            running.session().cancel();
        }
    }

    /** The channel is closed and no worker has the turn. */
    private void cleanUp() {
        for (Packet packet = waiting.poll(); packet != null; packet = waiting.poll()) {
            packet.release();
        }
        packets.discard();
        if (fileOnLoop != null) {
            fileOnLoop.releaseAll();
        }
        if (!isLoggedIn && !wasRefused) {
            wire.connections().handshakeFailed(this);
        }
        Commands open = commands;
        commands = null;
        if (open == null) {
            wire.connections().remove(this, isLoggedIn);
            return;
        }
        Runnable close = () -> {
            open.close();
            wire.connections().remove(this, isLoggedIn);
        };
        try {
            wire.workers().execute(close, true);
        } catch (RejectedExecutionException serverClosed) {
            new Thread(close, "millrace-sql-close").start();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable root = cause.getCause() instanceof SSLException ? cause.getCause() : cause;
        if (root instanceof FrameException malformed) {
            onMalformed(malformed);
            return;
        }
        if (root instanceof IOException) {
            LOG.debug("connection broke host={} cause='{}'", host, root.getMessage());
        } else {
            LOG.error("fault of the server on a connection host={}", host, cause);
        }
        ctx.close();
    }
}
