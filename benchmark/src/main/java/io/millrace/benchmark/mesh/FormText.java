package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** The Java hash of a url-encoded UTF-8 form value. */
final class FormText {
    private FormText() {}

    /** {@link String#hashCode()} of the decoded value; only values with escapes cost a {@code String}. Borrows. */
    static int hash(ByteBuf in, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            int b = in.getByte(i);
            if (b < 0 || b == '%' || b == '+') {
                return decoded(in, from, to).hashCode();
            }
            hash = 31 * hash + b;
        }
        return hash;
    }

    private static String decoded(ByteBuf in, int from, int to) {
        try {
            return URLDecoder.decode(in.toString(from, to - from, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new MalformedCallException("not a form value: " + e.getMessage());
        }
    }
}
