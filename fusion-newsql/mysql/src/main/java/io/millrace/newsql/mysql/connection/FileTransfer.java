package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.packet.Packet;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.LocalFiles;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The dialogue of LOAD DATA LOCAL: the server names a file, the client sends it in packets up to an empty one.
 *
 * <p><b>Threads</b>: {@link #open} and {@link #end} by the worker that has the turn, all else on the event loop.
 */
final class FileTransfer implements LocalFiles {
    private static final int LOCAL_INFILE = 0xFB;

    private final MysqlConnection connection;
    private final PacketPipe pipe;
    private final PacketWriter packets;
    private final long timeoutNanos;
    private final int capabilities;

    /** The worker's. */
    private @Nullable InfileStream reading;

    /** The event loop's. */
    private @Nullable InfileStream receiving;

    FileTransfer(
            MysqlConnection connection, PacketPipe pipe, PacketWriter packets, long timeoutNanos, int capabilities) {
        this.connection = connection;
        this.pipe = pipe;
        this.packets = packets;
        this.timeoutNanos = timeoutNanos;
        this.capabilities = capabilities;
    }

    @Override
    public InputStream open(String fileName) {
        if ((capabilities & Capabilities.LOCAL_FILES) == 0) {
            throw new SqlException(
                    3948,
                    "42000",
                    "Loading local data is disabled; this must be enabled on both the client and server sides");
        }
        InfileStream stream = new InfileStream(() -> connection.onLoop(connection::readOn), timeoutNanos);
        reading = stream;
        connection.onLoop(() -> receive(stream));
        packets.begin().writeByte(LOCAL_INFILE).writeCharSequence(fileName, StandardCharsets.UTF_8);
        packets.end();
        packets.flush();
        return stream;
    }

    @Override
    public void end() {
        InfileStream stream = reading;
        reading = null;
        if (stream == null) {
            return;
        }
        stream.close();
        if (stream.isBroken()) {
            connection.breakOff();
        } else {
            packets.sequence(stream.lastSequence() + 1);
        }
    }

    private void receive(InfileStream stream) {
        receiving = stream;
        if (connection.isClosed()) {
            stream.abort();
        } else {
            connection.receiveFile();
        }
    }

    /** Takes: a piece of the file; whether the connection may read on. */
    boolean offer(Packet packet) {
        boolean isLast = !packet.payload().isReadable();
        int next = packet.lastSequence() + 1;
        boolean readsOn = Objects.requireNonNull(receiving).offer(packet);
        if (isLast) {
            pipe.compressedFrom(next);
        }
        return readsOn;
    }

    /** The client has gone. */
    void abort() {
        if (receiving != null) {
            receiving.abort();
        }
    }

    /** Gives memory back, once no worker reads. */
    void release() {
        if (receiving != null) {
            receiving.releaseAll();
        }
    }
}
