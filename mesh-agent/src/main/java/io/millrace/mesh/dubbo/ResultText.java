package io.millrace.mesh.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * Reads the body of a Dubbo response and writes the result as text.
 *
 * <p>Scalars and strings come out bare, everything else as JSON. Attachments of the response are left where they are.
 */
public final class ResultText {
    /** What was written. */
    public enum Kind {
        /** A bare scalar or string. */
        TEXT,
        /** JSON: an object, an array, or {@code null} for null and void. */
        JSON,
        /** The method threw; what was written is the class and message of the exception. */
        EXCEPTION
    }

    /** JSON is longer than what it came from, but not without end. */
    private static final int MAX_TEXT_BYTES = 32 << 20;

    private ResultText() {}

    /**
     * Writes the result that stands in {@code length} bytes of {@code in} from {@code index} to {@code out} (borrows both).
     *
     * @throws DubboFormatException if it cannot be read; what was written until then is without meaning
     */
    public static Kind write(Serialization serialization, ByteBuf in, int index, int length, ByteBuf out) {
        return switch (serialization) {
            case HESSIAN2 -> writeHessian(in, index, length, out);
            case FASTJSON -> FastjsonResult.write(in, index, length, out);
        };
    }

    /**
     * The message of a response whose status is not OK: one string.
     *
     * @throws DubboFormatException if it cannot be read
     */
    public static String message(Serialization serialization, ByteBuf in, int index, int length) {
        if (length == 0) {
            return "";
        }
        return switch (serialization) {
            case HESSIAN2 -> {
                HessianReader reader = new HessianReader(in, index, length);
                yield HessianReader.isString(reader.peek()) ? reader.readString() : "";
            }
            case FASTJSON -> FastjsonResult.message(in, index, length);
        };
    }

    private static Kind writeHessian(ByteBuf in, int index, int length, ByteBuf out) {
        HessianReader reader = new HessianReader(in, index, length);
        int type = reader.readInt();
        return switch (type) {
            case DubboDescriptor.RESPONSE_VALUE, DubboDescriptor.RESPONSE_VALUE_WITH_ATTACHMENTS -> writeValue(
                    reader, out);
            case DubboDescriptor.RESPONSE_NULL, DubboDescriptor.RESPONSE_NULL_WITH_ATTACHMENTS -> {
                JsonWriter.writeAscii(out, "null");
                yield Kind.JSON;
            }
            case DubboDescriptor.RESPONSE_EXCEPTION, DubboDescriptor.RESPONSE_EXCEPTION_WITH_ATTACHMENTS -> {
                ByteBufUtil.writeUtf8(out, new HessianText(reader, out, MAX_TEXT_BYTES).readThrowable());
                yield Kind.EXCEPTION;
            }
            default -> throw new DubboFormatException("unknown type of result: " + type + " (expected: 0..5)");
        };
    }

    private static Kind writeValue(HessianReader reader, ByteBuf out) {
        int tag = reader.peek();
        if (HessianReader.isInt(tag)) {
            writeLong(out, reader.readInt());
            return Kind.TEXT;
        }
        HessianText text = new HessianText(reader, out, MAX_TEXT_BYTES);
        if (HessianReader.isString(tag)) {
            text.writeBareString(reader.next());
            return Kind.TEXT;
        }
        text.writeValue();
        boolean scalar = HessianReader.isLong(tag) || HessianReader.isDouble(tag) || tag == 'T' || tag == 'F';
        return scalar ? Kind.TEXT : Kind.JSON;
    }

    /** Decimal digits, without making a string of them. */
    static void writeLong(ByteBuf out, long value) {
        if (value == Long.MIN_VALUE) {
            JsonWriter.writeAscii(out, "-9223372036854775808");
            return;
        }
        long left = value;
        if (left < 0) {
            out.writeByte('-');
            left = -left;
        }
        int digits = 1;
        for (long power = left / 10; power > 0; power /= 10) {
            digits++;
        }
        int start = out.writerIndex();
        out.ensureWritable(digits);
        for (int i = digits - 1; i >= 0; i--) {
            out.setByte(start + i, (int) ('0' + left % 10));
            left /= 10;
        }
        out.writerIndex(start + digits);
    }
}
