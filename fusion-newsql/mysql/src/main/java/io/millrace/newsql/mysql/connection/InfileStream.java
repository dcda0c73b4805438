package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.packet.Packet;
import java.io.InputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A client's file as it comes in: the event loop offers packets, the worker reads.
 *
 * <p>The connection stops reading while more than {@value #HELD_BYTES_MAX} bytes are held. <b>Ownership</b>: takes packets; {@link #close} reads on to the file's end, because the client
 * sends all of it, and releases everything. <b>Errors</b>: {@link SqlException} 1159 when the client sends nothing for the read timeout, 1317 once it has gone.
 */
final class InfileStream extends InputStream {
    static final int HELD_BYTES_MAX = 256 << 10;

    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicInteger heldBytes = new AtomicInteger();
    private final Runnable resume;
    private final long timeoutNanos;
    private @Nullable Packet current;
    private int lastSequence;
    private boolean ended;
    private @Nullable SqlException failure;

    /** A packet, or null for a client that has gone. */
    private record Event(@Nullable Packet packet) {}

    /**
     * @param resume makes the connection read again; called by the worker
     */
    InfileStream(Runnable resume, long timeoutNanos) {
        this.resume = resume;
        this.timeoutNanos = timeoutNanos;
    }

    /** Takes: on the event loop; whether the connection may read on. */
    boolean offer(Packet packet) {
        int held = heldBytes.addAndGet(packet.payload().readableBytes());
        events.add(new Event(packet));
        return held <= HELD_BYTES_MAX;
    }

    /** On the event loop: nothing more will come. */
    void abort() {
        events.add(new Event(null));
    }

    /** Sequence number of the packet that ended the file. */
    int lastSequence() {
        return lastSequence;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        Packet packet = readable();
        if (packet == null) {
            return -1;
        }
        int bytes = Math.min(length, packet.payload().readableBytes());
        packet.payload().readBytes(target, offset, bytes);
        return bytes;
    }

    /** The packet that has bytes left, after waiting for it; null at the end. */
    private @Nullable Packet readable() {
        Packet packet = current;
        while (packet == null || !packet.payload().isReadable()) {
            if (packet != null) {
                packet.release();
                current = null;
            }
            if (ended) {
                return null;
            }
            packet = next();
            current = packet;
            if (!packet.payload().isReadable()) {
                ended = true;
                lastSequence = packet.lastSequence();
            }
        }
        return packet;
    }

    private Packet next() {
        SqlException before = failure;
        if (before != null) {
            throw before;
        }
        Event event;
        try {
            event = events.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw fail(Outflow.gone());
        }
        if (event == null) {
            throw fail(new SqlException(1159, "08S01", "Got timeout reading communication packets"));
        }
        Packet packet = event.packet();
        if (packet == null) {
            throw fail(Outflow.gone());
        }
        int bytes = packet.payload().readableBytes();
        int left = heldBytes.addAndGet(-bytes);
        if (left <= HELD_BYTES_MAX && left + bytes > HELD_BYTES_MAX) {
            resume.run();
        }
        return packet;
    }

    private SqlException fail(SqlException why) {
        failure = why;
        return why;
    }

    /** Whether the dialogue broke off, so that the connection is of no more use. */
    boolean isBroken() {
        return failure != null;
    }

    @Override
    public void close() {
        try {
            while (!ended && failure == null) {
                Packet packet = readable();
                if (packet != null) {
                    packet.payload().skipBytes(packet.payload().readableBytes());
                }
            }
        } catch (SqlException gone) {
            // kept as the failure: the connection is closed because of it
        } finally {
            releaseAll();
        }
    }

    /** Releases what is held; once nothing is offered any more. */
    void releaseAll() {
        Packet packet = current;
        current = null;
        if (packet != null) {
            packet.release();
        }
        for (Event event = events.poll(); event != null; event = events.poll()) {
            if (event.packet() != null) {
                event.packet().release();
            }
        }
    }
}
