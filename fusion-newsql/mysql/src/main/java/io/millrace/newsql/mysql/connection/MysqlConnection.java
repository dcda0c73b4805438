package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.ConnectionControl;
import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.command.CommandType;
import io.millrace.newsql.mysql.packet.Packet;
import io.millrace.newsql.mysql.packet.PacketDecoder;
import io.millrace.newsql.mysql.packet.PacketDescriptor;
import io.millrace.newsql.mysql.packet.PacketEvents;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.StatusPackets;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
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
 *                           └──command────────►│               any ──error──► LINGERING ──► CLOSED
 *                                                              any ──client gone, kill, timeout──► CLOSED
 * </pre>
 *
 * One command runs at a time; what comes in the meantime waits, and nothing more is read until it has run. <b>Threads</b>: state belongs to the event loop, but the writer of packets
 * and the commands belong to the worker while it has the turn; giving a task to either is what hands them over.
 */
final class MysqlConnection extends ChannelInboundHandlerAdapter implements PacketEvents, ConnectionControl {
    private static final Logger LOG = LoggerFactory.getLogger(MysqlConnection.class);
    private static final long NEVER = Long.MAX_VALUE;
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    enum Phase {
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
    private final Outflow outflow;
    private final PacketWriter packets;
    private final PacketPipe pipe;
    private final Login login;
    private final Queue<Packet> waiting = new ArrayDeque<>(1);
    private final Runnable runTask = this::runCommand;
    private final Runnable finishTask = this::onCommandEnd;

    // Of the event loop.
    private Phase phase = Phase.GREETED;
    private boolean workerHasTurn;
    private boolean wasRefused;
    private @Nullable Packet current;
    private CommandType currentType = CommandType.UNKNOWN;

    // Of whoever has the turn.
    private @Nullable Commands commands;
    private @Nullable FileTransfer files;
    private @Nullable ByteBuf lastChunk;
    private boolean isLoggedIn;
    private boolean holdsLocks;
    private boolean isBroken;
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
        this.pipe = new PacketPipe(config, channel, this);
        this.login = new Login(wire, this, pipe, packets);
        this.deadlineNanos = System.nanoTime() + config.timeouts().handshake().toNanos();
    }

    /** Puts itself into the channel's pipeline. */
    void install() {
        pipe.install(this);
    }

    @Override
    public long id() {
        return id;
    }

    InetSocketAddress peer() {
        return peer;
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
        if (refusal == null) {
            login.greet();
            return;
        }
        wasRefused = true;
        StatusPackets.error(packets, refusal, false);
        flushAndClose();
    }

