package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.packet.CompressedCodec;
import io.millrace.newsql.mysql.packet.Compression;
import io.millrace.newsql.mysql.packet.Packet;
import io.millrace.newsql.mysql.packet.PacketDecoder;
import io.millrace.newsql.mysql.packet.PacketDescriptor;
import io.millrace.newsql.mysql.packet.PacketEvents;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What lies between a socket and a connection's messages.
 *
 * <pre>
 *  socket ─ (TLS) ─ (compression) ─ PacketDecoder ─ connection
 * </pre>
 *
 * <p><b>Threads</b>: the event loop; {@link #tls} also a worker that has the turn.
 */
final class PacketPipe {
    private static final String PACKETS = "packets";
    private static final String PACKETS_IN_TLS = "packets-in-tls";

    private final MysqlConfig config;
    private final Channel channel;
    private final PacketEvents events;
    private PacketDecoder decoder;
    private @Nullable CompressedCodec compressed;
    private @Nullable String tls;

    PacketPipe(MysqlConfig config, Channel channel, PacketEvents events) {
        this.config = config;
        this.channel = channel;
        this.events = events;
        this.decoder = new PacketDecoder(config.limits().handshakePacketBytes(), events);
    }

    void install(ChannelHandler connection) {
        channel.pipeline().addLast(PACKETS, decoder).addLast("connection", connection);
    }

    /** What follows the request belongs to TLS already: the removed decoder passes it on to the new handler behind it. */
    void encrypt(SslContext context) {
        tls = "";
        PacketDecoder plain = decoder;
        decoder = new PacketDecoder(config.limits().handshakePacketBytes(), events);
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

    /** Version and cipher, empty before they are agreed upon; null without encryption. */
    @Nullable
    String tls() {
        return tls;
    }

    boolean isEncrypted() {
        return tls != null;
    }

    /** From the next byte on; takes the compression. */
    void compress(Compression compression) {
        int plainMax = (int) Math.min(
                PacketDescriptor.PAYLOAD_MAX, (long) config.limits().packetBytes() + PacketDescriptor.HEADER_BYTES);
        compressed = CompressedCodec.install(
                channel.pipeline(), isEncrypted() ? PACKETS_IN_TLS : PACKETS, compression, plainMax);
    }

    boolean isCompressed() {
        return compressed != null;
    }

    /** The client has logged in: its messages may be as long as the server takes them. */
    void openWide() {
        decoder.limit(config.limits().packetBytes());
    }

    /** Takes and gives a message, with the numbers that count: under compression those of the compressed packets. */
    Packet numbered(Packet packet) {
        CompressedCodec codec = compressed;
        return codec == null ? packet : new Packet(packet.payload(), 0, codec.lastRead());
    }

    /** The answer's numbers go on from the message's. Compressed, both kinds of packets have the number of the compressed one, as in MySQL. */
    void answerFrom(int sequence, PacketWriter packets) {
        packets.sequence(sequence);
        compressedFrom(sequence);
    }

    void compressedFrom(int sequence) {
        CompressedCodec codec = compressed;
        if (codec != null) {
            codec.sequence(sequence);
        }
    }
}
