package io.millrace.launcher.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * A blocking keep-alive connection that posts forms: as little between the clock and the socket as possible.
 *
 * <p>It reads answers with a {@code Content-Length}, which is how the agent answers. <b>Threads:</b> one at a time.
 * <b>Errors:</b> an {@link IOException} leaves it unusable; close it and open another.
 */
final class HttpConnection implements AutoCloseable {

    private static final int HEAD_BYTES_MAX = 16 * 1024;
    private static final int BODY_BYTES_MAX = 1024 * 1024;
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final byte[] headEnd;
    private final byte[] buffer = new byte[HEAD_BYTES_MAX];
    private int start;
    private int end;

    /**
     * Connects.
     *
     * @param timeout for connecting, and the longest silence while an answer is awaited
     */
    HttpConnection(InetSocketAddress address, Duration timeout) throws IOException {
        socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
            in = socket.getInputStream();
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        headEnd = ("\r\nHost: " + address.getHostString() + ':' + address.getPort()
                        + "\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Posts a form and waits for the answer. */
    HttpAnswer post(byte[] form) throws IOException {
        byte[] head = ("POST / HTTP/1.1\r\nContent-Length: " + form.length).getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + headEnd.length + form.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(headEnd, 0, request, head.length, headEnd.length);
        System.arraycopy(form, 0, request, head.length + headEnd.length, form.length);
        socket.getOutputStream().write(request);
        return readAnswer();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private HttpAnswer readAnswer() throws IOException {
        String statusLine = readLine();
        String[] parts = statusLine.split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("[1-5]\\d\\d")) {
            throw new IOException("no HTTP status line: " + statusLine);
        }
        int length = -1;
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = parseLength(line.substring(LENGTH.length()).trim());
            }
        }
        if (length < 0) {
            throw new IOException("answer without Content-Length: " + statusLine);
        }
        return new HttpAnswer(Integer.parseInt(parts[1]), new String(readBody(length), StandardCharsets.UTF_8));
    }

    private static int parseLength(String digits) throws IOException {
        if (!digits.matches("\\d{1,7}") || Integer.parseInt(digits) > BODY_BYTES_MAX) {
            throw new IOException("Content-Length out of range: " + digits + " (expected: <= " + BODY_BYTES_MAX + ')');
        }
        return Integer.parseInt(digits);
    }

    private String readLine() throws IOException {
        int from = start;
        while (true) {
            for (int i = from; i < end; i++) {
                if (buffer[i] == '\n') {
                    String line = new String(buffer, start, i - start, StandardCharsets.ISO_8859_1);
                    start = i + 1;
                    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
                }
            }
            int scanned = end - start;
            fill();
            from = start + scanned;
        }
    }

    private byte[] readBody(int length) throws IOException {
        byte[] body = new byte[length];
        int copied = Math.min(length, end - start);
        System.arraycopy(buffer, start, body, 0, copied);
        start += copied;
        if (in.readNBytes(body, copied, length - copied) < length - copied) {
            throw new EOFException("connection closed within a body");
        }
        return body;
    }

    private void fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            throw new IOException("line longer than " + HEAD_BYTES_MAX + " bytes");
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            throw new EOFException("connection closed before the answer");
        }
        end += read;
    }
}
