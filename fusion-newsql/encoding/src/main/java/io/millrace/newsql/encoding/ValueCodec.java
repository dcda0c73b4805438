package io.millrace.newsql.encoding;

import io.millrace.newsql.encoding.EncodingException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Values of columns that are in no key, as the fields of a row hold them: as short as they can be, in no order.
 *
 * <pre>
 *  integers, temporals   two's complement, big-endian, without leading bytes that say nothing: 1–8 bytes
 *  unsigned              the same, of up to 9 bytes
 *  double                IEEE 754, big-endian, 8 bytes
 *  decimal               unscaled, two's complement; the scale is the column's
 *  strings               their bytes
 * </pre>
 *
 * <b>Threads.</b> Safe.
 */
public final class ValueCodec {

    private ValueCodec() {}

    public static byte[] ofSigned(long value) {
        int count = (Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value)) / Byte.SIZE + 1;
        byte[] bytes = new byte[count];
        for (int i = count - 1, shift = 0; i >= 0; i--, shift += Byte.SIZE) {
            bytes[i] = (byte) (value >> shift);
        }
        return bytes;
    }

    /** @throws EncodingException if it is no {@code long} */
    public static long toSigned(byte[] bytes, int offset, int count) {
        checkLength(count, Long.BYTES);
        long value = bytes[offset];
        for (int i = 1; i < count; i++) {
            value = (value << Byte.SIZE) | (bytes[offset + i] & 0xFF);
        }
        return value;
    }

    /** The 64 bits as an unsigned number. */
    public static byte[] ofUnsigned(long bits) {
        if (bits >= 0) {
            return ofSigned(bits);
        }
        byte[] bytes = new byte[1 + Long.BYTES];
        for (int i = Long.BYTES, shift = 0; i > 0; i--, shift += Byte.SIZE) {
            bytes[i] = (byte) (bits >> shift);
        }
        return bytes;
    }

    /** The 64 bits of an unsigned number. */
    public static long toUnsigned(byte[] bytes, int offset, int count) {
        checkLength(count, 1 + Long.BYTES);
        if (bytes[offset] < 0 || count > Long.BYTES && bytes[offset] != 0) {
            throw new EncodingException(Reason.MALFORMED, "value is malformed: an unsigned number with a sign");
        }
        return count > Long.BYTES ? toSigned(bytes, offset + 1, Long.BYTES) : toSigned(bytes, offset, count);
    }

    public static byte[] ofDouble(double value) {
        byte[] bytes = new byte[Double.BYTES];
        long bits = Double.doubleToRawLongBits(value);
        for (int i = Double.BYTES - 1, shift = 0; i >= 0; i--, shift += Byte.SIZE) {
            bytes[i] = (byte) (bits >> shift);
        }
        return bytes;
    }

    public static double toDouble(byte[] bytes, int offset, int count) {
        if (count != Double.BYTES) {
            throw new EncodingException(
                    Reason.MALFORMED,
                    "value is malformed: double of " + count + " bytes (expected: " + Double.BYTES + ")");
        }
        return Double.longBitsToDouble(toSigned(bytes, offset, count));
    }

    public static byte[] ofDecimal(BigDecimal value, DecimalLayout layout) {
        return layout.unscaled(value).toByteArray();
    }

    public static BigDecimal toDecimal(byte[] bytes, int offset, int count, DecimalLayout layout) {
        checkLength(count, layout.bytes());
        return new BigDecimal(new BigInteger(bytes, offset, count), layout.scale());
    }

    private static void checkLength(int count, int most) {
        if (count < 1 || count > most) {
            throw new EncodingException(
                    Reason.MALFORMED, "value is malformed: length=" + count + " (expected: 1-" + most + ")");
        }
    }
}
