package io.millrace.newsql.mysql;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that sends what a driver would not. */
final class RawClient implements AutoCloseable {
    static final int CAPABILITIES = Capabilities.LONG_PASSWORD
            | Capabilities.PROTOCOL_41
            | Capabilities.SECURE_CONNECTION
            | Capabilities.PLUGIN_AUTH
            | Capabilities.MULTI_STATEMENTS
            | Capabilities.MULTI_RESULTS
            | Capabilities.TRANSACTIONS
            | Capabilities.DEPRECATE_EOF;

    final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;
    private boolean zstd;
    private byte[] plain = {};
    private int plainAt;
    private int compressedSequence;

    /** Sequence number of the packet that was read last. */
    int sequence;

    RawClient(int port) throws IOException {
        this(port, "127.0.0.1");
    }

    RawClient(int port, String localAddress) throws IOException {
        socket.bind(new InetSocketAddress(localAddress, 0));
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Reads the greeting and logs in without a password; gives the first byte of the answer. */
    int logIn(int capabilities) throws IOException {
        read();
        send(1, response(capabilities));
        int answer = read()[0] & 0xFF;
        zstd = (capabilities & Capabilities.ZSTD_COMPRESSION) != 0;
        return answer;
    }

    RawClient loggedIn() throws IOException {
        if (logIn(CAPABILITIES) != 0) {
            throw new IOException("login was refused");
        }
        return this;
    }

    static byte[] response(int capabilities) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        writeInt(packet, capabilities);
        writeInt(packet, 1 << 24);
        packet.write(45);
        packet.writeBytes(new byte[23]);
        packet.writeBytes("nopass\0".getBytes(StandardCharsets.US_ASCII));
        packet.write(0);
        packet.writeBytes("caching_sha2_password\0".getBytes(StandardCharsets.US_ASCII));
        if ((capabilities & Capabilities.ZSTD_COMPRESSION) != 0) {
            packet.write(3);
        }
        return packet.toByteArray();
    }

    private static void writeInt(ByteArrayOutputStream packet, int value) {
        for (int shift = 0; shift < 32; shift += 8) {
            packet.write(value >> shift);
        }
    }

    static byte[] packet(int sequence, byte[] payload) {
        byte[] bytes = new byte[4 + payload.length];
        bytes[0] = (byte) payload.length;
        bytes[1] = (byte) (payload.length >> 8);
        bytes[2] = (byte) (payload.length >> 16);
        bytes[3] = (byte) sequence;
        System.arraycopy(payload, 0, bytes, 4, payload.length);
        return bytes;
    }

    static byte[] query(String sql) {
        return ('\u0003' + sql).getBytes(StandardCharsets.UTF_8);
    }

    void send(int sequence, byte[] payload) throws IOException {
        sendRaw(packet(sequence, payload));
    }

    void sendRaw(byte[] bytes) throws IOException {
        if (!zstd) {
            out.write(bytes);
            out.flush();
            return;
        }
        byte[] compressed = Zstd.compress(bytes, 3);
        byte[] header = Arrays.copyOf(packet(0, compressed), 7);
        header[4] = (byte) bytes.length;
        header[5] = (byte) (bytes.length >> 8);
        header[6] = (byte) (bytes.length >> 16);
        out.write(header);
        out.write(compressed);
        out.flush();
        compressedSequence = 1;
    }

    /** The next packet's payload. */
    byte[] read() throws IOException {
        byte[] header = readFully(4);
        sequence = header[3] & 0xFF;
        return readFully(length(header));
    }

    private static int length(byte[] header) {
        return (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
    }

    private byte[] readFully(int length) throws IOException {
        byte[] bytes = new byte[length];
        if (!zstd) {
            in.readFully(bytes);
            return bytes;
        }
        for (int at = 0; at < length; at++) {
            if (plainAt == plain.length) {
                readCompressed();
            }
            bytes[at] = plain[plainAt++];
        }
        return bytes;
    }

    private void readCompressed() throws IOException {
        byte[] header = new byte[7];
        in.readFully(header);
        if ((header[3] & 0xFF) != (compressedSequence++ & 0xFF)) {
            throw new IOException("compressed packet out of order: " + header[3]);
        }
        byte[] payload = new byte[length(header)];
        in.readFully(payload);
        int plainLength = length(Arrays.copyOfRange(header, 4, 8));
        plain = plainLength == 0 ? payload : Zstd.decompress(payload, plainLength);
        plainAt = 0;
    }

    /** How many bytes have come and were not read. */
    int available() throws IOException {
        return in.available();
    }

    /** Reads an error and gives its number. */
    int readError() throws IOException {
        byte[] packet = read();
        if ((packet[0] & 0xFF) != 0xFF) {
            throw new IOException("no error: " + Arrays.toString(packet));
        }
        return (packet[1] & 0xFF) | (packet[2] & 0xFF) << 8;
    }

    /** Whether the server has closed, after everything it sent was read. */
    boolean isClosedByServer() throws IOException {
        try {
            while (true) {
                in.readByte();
            }
        } catch (EOFException | java.net.SocketException closed) {
            return true;
        } catch (java.net.SocketTimeoutException stillOpen) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
