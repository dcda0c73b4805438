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
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
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
 * One command runs at a time; what comes in the meantime waits, and nothing more is read until it has run. Nor is anything run while the client does not read its answers. <b>Threads</b>:
 * state belongs to the event loop, but the writer of packets and the commands belong to the worker while it has the turn; giving a task to either is what hands them over.
 */
final class MysqlConnection extends ChannelInboundHandlerAdapter implements PacketEvents, ConnectionControl {
    private static final Logger LOG = LoggerFactory.getLogger(MysqlConnection.class);
    private static final long NEVER = Long.MAX_VALUE;

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
    private final CommandTurns turns;
    private final Farewell farewell;
    private final Queue<Packet> waiting = new ArrayDeque<>(1);

    // Of the event loop.
    private Phase phase = Phase.GREETED;
    private boolean workerHasTurn;
    private boolean wasRefused;

    /** Of whoever has the turn. */
    private boolean isLoggedIn;

    /** When the event loop has to look after this connection, in the time of {@link System#nanoTime}; {@link #NEVER} while a statement runs or it lingers. */
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
        this.turns = new CommandTurns(wire, this, pipe, packets, outflow);
        this.farewell = new Farewell(wire, channel, pipe, packets);
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
        linger();
        farewell.say(refusal, false);
    }

    @Override
    public void onPacket(Packet received) {
        wire.traffic().bytesIn.add(received.payload().readableBytes() + PacketDescriptor.HEADER_BYTES);
        Packet packet = pipe.numbered(received);
        switch (phase) {
            case GREETED, PROVING -> login.onPacket(packet);
            case READY -> {
                if (waiting.isEmpty() && channel.isWritable()) {
                    start(packet);
                } else {
                    keepWaiting(packet);
                }
            }
            case RUNNING -> keepWaiting(packet);
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
        turns.enter();
    }

    /** A worker's: takes a session. */
    void use(SqlSession session, int capabilities) {
        turns.use(session, capabilities);
    }

    void awaitProof() {
        phase = Phase.PROVING;
    }

    // ---- commands ----

    /** The next command may run; what waits does, as long as the client reads the answers. */
    void ready() {
        phase = Phase.READY;
        deadlineNanos = System.nanoTime() + turns.idleNanos();
        while (phase == Phase.READY && channel.isWritable() && !isDrained()) {
            Packet next = waiting.poll();
            if (next == null) {
                readOn();
                return;
            }
            start(next);
        }
        awaitReader();
    }

    /** Whether the server wants to end, and nobody waits for what this session holds: then it is ended. */
    private boolean isDrained() {
        boolean ends = wire.connections().isDraining() && !turns.holdsLocks();
        if (ends) {
            pipe.answerFrom(0, packets);
            fail(new SqlException(1053, "08S01", "Server shutdown in progress"), Refusal.DRAINED);
        }
        return ends;
    }

    /** From any thread: ends the connection as soon as nothing of it runs, and nobody waits for what it holds. */
    void drain() {
        onLoop(() -> {
            if (phase == Phase.GREETED) {
                drop(Refusal.DRAINED);
            } else if (phase == Phase.READY) {
                ready();
                outflow.flush();
            }
        });
    }

    private void keepWaiting(Packet packet) {
        waiting.add(packet);
        channel.config().setAutoRead(false);
        awaitReader();
    }

    private void awaitReader() {
        if (phase == Phase.READY) {
            deadlineNanos = System.nanoTime() + config.timeouts().write().toNanos();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (phase == Phase.READY && channel.isWritable() && !waiting.isEmpty()) {
            ready();
            outflow.flush();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        farewell.heard();
        turns.readComplete();
        outflow.flush();
    }

    private void start(Packet packet) {
        ByteBuf payload = packet.payload();
        if (packet.firstSequence() != 0) {
            packet.release();
            onMalformed(new FrameException(PacketDecoder.OUT_OF_ORDER, packet.firstSequence(), "0"));
            return;
        }
        pipe.answerFrom(packet.lastSequence() + 1, packets);
        CommandType type = payload.isReadable() ? CommandType.ofCode(payload.readUnsignedByte()) : CommandType.UNKNOWN;
        switch (type) {
            case QUIT -> {
                packet.release();
                channel.close();
            }
            case CHANGE_USER -> changeUser(packet);
            default -> turns.run(type, packet);
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

    /** A command has run on the event loop. */
    void ran(boolean isBroken) {
        if (isBroken) {
            channel.close();
        } else if (!isDrained()) {
            deadlineNanos = System.nanoTime() + turns.idleNanos();
        }
    }

    // ---- a client's file ----

    /** A worker's: the connection is of no more use once its command has ended. */
    void breakOff() {
        turns.breakOff();
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
        if (!turns.files().offer(packet)) {
            channel.config().setAutoRead(false);
        }
    }

    void readOn() {
        if ((phase == Phase.INFILE || waiting.isEmpty()) && !channel.config().isAutoRead()) {
            channel.config().setAutoRead(true);
        }
    }

    // ---- turns ----

    /** Gives the turn to a worker, which ends its task with one for the event loop that takes it back. False if the server closes: nothing runs. */
    boolean giveTurn(Phase next, Runnable task) {
        keepTurn(next);
        try {
            wire.workers().execute(task, turns.holdsLocks());
            return true;
        } catch (RejectedExecutionException serverCloses) {
            workerHasTurn = false;
            channel.close();
            return false;
        }
    }

    /** The turn is with others until {@link #takeTurn}. */
    void keepTurn(Phase next) {
        phase = next;
        workerHasTurn = true;
        if (next == Phase.RUNNING) {
            deadlineNanos = NEVER;
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
            outflow.write(chunk);
            outflow.flush();
        }
    }

    void closeChannel() {
        channel.close();
    }

    // ---- errors that end the connection ----

    @Override
    public void onMalformed(FrameException why) {
        Refusal reason = Farewell.isTooLong(why) ? Refusal.PACKET_TOO_LARGE : Refusal.MALFORMED;
        LOG.debug("malformed message host={} phase={} cause='{}'", host, phase, why.getMessage());
        if (workerHasTurn || phase == Phase.LINGERING || phase == Phase.CLOSED) {
            wire.traffic().refused(reason);
            channel.close();
        } else if (!isLoggedIn) {
            fail(new SqlException(1043, "08S01", "Bad handshake: " + why.getMessage()), Refusal.BAD_HANDSHAKE);
        } else {
            fail(farewell.errorOf(why), reason);
        }
    }

    /** Refuses a client that has not proven who it is. */
    void refuse(SqlException error) {
        wasRefused = true;
        fail(error, Refusal.ACCESS_DENIED);
    }

    private void fail(SqlException error, Refusal reason) {
        wire.traffic().refused(reason);
        linger();
        farewell.say(error, true);
    }

    private void linger() {
        phase = Phase.LINGERING;
        deadlineNanos = NEVER;
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
            fail(farewell.idle(), Refusal.IDLE_TIMEOUT);
            return;
        }
        wire.traffic().refused(Refusal.HANDSHAKE_TIMEOUT);
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
        if (ran) {
            turns.cancel();
        }
    }

    /** The channel is closed and no worker has the turn. */
    private void cleanUp() {
        for (Packet packet = waiting.poll(); packet != null; packet = waiting.poll()) {
            packet.release();
        }
        if (!isLoggedIn && !wasRefused) {
            wire.connections().handshakeFailed(this);
        }
        turns.end(() -> wire.connections().remove(this, isLoggedIn));
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
