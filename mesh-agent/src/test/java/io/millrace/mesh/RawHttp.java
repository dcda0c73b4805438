package io.millrace.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends exactly the bytes that a test wants, and reads answers one by one. Not thread-safe. */
final class RawHttp implements AutoCloseable {
    /** The service of every test, as {@link FakeProvider} and the real providers serve it. */
    static final String SERVICE = "io.millrace.sample.HashService";

    private static final int LIMIT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RawHttp to(InetSocketAddress address) {
        return to(address, 0);
    }

    /** @param receiveBuffer bytes that the client's kernel takes without the client; 0 for the usual */
    static RawHttp to(InetSocketAddress address, int receiveBuffer) {
        try {
            Socket socket = new Socket();
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.connect(address, LIMIT_MILLIS);
            return new RawHttp(socket);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot connect to " + address, e);
        }
    }

    /** The form of a call; the parameter stands as it is given. */
    static String form(String method, String parameter) {
        return "interface=" + SERVICE + "&method=" + method + "&parameterTypesString=Ljava/lang/String;&parameter="
                + parameter;
    }

    /** A whole request for the form. */
    static String post(String form, String... headers) {
        StringBuilder request = new StringBuilder("POST / HTTP/1.1\r\nHost: agent\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return request.append("Content-Length: ")
                .append(form.getBytes(UTF_8).length)
                .append("\r\n\r\n")
                .append(form)
                .toString();
    }

    RawHttp send(String text) {
        return send(text.getBytes(UTF_8));
    }

    RawHttp send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send " + bytes.length + " bytes", e);
        }
    }

    /** Calls the method and reads its answer. */
    Answer call(String method, String parameter) {
        return send(post(form(method, parameter))).read();
    }

    /** Reads the next answer. */
    Answer read() {
        return read(true);
    }

    /** Reads the next answer, which has no body whatever its length says: the one to HEAD. */
    Answer readHead() {
        return read(false);
    }

    private Answer read(boolean withBody) {
        try {
            String[] status = line().split(" ", 3);
            Map<String, String> headers = new HashMap<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            byte[] body = withBody ? in.readNBytes(length) : new byte[0];
            if (withBody && body.length < length) {
                throw new EOFException("answer ends after " + body.length + " of " + length + " bytes");
            }
            return new Answer(Integer.parseInt(status[1]), headers, new String(body, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("connection closed in the middle of an answer: '" + line + "'");
            }
            line.append((char) b);
        }
        line.setLength(line.length() - 1);
        return new String(line.toString().getBytes(ISO_8859_1), UTF_8);
    }

    /** Waits for the agent to end the connection; true if it did so without another byte. */
    boolean isEnded() {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true; // reset: it had not read everything
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * An answer.
     *
     * @param headers names in lower case
     */
    record Answer(int status, Map<String, String> headers, String body) {
        boolean closes() {
            return "close".equals(headers.get("connection"));
        }
    }
}
