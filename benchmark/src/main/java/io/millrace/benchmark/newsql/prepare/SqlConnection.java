package io.millrace.benchmark.newsql.prepare;

import io.millrace.benchmark.newsql.drive.MysqlPackets;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * A blocking connection to a server on 127.0.0.1, as root without a password, for statements that answer with OK.
 *
 * <p>Not thread-safe. {@link IOException} has the server's error in its message.
 */
public final class SqlConnection implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private int sequence;

    private SqlConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        this.out = socket.getOutputStream();
    }

    /** Connects and logs in; an answer may take {@code limit}. */
    public static SqlConnection open(int port, Duration limit) throws IOException {
        Socket socket = new Socket();
        boolean opened = false;
        try {
            int millis = (int) limit.toMillis();
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            socket.setSoTimeout(millis);
            socket.setTcpNoDelay(true);
            SqlConnection connection = new SqlConnection(socket);
            connection.logIn();
            opened = true;
            return connection;
        } finally {
            if (!opened) {
                socket.close();
            }
        }
    }

    private void logIn() throws IOException {
        read();
        ByteBuf login = Unpooled.buffer();
        MysqlPackets.login(login, "");
        write(login);
        for (int first = firstOf(read()); first != MysqlPackets.OK; first = firstOf(read())) {
            if (first == MysqlPackets.EOF) {
                ByteBuf empty = Unpooled.buffer();
                MysqlPackets.emptyPassword(empty, sequence + 1);
                write(empty);
            }
        }
    }

    /** Runs a statement that has no rows. */
    public void execute(String statement) throws IOException {
        ByteBuf command = Unpooled.buffer(statement.length() + 16);
        MysqlPackets.command(command, MysqlPackets.COM_QUERY, statement);
        write(command);
        if (firstOf(read()) != MysqlPackets.OK) {
            throw new IOException("it has rows: " + statement);
        }
    }

    private void write(ByteBuf packet) throws IOException {
        packet.readBytes(out, packet.readableBytes());
        out.flush();
    }

    private byte[] read() throws IOException {
        byte[] header = in.readNBytes(MysqlPackets.HEADER_BYTES);
        if (header.length < MysqlPackets.HEADER_BYTES) {
            throw new EOFException("the server closed the connection");
        }
        ByteBuf fields = Unpooled.wrappedBuffer(header);
        sequence = fields.getUnsignedByte(3);
        byte[] payload = in.readNBytes(fields.getUnsignedMediumLE(0));
        if (firstOf(payload) == MysqlPackets.ERROR) {
            throw new IOException(MysqlPackets.error(Unpooled.wrappedBuffer(payload), 0, payload.length));
        }
        return payload;
    }

    private static int firstOf(byte[] payload) {
        return payload.length == 0 ? MysqlPackets.OK : payload[0] & 0xff;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
