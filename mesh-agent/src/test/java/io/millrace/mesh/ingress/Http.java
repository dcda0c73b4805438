package io.millrace.mesh.ingress;

import io.millrace.mesh.HttpLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Requests as bytes, and small limits. */
final class Http {
    static final HttpLimits LIMITS =
            new HttpLimits(64, 512, 8, 1000, 4, 10, Duration.ofSeconds(1), Duration.ofSeconds(1));

    private Http() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Parses a whole head; {@code \n} alone in the text stands for a line end. */
    static HttpHead parsed(String text) {
        byte[] in = bytes(text.replace("\n", "\r\n"));
        HttpHead head = new HttpHead(LIMITS);
        int end = head.parse(in, 0, in.length);
        if (end != in.length) {
            throw new AssertionError("head not taken whole: " + end + " of " + in.length);
        }
        return head;
    }

    /** The status with which the raw text is refused, 0 if it is taken, -1 if more is awaited. */
    static int statusOf(String raw) {
        byte[] in = bytes(raw);
        try {
            return new HttpHead(LIMITS).parse(in, 0, in.length) < 0 ? -1 : 0;
        } catch (HttpError e) {
            return e.status();
        }
    }
}
