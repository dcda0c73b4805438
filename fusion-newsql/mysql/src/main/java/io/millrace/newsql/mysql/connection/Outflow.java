package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Carries a worker's chunks to the event loop, and makes the worker wait while the client does not read.
 *
 * <p>What the event loop itself writes is kept until it is asked for: it must not wait, and its answer may have to. <b>Threads</b>: {@link #send} by who has the turn; {@link #end} by any. <b>Ownership</b>: takes chunks. <b>Errors</b>: {@link SqlException} 1317
 * once the client has gone, or has read nothing for the write timeout, after which the connection is closed.
 */
final class Outflow implements PacketWriter.Output {
    private static final int PIECE_BYTES = 256 << 10;

    private final Channel channel;
    private final Traffic traffic;
    private final long pendingBytesMax;
    private final long timeoutNanos;
    private final AtomicLong pending = new AtomicLong();
    private @Nullable List<ByteBuf> kept;
    private boolean hasWritten;
    private volatile boolean ended;
    private volatile @Nullable Thread waiting;

    Outflow(Channel channel, Traffic traffic, long pendingBytesMax, long timeoutNanos) {
        this.channel = channel;
        this.traffic = traffic;
        this.pendingBytesMax = pendingBytesMax;
        this.timeoutNanos = timeoutNanos;
    }

    /** From now on chunks are kept; the event loop's, which has the turn. */
    void keep() {
        kept = new ArrayList<>(1);
    }

    /** Gives: what was kept, and chunks go their way again. */
    List<ByteBuf> takeKept() {
        List<ByteBuf> taken = kept;
        kept = null;
        return taken == null ? List.of() : taken;
    }

    /** The event loop's. Takes: a chunk, which leaves with the next {@link #flush}. */
    void write(ByteBuf chunk) {
        traffic.bytesOut.add(chunk.readableBytes());
        channel.write(chunk);
        hasWritten = true;
    }

    /** The event loop's: sends what was written. */
    void flush() {
        if (hasWritten) {
            hasWritten = false;
            channel.flush();
        }
    }

    @Override
    public void send(ByteBuf chunk) {
        List<ByteBuf> keeper = kept;
        if (keeper != null) {
            keeper.add(chunk);
            return;
        }
        try {
            awaitRoom();
        } catch (SqlException gone) {
            chunk.release();
            throw gone;
        }
        int bytes = chunk.readableBytes();
        pending.addAndGet(bytes);
        traffic.bytesOut.add(bytes);
        try {
            channel.eventLoop().execute(() -> writePieces(chunk));
        } catch (RejectedExecutionException closed) {
            chunk.release();
            throw gone();
        }
    }

    /** In pieces, so that a client that reads a long row slowly is seen to read. */
    private void writePieces(ByteBuf chunk) {
        while (chunk.readableBytes() > PIECE_BYTES) {
            write(channel.write(chunk.readRetainedSlice(PIECE_BYTES)), PIECE_BYTES);
        }
        int rest = chunk.readableBytes();
        write(channel.writeAndFlush(chunk), rest);
    }

    private void write(ChannelFuture future, int bytes) {
        future.addListener((ChannelFutureListener) written -> {
            long left = pending.addAndGet(-bytes);
            Thread worker = waiting;
            if (worker != null && left <= pendingBytesMax / 2) {
                LockSupport.unpark(worker);
            }
        });
    }

    private void awaitRoom() {
        if (ended) {
            throw gone();
        }
        if (pending.get() < pendingBytesMax) {
            return;
        }
        traffic.slowWaits.increment();
        waiting = Thread.currentThread();
        try {
            long seen = pending.get();
            long sinceNanos = System.nanoTime();
            while (pending.get() > pendingBytesMax / 2 && !ended) {
                LockSupport.parkNanos(this, timeoutNanos);
                long left = pending.get();
                long nowNanos = System.nanoTime();
                if (left != seen) {
                    seen = left;
                    sinceNanos = nowNanos;
                } else if (nowNanos - sinceNanos >= timeoutNanos) {
                    channel.close();
                    throw gone();
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw gone();
                }
            }
        } finally {
            waiting = null;
        }
        if (ended) {
            throw gone();
        }
    }

    /** The client has gone: whoever waits or sends from now on learns of it. */
    void end() {
        ended = true;
        Thread worker = waiting;
        if (worker != null) {
            LockSupport.unpark(worker);
        }
    }

    boolean isEnded() {
        return ended;
    }

    static SqlException gone() {
        return new SqlException(1317, "70100", "Query execution was interrupted: the client has gone");
    }
}
