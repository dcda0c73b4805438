package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.packet.PacketDecoder;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.StatusPackets;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;

/**
 * The last packet of a connection that the server ends: an error, and the closing behind it. <b>Threads</b>: the event loop.
 */
final class Farewell {
    private final Wire wire;
    private final Channel channel;
    private final PacketPipe pipe;
    private final PacketWriter packets;
    private final Lingering lingering;

    Farewell(Wire wire, Channel channel, PacketPipe pipe, PacketWriter packets) {
        this.wire = wire;
        this.channel = channel;
        this.pipe = pipe;
        this.packets = packets;
        this.lingering = new Lingering(channel);
    }

    /** Bytes have come, perhaps after the last packet was sent. */
    void heard() {
        lingering.heard();
    }

    /** Says it and closes; the client is read from for a while, since a reset would take the error from it. */
    void say(SqlException error, boolean withState) {
        StatusPackets.error(packets, error, withState);
        channel.config().setAutoRead(true);
        ByteBuf chunk = packets.take();
        if (chunk == null) {
            channel.close();
            return;
        }
        lingering.begin();
        wire.traffic().bytesOut.add(chunk.readableBytes());
        channel.writeAndFlush(chunk).addListener((ChannelFutureListener) written -> {
            if (!pipe.isEncrypted() && written.isSuccess() && channel instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
            } else {
                channel.close();
            }
        });
    }

    static boolean isTooLong(FrameException why) {
        return why.what().equals(PacketDecoder.TOO_LONG);
    }

    /** What a client that has logged in is told of a message that is malformed. */
    SqlException errorOf(FrameException why) {
        if (isTooLong(why)) {
            pipe.answerFrom(1, packets);
            return new SqlException(
                    1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes: " + why.getMessage());
        }
        return why.what().equals(PacketDecoder.OUT_OF_ORDER)
                ? new SqlException(1156, "08S01", "Got packets out of order: " + why.getMessage())
                : new SqlException(1835, "HY000", "Malformed communication packet: " + why.getMessage());
    }

    /** What an idle client is told. */
    SqlException idle() {
        pipe.answerFrom(0, packets);
        return new SqlException(
                4031,
                "HY000",
                "The client was disconnected by the server because of inactivity. See wait_timeout and"
                        + " interactive_timeout for configuring this behavior.");
    }
}
