package io.millrace.mesh.link;

import static io.millrace.mesh.link.LinkDescriptor.*;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** The other side of a link as a plain socket, to say what none of ours would. */
final class RawPeer implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(socket.getInputStream());
    }

    static RawPeer connect(InetSocketAddress address) throws IOException {
        return new RawPeer(new Socket(address.getAddress(), address.getPort()));
    }

    static ServerSocket listen() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout(20_000);
        return server;
    }

    static RawPeer accept(ServerSocket server) throws IOException {
        return new RawPeer(server.accept());
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** The next frame, whole. */
    byte[] frame() throws IOException {
        byte[] header = new byte[HEADER_LENGTH];
        in.readFully(header);
        ByteBuf view = Unpooled.wrappedBuffer(header);
        byte[] body = new byte[view.getInt(BODY_LENGTH_OFFSET)];
        in.readFully(body);
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(header, body));
    }

    /** Reads until the other side closes; false if it does not within 20 s. */
    boolean isClosedByOther() throws IOException {
        try {
            while (in.read() >= 0) {
                // what was under way
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static byte[] frame(int kind, int flags, long id, int word, byte[] metadata, byte[] payload) {
        ByteBuf out = Unpooled.buffer();
        LinkHeader.write(out, kind, flags, 1, 2, kind == KIND_REPLY ? 20 : 0, id, word);
        out.writeBytes(metadata).writeBytes(payload);
        LinkHeader.setLengths(out, 0, metadata.length);
        return ByteBufUtil.getBytes(out);
    }

    static byte[] hello(int kind, int window) {
        ByteBuf out = Unpooled.buffer();
        LinkFrames.writeHello(out, (byte) kind, window);
        return ByteBufUtil.getBytes(out);
    }

    /** A CALL that defines its target as number {@code number}. */
    static byte[] call(long id, int number, String payload) {
        ByteBuf metadata = Unpooled.buffer();
        metadata.writeByte(number + 1);
        CallMetadata.writeMethod(metadata, LinkFixture.METHOD);
        metadata.writeByte(0);
        return frame(
                KIND_CALL,
                FLAG_DEFINES_TARGET,
                id,
                1_000_000,
                ByteBufUtil.getBytes(metadata),
                payload.getBytes(StandardCharsets.UTF_8));
    }
}
