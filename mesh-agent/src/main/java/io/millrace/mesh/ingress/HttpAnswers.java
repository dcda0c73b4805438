package io.millrace.mesh.ingress;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Writes HTTP/1.1 answers: status line, the few headers that a caller needs, body. */
final class HttpAnswers {
    /** A prepared header line. */
    static final byte[] TEXT = ascii("content-type: text/plain;charset=UTF-8\r\n");

    static final byte[] JSON = ascii("content-type: application/json\r\n");
    static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    /** Bytes of the longest head that {@link #writeHead} writes. */
    static final int MAX_HEAD = 192;

    private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\n");
    private static final byte[] LENGTH = ascii("content-length: ");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] CLOSE_END = ascii("\r\nconnection: close\r\n\r\n");
    private static final byte[] KEEP_ALIVE_END = ascii("\r\nconnection: keep-alive\r\n\r\n");

    private HttpAnswers() {}

    /** How the connection goes on, as the answer says it. */
    enum Persistence {
        /** Nothing to say: HTTP/1.1 stays open by itself. */
        IMPLIED(END),
        /** To HTTP/1.0, which must be told. */
        KEEP_ALIVE(KEEP_ALIVE_END),
        CLOSE(CLOSE_END);

        private final byte[] end;

        Persistence(byte[] end) {
            this.end = end;
        }
    }

    static void writeHead(ByteBuf out, int status, byte[] type, int bodyLength, Persistence persistence) {
        if (status == 200) {
            out.writeBytes(OK);
        } else {
            out.writeCharSequence("HTTP/1.1 " + status + ' ' + reasonOf(status) + "\r\n", StandardCharsets.US_ASCII);
            if (status == 405) {
                out.writeCharSequence("allow: POST, GET, HEAD\r\n", StandardCharsets.US_ASCII);
            }
        }
        out.writeBytes(type);
        out.writeBytes(LENGTH);
        writeDecimal(out, bodyLength);
        out.writeBytes(persistence.end);
    }

    private static void writeDecimal(ByteBuf out, int value) {
        int power = 1;
        while (value / power >= 10) {
            power *= 10;
        }
        for (int left = value; power > 0; power /= 10) {
            out.writeByte('0' + left / power);
            left %= power;
        }
    }

    private static String reasonOf(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 417 -> "Expectation Failed";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "Error";
        };
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
