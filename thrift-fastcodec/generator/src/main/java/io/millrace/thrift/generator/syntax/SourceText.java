package io.millrace.thrift.generator.syntax;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The text of one file.
 *
 * @param file the name that positions have
 * @param damaged whether not all of it was UTF-8: what was not is U+FFFD, tolerated in comments and nowhere else
 */
public record SourceText(String file, String text, boolean damaged) {

    /** Text that is known to be whole. */
    public static SourceText of(String file, String text) {
        return new SourceText(file, text, false);
    }

    /** Bytes that should be UTF-8; old files have comments that are not. */
    public static SourceText decoded(String file, byte[] bytes) {
        try {
            return of(
                    file,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException notUtf8) {
            return new SourceText(file, new String(bytes, StandardCharsets.UTF_8), true);
        }
    }
}
