package io.millrace.thrift;

import java.nio.charset.StandardCharsets;

/**
 * Strings as UTF-8 inside byte arrays, without arrays between.
 *
 * <p>A surrogate without its other half is one {@code ?}, in the length as in the bytes: what {@link String#getBytes(java.nio.charset.Charset)} writes too.
 */
final class Utf8 {
    /** The highest bit of each of eight bytes. */
    private static final long NOT_ASCII = 0x8080808080808080L;

    /** Above this many chars, three bytes each might not be an {@code int}. */
    private static final int CHARS_MAX = Integer.MAX_VALUE / 3;

    private Utf8() {}

    /** The encoded length, as {@code ~length} unless all chars are ASCII. */
    static int scan(String text) {
        int chars = text.length();
        int seen = 0;
        for (int i = 0; i < chars; i++) {
            seen |= text.charAt(i);
        }
        return seen < 0x80 ? chars : ~lengthOfMixed(text);
    }

    private static int lengthOfMixed(String text) {
        int chars = text.length();
        if (chars > CHARS_MAX) {
            throw new ThriftException(
                    ThriftException.Reason.LIMIT,
                    "string too long: chars=" + chars + " (expected: <= " + CHARS_MAX + ")");
        }
        int length = chars;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x800) {
                if (Character.isSurrogate(c)) {
                    if (isPair(text, i, chars)) {
                        length += 2;
                        i++;
                    }
                } else {
                    length += 2;
                }
            } else if (c >= 0x80) {
                length++;
            }
        }
        return length;
    }

    /** Writes ASCII chars; others would lose their high bytes. */
    @SuppressWarnings("deprecation") // the one call that copies a string's bytes into an array that is there already
    static void writeAscii(String text, int from, int to, byte[] bytes, int at) {
        text.getBytes(from, to, bytes, at);
    }

    /** Writes a string of which {@link #scan} said {@code scanned}. */
    static void write(String text, int scanned, byte[] to, int at) {
        if (scanned >= 0 && text.length() == scanned) {
            writeAscii(text, 0, scanned, to, at);
            return;
        }
        int length = scanned ^ scanned >> 31;
        if (write(text, to, at, length) != length) {
            throw new ThriftException(
                    ThriftException.Reason.CHANGED,
                    "object changed while it was written: a string is not the one that was measured");
        }
    }

    /** Writes at most {@code length} bytes at {@code at}; returns how many the text has, or -1 if it has more. */
    static int write(String text, byte[] bytes, int at, int length) {
        int chars = text.length();
        int end = at + length;
        int to = at;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (to >= end) {
                    return -1;
                }
                bytes[to++] = (byte) c;
            } else if (c < 0x800) {
                if (to > end - 2) {
                    return -1;
                }
                bytes[to++] = (byte) (0xC0 | c >> 6);
                bytes[to++] = (byte) (0x80 | c & 0x3F);
            } else if (!Character.isSurrogate(c)) {
                if (to > end - 3) {
                    return -1;
                }
                bytes[to++] = (byte) (0xE0 | c >> 12);
                bytes[to++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[to++] = (byte) (0x80 | c & 0x3F);
            } else if (!isPair(text, i, chars)) {
                if (to >= end) {
                    return -1;
                }
                bytes[to++] = '?';
            } else {
                if (to > end - 4) {
                    return -1;
                }
                to = writePair(Character.toCodePoint(c, text.charAt(++i)), bytes, to);
            }
        }
        return to - at;
    }

    private static int writePair(int point, byte[] bytes, int at) {
        bytes[at] = (byte) (0xF0 | point >> 18);
        bytes[at + 1] = (byte) (0x80 | point >> 12 & 0x3F);
        bytes[at + 2] = (byte) (0x80 | point >> 6 & 0x3F);
        bytes[at + 3] = (byte) (0x80 | point & 0x3F);
        return at + 4;
    }

    private static boolean isPair(String text, int i, int chars) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < chars
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    /** The text; bytes that are no UTF-8 become U+FFFD. ASCII, which most is, is copied without being decoded. */
    static String read(byte[] bytes, int at, int length) {
        return isAscii(bytes, at, length)
                ? ascii(bytes, at, length)
                : new String(bytes, at, length, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("deprecation") // with a high byte of 0 the one constructor that only copies
    private static String ascii(byte[] bytes, int at, int length) {
        return new String(bytes, 0, at, length);
    }

    /** The last word overlaps the one before it: a loop over single bytes at the end costs more than all else, because its length is hard to predict. */
    private static boolean isAscii(byte[] bytes, int at, int length) {
        if (length < Long.BYTES) {
            int seen = 0;
            for (int i = at; i < at + length; i++) {
                seen |= bytes[i];
            }
            return seen >= 0;
        }
        int last = at + length - Long.BYTES;
        long seen = (long) BigEndian.WORD.get(bytes, last);
        for (int i = at; i < last; i += Long.BYTES) {
            seen |= (long) BigEndian.WORD.get(bytes, i);
        }
        return (seen & NOT_ASCII) == 0;
    }
}