    @Override
    public void onPacket(Packet received) {
        wire.traffic().bytesIn.add(received.payload().readableBytes() + PacketDescriptor.HEADER_BYTES);
        Packet packet = pipe.numbered(received);
        switch (phase) {
            case GREETED, PROVING -> login.onPacket(packet);
            case READY -> start(packet);
            case RUNNING -> {
                waiting.add(packet);
                channel.config().setAutoRead(false);
            }
            case INFILE -> offerToFile(packet);
            case CHECKING -> {
                packet.release();
                onMalformed(new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "none yet"));
            }
            case LINGERING, CLOSED -> packet.release();
        }
    }

    /** A worker's: takes the connection in among those that are logged in. */
    void enter() {
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
    }

    /** A worker's: takes a session. */
    void use(SqlSession session, int capabilities) {
        FileTransfer transfer =
                new FileTransfer(this, pipe, packets, config.timeouts().read().toNanos(), capabilities);
        files = transfer;
        commands = new Commands(wire, packets, session, capabilities, transfer);
        note(session);
    }

    void awaitProof() {
        phase = Phase.PROVING;
    }

    // ---- commands ----

    void ready() {
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
        if (packet.firstSequence() != 0) {
            packet.release();
            onMalformed(new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "0"));
            return;
        }
        pipe.answerFrom(packet.lastSequence() + 1, packets);
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
            login.changeUser(packet.payload());
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
            note(running.session());
        } catch (Error failure) {
            LOG.error("connection is closed because of an error host={} command={}", host, currentType, failure);
            isBroken = true;
        } catch (RuntimeException failure) {
            isBroken = true;
            if (!outflow.isEnded()) {
                LOG.error("fault of the server while it answered host={} command={}", host, currentType, failure);
            }
        } finally {
            packet.release();
        }
        if (isBroken) {
            packets.discard();
        }
        lastChunk = packets.take();
        wire.traffic().ran(currentType, System.nanoTime() - startNanos);
        onLoop(finishTask);
    }

    private void note(SqlSession session) {
        Duration idle = session.idleTimeout();
        idleNanos = (idle == null ? config.timeouts().idle() : idle).toNanos();
        holdsLocks = session.holdsLocks();
    }

    private void onCommandEnd() {
        ByteBuf last = lastChunk;
        lastChunk = null;
        if (!takeTurn()) {
            if (last != null) {
                last.release();
            }
            return;
        }
        if (last != null) {
            write(last);
        }
        if (isBroken) {
            channel.close();
        } else {
            ready();
        }
    }

    // ---- a client's file ----

    /** A worker's: the connection is of no more use once its command has ended. */
    void breakOff() {
        isBroken = true;
    }

    /** What comes now is the file, up to an empty packet. */
    void receiveFile() {
        phase = Phase.INFILE;
        for (Packet early = waiting.poll(); early != null && phase == Phase.INFILE; early = waiting.poll()) {
            offerToFile(early);
        }
    }

    private void offerToFile(Packet packet) {
        if (!packet.payload().isReadable()) {
            phase = Phase.RUNNING;
        }
        if (!Objects.requireNonNull(files).offer(packet)) {
            channel.config().setAutoRead(false);
        }
    }

    void readOn() {
        if (phase == Phase.INFILE || waiting.isEmpty()) {
            channel.config().setAutoRead(true);
        }
    }

    // ---- turns ----

    /** Gives the turn to a worker, which ends its task with one for the event loop that takes it back. */
    void giveTurn(Phase next, Runnable task) {
        phase = next;
        workerHasTurn = true;
        if (next == Phase.RUNNING) {
            deadlineNanos = NEVER;
        }
        try {
            wire.workers().execute(task, holdsLocks);
        } catch (RejectedExecutionException serverCloses) {
            workerHasTurn = false;
            Packet packet = current;
            current = null;
            if (packet != null) {
                packet.release();
            }
            channel.close();
        }
    }

    /** Takes the turn back; false if the connection has ended meanwhile, and is cleaned up now. */
    boolean takeTurn() {
        workerHasTurn = false;
        if (phase == Phase.CLOSED) {
            cleanUp();
            return false;
        }
        return true;
    }

    void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException loopEnded) {
            LOG.debug("event loop has ended host={}", host);
        }
    }

    /** Sends what the packets' writer holds. */
    void flush() {
        ByteBuf chunk = packets.take();
        if (chunk != null) {
            write(chunk);
        }
    }

    private void write(ByteBuf chunk) {
        wire.traffic().bytesOut.add(chunk.readableBytes());
        channel.writeAndFlush(chunk);
    }

    // ---- errors that end the connection ----

    @Override
    public void onMalformed(FrameException why) {
        boolean isTooLong = why.what().equals(PacketDecoder.TOO_LONG);
        Refusal reason = isTooLong ? Refusal.PACKET_TOO_LARGE : Refusal.MALFORMED;
        LOG.debug("malformed message host={} phase={} cause='{}'", host, phase, why.getMessage());
        if (workerHasTurn || phase == Phase.LINGERING || phase == Phase.CLOSED) {
            wire.traffic().refused(reason);
            channel.close();
        } else if (!isLoggedIn) {
            fail(new SqlException(1043, "08S01", "Bad handshake: " + why.getMessage()), Refusal.BAD_HANDSHAKE);
        } else {
            fail(errorOf(why, isTooLong), reason);
        }
    }

    private SqlException errorOf(FrameException why, boolean isTooLong) {
        if (isTooLong) {
            pipe.answerFrom(1, packets);
            return new SqlException(
                    1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes: " + why.getMessage());
        }
        return why.what().equals(PacketDecoder.OUT_OF_ORDER)
                ? new SqlException(1156, "08S01", "Got packets out of order: " + why.getMessage())
                : new SqlException(1835, "HY000", "Malformed communication packet: " + why.getMessage());
    }

    /** Refuses a client that has not proven who it is. */
    void refuse(SqlException error) {
        wasRefused = true;
        fail(error, Refusal.ACCESS_DENIED);
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
            if (!pipe.isEncrypted() && written.isSuccess() && channel instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
            } else {
                channel.close();
            }
        });
    }

    // ---- the end ----

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
        if (phase == Phase.READY) {
            pipe.answerFrom(0, packets);
            fail(
                    new SqlException(
                            4031,
                            "HY000",
                            "The client was disconnected by the server because of inactivity. See wait_timeout and"
                                    + " interactive_timeout for configuring this behavior."),
                    Refusal.IDLE_TIMEOUT);
            return;
        }
        if (phase != Phase.LINGERING) {
            wire.traffic().refused(Refusal.HANDSHAKE_TIMEOUT);
        }
        channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean ran = phase == Phase.RUNNING || phase == Phase.INFILE;
        phase = Phase.CLOSED;
        closed = true;
        outflow.end();
        if (!workerHasTurn) {
            cleanUp();
            return;
        }
        Commands running = commands;
        if (ran && running != null) {
            wire.traffic().aborted.increment();
            Objects.requireNonNull(files).abort();
            running.session().cancel();
        }
    }

    /** The channel is closed and no worker has the turn. */
    private void cleanUp() {
        for (Packet packet = waiting.poll(); packet != null; packet = waiting.poll()) {
            packet.release();
        }
        packets.discard();
        if (files != null) {
            files.release();
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
