package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.command.CommandType;
import io.millrace.newsql.mysql.connection.MysqlConnection.Phase;
import io.millrace.newsql.mysql.packet.Packet;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a connection's commands: on the event loop what waits for nothing, all else by a worker.
 *
 * <pre>
 *  command ─► now? ──yes──► answer ─► durable? ──yes──► written, leaves with the others of its read
 *               │                         └──no───► kept until the log says so ─┐
 *               └──no──► worker ─► answer ───────────────────────────────► event loop: written
 * </pre>
 *
 * <p><b>Threads</b>: the event loop, but for {@link #enter}, {@link #use}, {@link #breakOff} and the running of a command by the worker that has the turn.
 */
final class CommandTurns {
    private static final Logger LOG = LoggerFactory.getLogger(CommandTurns.class);

    /** So many commands of a connection run in a row on the loop; the next one goes to a worker, so that others get their turn. */
    private static final int NOW_MAX = 32;

    /** A longer command goes to a worker. */
    private static final int NOW_BYTES_MAX = 64 << 10;

    private final Wire wire;
    private final MysqlConnection connection;
    private final PacketPipe pipe;
    private final PacketWriter packets;
    private final Outflow outflow;
    private final Runnable runTask = this::runByWorker;
    private final Runnable endTask = this::onEnd;

    // Of the event loop.
    private int ranNow;

    // Of whoever has the turn.
    private @Nullable Packet current;
    private CommandType type = CommandType.UNKNOWN;
    private @Nullable Commands commands;
    private @Nullable FileTransfer files;
    private List<ByteBuf> kept = List.of();
    private @Nullable ByteBuf lastChunk;
    private @Nullable Throwable keptFailure;
    private boolean holdsLocks;
    private boolean isBroken;
    private long idleNanos;

    CommandTurns(Wire wire, MysqlConnection connection, PacketPipe pipe, PacketWriter packets, Outflow outflow) {
        this.wire = wire;
        this.connection = connection;
        this.pipe = pipe;
        this.packets = packets;
        this.outflow = outflow;
    }

    // ---- the session ----

    /** A worker's: another session is about to come; ends the one before. */
    void enter() {
        Commands before = commands;
        commands = null;
        if (before != null) {
            before.close();
        }
    }

    /** A worker's: takes a session. */
    void use(SqlSession session, int capabilities) {
        long timeoutNanos = wire.config().timeouts().read().toNanos();
        FileTransfer transfer = new FileTransfer(connection, pipe, packets, timeoutNanos, capabilities);
        files = transfer;
        commands = new Commands(wire, packets, session, capabilities, transfer);
        note(session);
    }

    private void note(SqlSession session) {
        Duration idle = session.idleTimeout();
        idleNanos = (idle == null ? wire.config().timeouts().idle() : idle).toNanos();
        holdsLocks = session.holdsLocks();
    }

    long idleNanos() {
        return idleNanos;
    }

    boolean holdsLocks() {
        return holdsLocks;
    }

    FileTransfer files() {
        return Objects.requireNonNull(files, "a session was opened");
    }

    // ---- a command ----

    /** Takes: a command, behind its code. */
    void run(CommandType commandType, Packet packet) {
        type = commandType;
        if (ranNow < NOW_MAX && runsNow(packet)) {
            ranNow++;
            return;
        }
        current = packet;
        if (!connection.giveTurn(Phase.RUNNING, runTask)) {
            current = null;
            packet.release();
        }
    }

    private boolean runsNow(Packet packet) {
        if (packet.payload().readableBytes() > NOW_BYTES_MAX) {
            return false;
        }
        long startNanos = System.nanoTime();
        Commands running = Objects.requireNonNull(commands);
        CompletionStage<?> leaves;
        outflow.keep();
        try {
            leaves = running.runNow(type, packet.payload());
            holdsLocks = running.session().holdsLocks();
        } catch (RuntimeException | Error failure) {
            onFault(failure);
            leaves = CompletableFuture.completedFuture("");
        }
        kept = outflow.takeKept();
        if (leaves == null) {
            return false;
        }
        int sequence = packet.lastSequence() + 1;
        packet.release();
        lastChunk = isBroken ? null : packets.take();
        count(startNanos);
        CompletableFuture<?> told = leaves.toCompletableFuture();
        if (told.isDone() && !told.isCompletedExceptionally()) {
            writeAnswer();
            connection.ran(isBroken);
            return true;
        }
        connection.keepTurn(Phase.RUNNING);
        told.whenComplete((done, failure) -> {
            keptFailure = failure;
            connection.onLoop(failure == null ? endTask : () -> onLost(sequence));
        });
        return true;
    }

    /** What was answered is not known to be on the device, and will not be. */
    private void onLost(int sequence) {
        releaseAnswer();
        Throwable failure = Objects.requireNonNull(keptFailure);
        keptFailure = null;
        pipe.answerFrom(sequence, packets);
        Objects.requireNonNull(commands).fail(failure);
        lastChunk = packets.take();
        onEnd();
    }

    private void runByWorker() {
        long startNanos = System.nanoTime();
        Packet packet = Objects.requireNonNull(current);
        Commands running = Objects.requireNonNull(commands);
        current = null;
        try {
            running.run(type, packet.payload());
            note(running.session());
        } catch (RuntimeException | Error failure) {
            onFault(failure);
        } finally {
            packet.release();
        }
        if (isBroken) {
            packets.discard();
        }
        lastChunk = packets.take();
        count(startNanos);
        connection.onLoop(endTask);
    }

    private void onFault(Throwable failure) {
        isBroken = true;
        if (failure instanceof Error) {
            LOG.error("connection is closed because of an error host={} command={}", connection.host(), type, failure);
        } else if (!outflow.isEnded()) {
            LOG.error("fault of the server while it answered host={} command={}", connection.host(), type, failure);
        }
    }

    private void count(long startNanos) {
        wire.traffic().questions.increment();
        wire.traffic().ran(type, System.nanoTime() - startNanos);
    }

    private void onEnd() {
        ranNow = 0;
        if (!connection.takeTurn()) {
            releaseAnswer();
            return;
        }
        writeAnswer();
        if (isBroken) {
            connection.closeChannel();
        } else {
            connection.ready();
        }
        outflow.flush();
    }

    /** All that a read brought has run. */
    void readComplete() {
        ranNow = 0;
    }

    // ---- the answer ----

    private void writeAnswer() {
        for (ByteBuf chunk : kept) {
            outflow.write(chunk);
        }
        kept = List.of();
        ByteBuf last = lastChunk;
        lastChunk = null;
        if (last != null) {
            outflow.write(last);
        }
    }

    private void releaseAnswer() {
        kept.forEach(ByteBuf::release);
        kept = List.of();
        ByteBuf last = lastChunk;
        lastChunk = null;
        if (last != null) {
            last.release();
        }
    }

    // ---- the end ----

    /** A worker's: the connection is of no more use once its command has ended. */
    void breakOff() {
        isBroken = true;
    }

    /** The client has gone while a command runs. */
    void cancel() {
        Commands running = commands;
        if (running != null) {
            wire.traffic().aborted.increment();
            files().abort();
            running.session().cancel();
        }
    }

    /** Nobody has the turn any more: a worker closes the session, if there is one, and runs {@code then}. */
    void end(Runnable then) {
        packets.discard();
        if (files != null) {
            files.release();
        }
        Commands open = commands;
        commands = null;
        if (open == null) {
            then.run();
            return;
        }
        Runnable close = () -> {
            open.close();
            then.run();
        };
        try {
            wire.workers().execute(close, true);
        } catch (RejectedExecutionException serverClosed) {
            new Thread(close, "millrace-sql-close").start();
        }
    }
}
