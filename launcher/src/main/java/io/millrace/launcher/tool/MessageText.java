package io.millrace.launcher.tool;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bytes as a person reads them: as text where they are text, in one line, otherwise as hexadecimal digits. */
final class MessageText {

    /** What a screen shows of a message; {@code --full} shows the rest. */
    static final int BYTES_SHOWN = 256;

    private MessageText() {}

    /** One line, no longer than the bytes shown make it unless {@code full}. */
    static String of(byte[] message, boolean hex, boolean full) {
        int length = full ? message.length : Math.min(message.length, BYTES_SHOWN);
        String shown = hex ? null : text(message, length);
        String line = shown != null ? shown : HexFormat.of().formatHex(message, 0, length);
        return length < message.length ? line + "…" : line;
    }

    private static @Nullable String text(byte[] message, int length) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message, 0, length))
                    .toString();
            return text.chars().allMatch(MessageText::isShown) ? escaped(text) : null;
        } catch (CharacterCodingException e) {
            return null; // no text
        }
    }

    private static boolean isShown(int character) {
        return character == '\n' || character == '\r' || character == '\t' || !Character.isISOControl(character);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
    }
}
