package io.millrace.newsql.node;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that blocks and knows nothing: requests as words, replies as text that shows their kind. Words are of ISO 8859-1. */
final class RespClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RespClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    String call(String... words) throws IOException {
        send(List.<String[]>of(words));
        return reply();
    }

    /** Sends all requests in one piece. */
    void send(List<String[]> requests) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String[] words : requests) {
            write(bytes, "*" + words.length + "\r\n");
            for (String word : words) {
                write(bytes, "$" + word.length() + "\r\n" + word + "\r\n");
            }
        }
        out.write(bytes.toByteArray());
        out.flush();
    }

    void sendRaw(String bytes) throws IOException {
        out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static void write(ByteArrayOutputStream to, String text) {
        to.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    String reply() throws IOException {
        String line = line();
        char kind = line.charAt(0);
        String rest = line.substring(1);
        return switch (kind) {
            case '+', '-', ':', ',', '_', '#' -> line;
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> many("[", Integer.parseInt(rest), "]");
            case '%' -> many("{", 2 * Integer.parseInt(rest), "}");
            default -> throw new IOException("no reply: " + line);
        };
    }

    private String bulk(int length) throws IOException {
        if (length < 0) {
            return "nil";
        }
        byte[] bytes = new byte[length + 2];
        in.readFully(bytes);
        return "'" + new String(bytes, 0, length, StandardCharsets.ISO_8859_1) + "'";
    }

    private String many(String open, int count, String close) throws IOException {
        if (count < 0) {
            return "nil[]";
        }
        List<String> replies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            replies.add(reply());
        }
        return open + String.join(", ", replies) + close;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.readUnsignedByte(); next != '\r'; next = in.readUnsignedByte()) {
            line.write(next);
        }
        in.readUnsignedByte();
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Whether the server ended the connection. */
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
