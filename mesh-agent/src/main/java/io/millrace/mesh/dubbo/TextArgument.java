package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The parameter types that a bare text can stand for, and how it is written as that type: what the form contract can carry.
 *
 * <p>Each constant has the JVM descriptors that it serves; any other list of types needs a JSON call.
 */
public enum TextArgument {
    /** A method without parameters; the text is ignored. */
    NONE,
    /** {@code String}. */
    STRING,
    /** {@code boolean} and its box. */
    BOOLEAN,
    /** {@code byte}, {@code short}, {@code int} and their boxes. */
    INT,
    /** {@code long} and its box. */
    LONG,
    /** {@code float}, {@code double} and their boxes. */
    DOUBLE;

    /** The constant for the parameter types given, or null if a bare text cannot stand for them. */
    public static @Nullable TextArgument forTypes(String parameterTypes) {
        return switch (parameterTypes) {
            case "" -> NONE;
            case "Ljava/lang/String;", "Ljava/lang/CharSequence;", "Ljava/lang/Object;" -> STRING;
            case "Z", "Ljava/lang/Boolean;" -> BOOLEAN;
            case "B", "S", "I", "Ljava/lang/Byte;", "Ljava/lang/Short;", "Ljava/lang/Integer;" -> INT;
            case "J", "Ljava/lang/Long;" -> LONG;
            case "F", "D", "Ljava/lang/Float;", "Ljava/lang/Double;" -> DOUBLE;
            default -> null;
        };
    }

    /** Most bytes that {@code utf8Bytes} bytes of text become in any serialization. */
    public static int mostBytes(int utf8Bytes) {
        // JSON escapes a control character as six bytes; hessian stays below that.
        return 6 * utf8Bytes + 64;
    }

    /** Most bytes that {@code length} bytes of ASCII without control characters become in any serialization. */
    public static int mostBytesOfPlain(int length) {
        return 2 * length + 64;
    }

    /** @throws IllegalArgumentException if the text is not of this type */
    public void check(String text) {
        switch (this) {
            case NONE, STRING -> {}
            case BOOLEAN -> parseBoolean(text);
            case INT -> parseLong(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> parseLong(text, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> parseDouble(text);
        }
    }

    /** Writes a string that is ASCII without control characters, straight from its bytes (borrows both). */
    public static void writePlainString(Serialization serialization, ByteBuf in, int index, int length, ByteBuf out) {
        if (serialization == Serialization.HESSIAN2) {
            HessianWriter.writeAscii(out, in, index, length);
        } else {
            out.writeByte('"');
            for (int i = index; i < index + length; i++) {
                byte b = in.getByte(i);
                if (JsonWriter.isPlain(b)) {
                    out.writeByte(b);
                } else {
                    JsonWriter.writeEscape(out, b);
                }
            }
            out.writeShort('"' << 8 | '\n');
        }
    }

    /**
     * Writes {@code text} as this type.
     *
     * @throws IllegalArgumentException if the text is not of this type
     */
    public void write(Serialization serialization, String text, ByteBuf out) {
        if (serialization == Serialization.HESSIAN2) {
            writeHessian(text, out);
        } else {
            writeJson(text, out);
        }
    }

    private void writeHessian(String text, ByteBuf out) {
        switch (this) {
            case NONE -> {}
            case STRING -> HessianWriter.writeString(out, text);
            case BOOLEAN -> HessianWriter.writeBoolean(out, parseBoolean(text));
            case INT -> HessianWriter.writeInt(out, (int) parseLong(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case LONG -> HessianWriter.writeLong(out, parseLong(text, Long.MIN_VALUE, Long.MAX_VALUE));
            case DOUBLE -> HessianWriter.writeDouble(out, parseDouble(text));
        }
    }

    private void writeJson(String text, ByteBuf out) {
        switch (this) {
            case NONE -> {
                return;
            }
            case STRING -> JsonWriter.writeString(out, text);
            case BOOLEAN -> JsonWriter.writeAscii(out, Boolean.toString(parseBoolean(text)));
            case INT -> ResultText.writeLong(out, parseLong(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case LONG -> ResultText.writeLong(out, parseLong(text, Long.MIN_VALUE, Long.MAX_VALUE));
            case DOUBLE -> JsonWriter.writeAscii(out, Double.toString(parseDouble(text)));
        }
        out.writeByte('\n');
    }

    private static boolean parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw notA("boolean", text);
        };
    }

    private static long parseLong(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // falls through to the one answer for all that is no number of this type
        }
        throw notA("whole number from " + least + " to " + most, text);
    }

    private static double parseDouble(String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // as above
        }
        throw notA("finite number", text);
    }

    private static IllegalArgumentException notA(String what, String text) {
        return new IllegalArgumentException(
                "parameter is not a " + what + ": '" + text.substring(0, Math.min(64, text.length())) + "'");
    }
}
