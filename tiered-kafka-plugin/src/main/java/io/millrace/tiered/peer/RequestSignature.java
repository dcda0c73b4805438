package io.millrace.tiered.peer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a request says that it comes from a broker of this cluster, now, and only once.
 *
 * <pre>
 *   Authorization: Millrace-HMAC-SHA256 {milliseconds since 1970} {number used once, 32 hexadecimal digits} {HMAC of "request", method, path, range, both of them}
 *   Millrace-Signature: {HMAC of "answer", the request's number, status, and the body}
 * </pre>
 *
 * @param millis when it was made
 * @param once a number that no other request has
 * @param hmac the signature
 */
record RequestSignature(long millis, String once, String hmac) {

    static final String HEADER = "Authorization";
    static final String ANSWER_HEADER = "Millrace-Signature";

    private static final String SCHEME = "Millrace-HMAC-SHA256";
    private static final Pattern FORMAT = Pattern.compile(SCHEME + " (\\d{1,18}) ([0-9a-f]{32}) ([0-9a-f]{64})");

    /** Signs a request; no range is an empty text. */
    static RequestSignature of(PeerSecret secret, String method, String path, String range, long millis, String once) {
        String text = String.join("\n", "request", method, path, range, Long.toString(millis), once, "");
        return new RequestSignature(millis, once, HexFormat.of().formatHex(secret.sign(text, new byte[0])));
    }

    /** Reads the header; null if it is none. */
    static @Nullable RequestSignature parse(@Nullable String header) {
        Matcher fields = FORMAT.matcher(header == null ? "" : header);
        return fields.matches()
                ? new RequestSignature(Long.parseLong(fields.group(1)), fields.group(2), fields.group(3))
                : null;
    }

    /** Whether it is that of this request; takes the same time whatever differs. */
    boolean isOf(PeerSecret secret, String method, String path, String range) {
        return same(of(secret, method, path, range, millis, once).hmac(), hmac);
    }

    /** Signs the answer to the request with this number. */
    static String answer(PeerSecret secret, String once, int status, byte[] body) {
        return HexFormat.of().formatHex(secret.sign(String.join("\n", "answer", once, "" + status, ""), body));
    }

    static boolean same(String one, @Nullable String other) {
        return other != null
                && MessageDigest.isEqual(
                        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }

    /** The header. */
    @Override
    public String toString() {
        return SCHEME + " " + millis + " " + once + " " + hmac;
    }
}
