package io.millrace.mesh.ingress;

import io.millrace.mesh.HttpLimits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Request line and headers of one request, parsed from an array without making strings. One object a connection, used again for
 * each request.
 *
 * <p>Strict where leniency is how requests are smuggled: lines end in CRLF, a content length stands once and is digits only, a
 * length and chunks together are refused, and so is white space before a colon or a folded line.
 *
 * <p><b>Source</b>: RFC 9110 and RFC 9112.
 */
final class HttpHead {
    /** What the request asks for. */
    enum Method {
        GET,
        HEAD,
        POST,
        OTHER
    }

    private static final byte[] HTTP_1 = ascii("HTTP/1.");
    private static final byte[] ABSOLUTE = ascii("http://");
    private static final byte[] CONTENT_LENGTH = ascii("content-length");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");
    private static final byte[] CONTENT_ENCODING = ascii("content-encoding");
    private static final byte[] CONTENT_TYPE = ascii("content-type");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] EXPECT = ascii("expect");
    private static final byte[] HOST = ascii("host");
    private static final byte[] TRACEPARENT = ascii("traceparent");
    private static final byte[] TRACESTATE = ascii("tracestate");
    private static final byte[] CHUNKED = ascii("chunked");
    private static final byte[] CLOSE = ascii("close");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");
    private static final byte[] CONTINUE = ascii("100-continue");
    private static final byte[] IDENTITY = ascii("identity");
    private static final byte[] FORM = ascii("application/x-www-form-urlencoded");
    private static final boolean[] TOKEN = tokenBytes();

    private final HttpLimits limits;

    private Method method = Method.OTHER;
    private int targetStart;
    private int targetEnd;
    private byte[] bytes = new byte[0];
    private boolean http11;
    private boolean keepAlive;
    /** A close was asked for; no other token takes that back. */
    private boolean closes;

    private boolean chunked;
    private boolean expectsContinue;
    private boolean formType;
    private int hosts;
    private long contentLength;
    private @Nullable String traceParent;
    private @Nullable String traceState;

    HttpHead(HttpLimits limits) {
        this.limits = limits;
    }

    /**
     * Parses a head that starts at {@code from}.
     *
     * @param end of the bytes that are there
     * @return index behind the head, or -1 if it is not complete
     * @throws HttpError if it is malformed or too long
     */
    int parse(byte[] in, int from, int end) {
        bytes = in;
        reset();
        int lineEnd = endOfLine(in, from, end, from, limits.maxRequestLineBytes(), 414, "request line");
        if (lineEnd < 0) {
            return -1;
        }
        requestLine(in, from, lineEnd);
        int line = lineEnd + 2;
        for (int fields = 0; ; fields++) {
            lineEnd = endOfLine(in, line, end, from, limits.maxHeadBytes(), 431, "head");
            if (lineEnd < 0) {
                return -1;
            }
            if (lineEnd == line) {
                break;
            }
            if (fields == limits.maxHeaders()) {
                throw new HttpError(431, "too many header fields (limit: " + limits.maxHeaders() + ")");
            }
            field(in, line, lineEnd);
            line = lineEnd + 2;
        }
        checkTogether();
        return line + 2;
    }

    Method method() {
        return method;
    }

    boolean targetIs(byte[] path) {
        int start = pathStart();
        int end = indexOf(bytes, start, targetEnd, '?');
        boolean root = start == end && path.length == 1; // http://host means http://host/
        return root || Arrays.equals(bytes, start, end, path, 0, path.length);
    }

    /** A target may be a whole URI; a server takes its path. */
    private int pathStart() {
        int scheme = targetStart + ABSOLUTE.length;
        if (scheme > targetEnd || !is(bytes, targetStart, ABSOLUTE)) {
            return targetStart;
        }
        int start = scheme;
        while (start < targetEnd && bytes[start] != '/' && bytes[start] != '?') {
            start++;
        }
        return start;
    }

    /** The target as it was sent, for a message. */
    String target() {
        int length = Math.min(targetEnd - targetStart, 128);
        return new String(bytes, targetStart, length, StandardCharsets.ISO_8859_1);
    }

    boolean isKeepAlive() {
        return keepAlive;
    }

    boolean isHttp11() {
        return http11;
    }

    boolean isChunked() {
        return chunked;
    }

    boolean expectsContinue() {
        return expectsContinue;
    }

    /** Whether a body may be read as a form: it says so, or says nothing. */
    boolean isFormType() {
        return formType;
    }

    /** Bytes of the body, 0 if there is none; without meaning for a chunked one. */
    int contentLength() {
        return (int) Math.max(0, contentLength);
    }

    @Nullable
    String traceParent() {
        return traceParent;
    }

    @Nullable
    String traceState() {
        return traceState;
    }

    private void reset() {
        method = Method.OTHER;
        keepAlive = true;
        closes = false;
        chunked = false;
        expectsContinue = false;
        formType = true;
        hosts = 0;
        contentLength = -1;
        traceParent = null;
        traceState = null;
    }

    /** Index of the CR of the line that starts at {@code line}, or -1 if it is not there yet. */
    private static int endOfLine(byte[] in, int line, int end, int from, int limit, int status, String what) {
        int most = Math.min(end, from + limit + 2);
        for (int i = line; i < most; i++) {
            byte b = in[i];
            if (b >= 0x20 && b != 0x7F) {
                continue;
            }
            if (b == '\r') {
                if (i + 1 >= end) {
                    return -1;
                }
                if (in[i + 1] != '\n') {
                    throw new HttpError(400, "a carriage return without a line feed in the " + what);
                }
                return i;
            }
            if (b >= 0 && b != '\t') {
                throw new HttpError(400, "control character 0x" + Integer.toHexString(b) + " in the " + what);
            }
        }
        if (end - from > limit) {
            throw new HttpError(status, what + " longer than " + limit + " bytes");
        }
        return -1;
    }

    private void requestLine(byte[] in, int from, int end) {
        int space = indexOf(in, from, end, ' ');
        int lastSpace = end - 9;
        if (space <= from || lastSpace <= space + 1 || in[lastSpace] != ' ' || !matches(in, lastSpace + 1, HTTP_1)) {
            int version = end - 8;
            boolean other =
                    version > from && in[version] == 'H' && in[version + 4] == '/' && !matches(in, version, HTTP_1);
            throw other
                    ? new HttpError(505, "HTTP version not spoken here (expected: HTTP/1.0 or HTTP/1.1)")
                    : new HttpError(400, "malformed request line");
        }
        byte minor = in[end - 1];
        if (minor != '0' && minor != '1') {
            throw new HttpError(505, "HTTP version not spoken here (expected: HTTP/1.0 or HTTP/1.1)");
        }
        http11 = minor == '1';
        keepAlive = http11;
        targetStart = space + 1;
        targetEnd = lastSpace;
        if (indexOf(in, targetStart, targetEnd, ' ') < targetEnd) {
            throw new HttpError(400, "white space in the request target");
        }
        method = methodOf(in, from, space);
    }

    private static Method methodOf(byte[] in, int from, int end) {
        int length = end - from;
        if (length == 4 && in[from] == 'P' && in[from + 1] == 'O' && in[from + 2] == 'S' && in[from + 3] == 'T') {
            return Method.POST;
        }
        if (length == 3 && in[from] == 'G' && in[from + 1] == 'E' && in[from + 2] == 'T') {
            return Method.GET;
        }
        if (length == 4 && in[from] == 'H' && in[from + 1] == 'E' && in[from + 2] == 'A' && in[from + 3] == 'D') {
            return Method.HEAD;
        }
        for (int i = from; i < end; i++) {
            if (in[i] < 0 || !TOKEN[in[i]]) {
                throw new HttpError(400, "malformed method in the request line");
            }
        }
        return Method.OTHER;
    }

    private void field(byte[] in, int from, int end) {
        int colon = from;
        while (colon < end && in[colon] >= 0 && TOKEN[in[colon]]) {
            colon++;
        }
        if (colon == from || colon == end || in[colon] != ':') {
            throw new HttpError(400, "malformed header field name");
        }
        int start = colon + 1;
        while (start < end && isBlank(in[start])) {
            start++;
        }
        int stop = end;
        while (stop > start && isBlank(in[stop - 1])) {
            stop--;
        }
        known(in, from, colon - from, start, stop);
    }

    private void known(byte[] in, int name, int nameLength, int start, int end) {
        switch (nameLength) {
            case 4 -> {
                if (is(in, name, HOST)) {
                    hosts++;
                }
            }
            case 6 -> {
                if (is(in, name, EXPECT)) {
                    expect(in, start, end);
                }
            }
            case 10 -> {
                if (is(in, name, CONNECTION)) {
                    connection(in, start, end);
                } else if (is(in, name, TRACESTATE)) {
                    traceState = text(in, start, end, 512);
                }
            }
            case 11 -> {
                if (is(in, name, TRACEPARENT)) {
                    traceParent = text(in, start, end, 128);
                }
            }
            case 12 -> {
                if (is(in, name, CONTENT_TYPE)) {
                    formType = startsWithType(in, start, end);
                }
            }
            case 14 -> {
                if (is(in, name, CONTENT_LENGTH)) {
                    contentLength(in, start, end);
                }
            }
            case 16 -> {
                if (is(in, name, CONTENT_ENCODING) && !isWhole(in, start, end, IDENTITY)) {
                    throw new HttpError(415, "content encodings are not read here");
                }
            }
            case 17 -> {
                if (is(in, name, TRANSFER_ENCODING)) {
                    transferEncoding(in, start, end);
                }
            }
            default -> {
                // a field that a call does not depend on
            }
        }
    }

    private void contentLength(byte[] in, int start, int end) {
        if (contentLength >= 0) {
            throw new HttpError(400, "content-length given twice");
        }
        if (start == end) {
            throw new HttpError(400, "content-length is empty");
        }
        long length = 0;
        for (int i = start; i < end; i++) {
            int digit = in[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new HttpError(400, "content-length is not a number");
            }
            // Stays far below overflow, and every number that large is refused alike.
            length = Math.min(length * 10 + digit, 1L << 50);
        }
        contentLength = length;
    }

    private void transferEncoding(byte[] in, int start, int end) {
        if (chunked) {
            throw new HttpError(400, "transfer-encoding given twice");
        }
        if (!isWhole(in, start, end, CHUNKED)) {
            throw new HttpError(501, "transfer-encoding not spoken here (expected: chunked)");
        }
        chunked = true;
    }

    private void connection(byte[] in, int start, int end) {
        int from = start;
        while (from < end) {
            int comma = indexOf(in, from, end, ',');
            int first = from;
            int last = comma;
            while (first < last && isBlank(in[first])) {
                first++;
            }
            while (last > first && isBlank(in[last - 1])) {
                last--;
            }
            if (isWhole(in, first, last, CLOSE)) {
                keepAlive = false;
                closes = true;
                return;
            }
            if (!closes && isWhole(in, first, last, KEEP_ALIVE)) {
                keepAlive = true;
            }
            from = comma + 1;
        }
    }

    private void expect(byte[] in, int start, int end) {
        if (!isWhole(in, start, end, CONTINUE)) {
            throw new HttpError(417, "expectation not met here (expected: 100-continue)");
        }
        expectsContinue = http11;
    }

    private void checkTogether() {
        if (chunked && contentLength >= 0) {
            throw new HttpError(400, "content-length and transfer-encoding together");
        }
        if (chunked && !http11) {
            throw new HttpError(400, "transfer-encoding in HTTP/1.0");
        }
        if (hosts > 1 || hosts == 0 && http11) {
            throw new HttpError(400, hosts == 0 ? "host is missing" : "host given twice");
        }
        if (contentLength > limits.maxBodyBytes()) {
            throw new HttpError(413, "body of " + contentLength + " bytes (limit: " + limits.maxBodyBytes() + ")");
        }
    }

    private static boolean startsWithType(byte[] in, int start, int end) {
        if (end - start < FORM.length || !is(in, start, FORM)) {
            return false;
        }
        return end == start + FORM.length || in[start + FORM.length] == ';' || isBlank(in[start + FORM.length]);
    }

    private static @Nullable String text(byte[] in, int start, int end, int most) {
        return end - start > most || end == start
                ? null
                : new String(in, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private static boolean isWhole(byte[] in, int start, int end, byte[] word) {
        return end - start == word.length && is(in, start, word);
    }

    /** Whether {@code word}, which is lower case, stands at {@code from} in any case. */
    private static boolean is(byte[] in, int from, byte[] word) {
        if (from + word.length > in.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            byte b = in[from + i];
            if (b != word[i] && (b < 'A' || b > 'Z' || (b | 0x20) != word[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(byte[] in, int from, byte[] word) {
        return Arrays.equals(in, from, from + word.length, word, 0, word.length);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private static int indexOf(byte[] in, int from, int end, char wanted) {
        for (int i = from; i < end; i++) {
            if (in[i] == wanted) {
                return i;
            }
        }
        return end;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean[] tokenBytes() {
        boolean[] token = new boolean[128];
        for (char c = '0'; c <= '9'; c++) {
            token[c] = true;
        }
        for (char c = 'a'; c <= 'z'; c++) {
            token[c] = true;
            token[Character.toUpperCase(c)] = true;
        }
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
            token[c] = true;
        }
        return token;
    }
}
