package io.millrace.mesh.ingress;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form, found in place: where each value starts and ends, and whether it has to be decoded. One object a connection,
 * used again for each request.
 */
final class FormFields {
    /** The fields of the contract, and the two that complete Dubbo's identity of a service. */
    enum Field {
        INTERFACE("interface"),
        METHOD("method"),
        TYPES("parameterTypesString"),
        PARAMETER("parameter"),
        GROUP("group"),
        VERSION("version");

        private final String key;
        private final byte[] bytes;

        Field(String key) {
            this.key = key;
            this.bytes = key.getBytes(StandardCharsets.US_ASCII);
        }

        String key() {
            return key;
        }
    }

    private static final Field[] FIELDS = Field.values();

    private final int[] starts = new int[FIELDS.length];
    private final int[] ends = new int[FIELDS.length];
    private byte[] in = new byte[0];
    private boolean parameterIsPlain;

    /**
     * Finds the fields in {@code length} bytes from {@code from}.
     *
     * @throws IllegalArgumentException if a field stands twice
     */
    void parse(byte[] bytes, int from, int length) {
        in = bytes;
        Arrays.fill(starts, -1);
        int end = from + length;
        int pair = from;
        while (pair < end) {
            int equals = -1;
            boolean plain = true;
            int i = pair;
            for (; i < end; i++) {
                byte b = bytes[i];
                if (b == '&') {
                    break;
                }
                if (b == '=') {
                    if (equals < 0) {
                        equals = i;
                        plain = true;
                    }
                } else if (b < 0x20 || b == '%' || b == '+') {
                    plain = false;
                }
            }
            if (equals >= 0) {
                found(pair, equals, i, plain);
            }
            pair = i + 1;
        }
    }

    private void found(int key, int equals, int end, boolean plain) {
        Field field = fieldOf(key, equals);
        if (field == null) {
            return; // a field of somebody else
        }
        int number = field.ordinal();
        if (starts[number] >= 0) {
            throw new IllegalArgumentException("field given twice: " + field.key());
        }
        starts[number] = equals + 1;
        ends[number] = end;
        if (field == Field.PARAMETER) {
            parameterIsPlain = plain;
        }
    }

    private @Nullable Field fieldOf(int key, int equals) {
        for (Field field : FIELDS) {
            if (Arrays.equals(in, key, equals, field.bytes, 0, field.bytes.length)) {
                return field;
            }
        }
        return null;
    }

    boolean has(Field field) {
        return starts[field.ordinal()] >= 0;
    }

    int start(Field field) {
        return starts[field.ordinal()];
    }

    /** Bytes of the raw value, 0 for a field that is not there. */
    int length(Field field) {
        int number = field.ordinal();
        return starts[number] < 0 ? 0 : ends[number] - starts[number];
    }

    /** Whether the parameter stands for itself: ASCII without escapes. */
    boolean isParameterPlain() {
        return parameterIsPlain;
    }

    byte[] bytes() {
        return in;
    }

    /**
     * The decoded value.
     *
     * @throws IllegalArgumentException if it is not there, or not URL-encoded UTF-8
     */
    String text(Field field) {
        if (!has(field)) {
            throw new IllegalArgumentException("field is missing: " + field.key());
        }
        return decode(in, start(field), length(field), field.key());
    }

    /** Decodes URL-encoded UTF-8. */
    static String decode(byte[] in, int from, int length, String field) {
        byte[] decoded = new byte[length];
        int size = 0;
        int end = from + length;
        for (int i = from; i < end; i++) {
            byte b = in[i];
            if (b == '+') {
                b = ' ';
            } else if (b == '%') {
                int high = digit(in, i + 1, end);
                int low = digit(in, i + 2, end);
                if (high < 0 || low < 0) {
                    throw new IllegalArgumentException(
                            "bad escape in field " + field + " (expected: % and two hexadecimal digits)");
                }
                b = (byte) (high << 4 | low);
                i += 2;
            }
            decoded[size++] = b;
        }
        return utf8(decoded, size, field);
    }

    private static int digit(byte[] in, int index, int end) {
        return index < end ? Character.digit(in[index], 16) : -1;
    }

    private static String utf8(byte[] bytes, int length, String field) {
        try {
            CharBuffer text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, 0, length));
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("field " + field + " is not UTF-8", e);
        }
    }
}
