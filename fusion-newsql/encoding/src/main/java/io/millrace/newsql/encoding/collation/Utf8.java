package io.millrace.newsql.encoding.collation;

import io.millrace.newsql.encoding.EncodingException;
import io.millrace.newsql.encoding.EncodingException.Reason;

/** UTF-8 as code points: one to four bytes, no surrogates, no longer form than needed (RFC 3629). */
final class Utf8 {

    private static final int CONTINUED = 0x80;

    private Utf8() {}

    /** The code point that starts at {@code at}. */
    static int codePoint(byte[] bytes, int at, int end) {
        int first = bytes[at];
        return first >= 0 ? first : longer(bytes, at, end, first & 0xFF);
    }

    /** Bytes of a code point that was read. */
    static int length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }

    /** Whether the byte goes on with a character that an earlier one began. */
    static boolean isContinued(byte next) {
        return (next & 0xC0) == CONTINUED;
    }

    private static int longer(byte[] bytes, int at, int end, int first) {
        int length = lengthBy(first);
        if (length == 0 || end - at < length) {
            throw notUtf8(bytes, at);
        }
        int codePoint = first & (0xFF >> (length + 1));
        for (int next = at + 1; next < at + length; next++) {
            if (!isContinued(bytes[next])) {
                throw notUtf8(bytes, at);
            }
            codePoint = codePoint << 6 | bytes[next] & 0x3F;
        }
        if (length(codePoint) != length || codePoint > Character.MAX_CODE_POINT || isSurrogate(codePoint)) {
            throw notUtf8(bytes, at);
        }
        return codePoint;
    }

    /** 0 for a byte that starts no character. */
    private static int lengthBy(int first) {
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        if (first < 0xE0) {
            return 2;
        }
        return first < 0xF0 ? 3 : 4;
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static EncodingException notUtf8(byte[] bytes, int at) {
        return new EncodingException(
                Reason.NOT_UTF8,
                "string is not UTF-8: byte=0x%02X, index=%d (expected: a whole character)"
                        .formatted(bytes[at] & 0xFF, at));
    }
}
