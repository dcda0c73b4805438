package io.millrace.newsql.mysql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * A client's bytes as text, without loss.
 *
 * <p>Drivers write the bytes of a binary value right into a statement ({@code _binary'…'}), where they need not be text. A byte that is none in the client's charset
 * becomes a lone surrogate, U+DC80 for 0x80 to U+DCFF for 0xFF, which no text has; {@link #encode} turns them back. (The idea is Python's, PEP 383.)
 */
public final class ClientText {
    private static final char ESCAPE = 0xDC00;
    private static final char REPLACEMENT = '\uFFFD';

    private ClientText() {}

    /** Decodes all of {@code bytes}. */
    public static String decode(byte[] bytes, Charset charset) {
        String text = new String(bytes, charset);
        return text.indexOf(REPLACEMENT) < 0 ? text : decodeSlowly(bytes, charset);
    }

    /** The bytes from which {@link #decode} made the text; what the charset does not have becomes {@code ?}. */
    public static byte[] encode(String text, Charset charset) {
        for (int i = 0; i < text.length(); i++) {
            if (isEscape(text, i)) {
                return encodeSlowly(text, charset);
            }
        }
        return text.getBytes(charset);
    }

    /** As {@link #encode(String, Charset)} with UTF-8. */
    public static byte[] encode(String text) {
        return encode(text, StandardCharsets.UTF_8);
    }

    private static String decodeSlowly(byte[] bytes, Charset charset) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate((int) Math.ceil(bytes.length * (double) decoder.maxCharsPerByte()) + 1);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (!result.isError()) {
                break;
            }
            for (int i = 0; i < result.length(); i++) {
                int octet = in.get() & 0xFF;
                out.put(octet < 0x80 ? (char) octet : (char) (ESCAPE + octet));
            }
            decoder.reset();
        }
        return out.flip().toString();
    }

    private static byte[] encodeSlowly(String text, Charset charset) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 16);
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (isEscape(text, i)) {
                out.writeBytes(text.substring(start, i).getBytes(charset));
                out.write(text.charAt(i) - ESCAPE);
                start = i + 1;
            }
        }
        out.writeBytes(text.substring(start).getBytes(charset));
        return out.toByteArray();
    }

    private static boolean isEscape(String text, int index) {
        char c = text.charAt(index);
        boolean inRange = c >= ESCAPE + 0x80 && c <= ESCAPE + 0xFF;
        return inRange && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }
}
