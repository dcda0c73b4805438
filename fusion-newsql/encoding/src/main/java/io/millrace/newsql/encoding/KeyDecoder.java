package io.millrace.newsql.encoding;

import io.millrace.newsql.encoding.EncodingException.Reason;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Reads the columns of a key, first to last, as a {@link KeyEncoder} wrote them.
 *
 * <p>Who reads knows the columns: a key does not say them. Each column is asked first whether it {@link #isNull}, and then
 * read, or skipped by {@link #skipNull}. <b>Threads.</b> One. <b>Ownership.</b> Borrows the bytes. <b>Errors.</b> {@link EncodingException} with
 * {@code MALFORMED} for bytes that no encoder writes, with their index.
 */
public final class KeyDecoder {

    private static final long SIGN = Long.MIN_VALUE;

    private final byte[] bytes;
    private final int end;
    private int at;

    /** Of a whole key. */
    public KeyDecoder(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** Of a key that lies in other bytes. */
    public KeyDecoder(byte[] bytes, int offset, int count) {
        this.bytes = bytes;
        this.at = offset;
        this.end = offset + count;
    }

    /** Whether all columns are read. */
    public boolean isAtEnd() {
        return at == end;
    }

    /** Index of what is read next. */
    public int index() {
        return at;
    }

    /** Whether the next column is NULL. */
    public boolean isNull(KeyOrder order) {
        int tag = peek(order);
        if (tag != KeyDescriptor.NULL && tag != KeyDescriptor.VALUE) {
            throw malformed("tag=" + tag);
        }
        return tag == KeyDescriptor.NULL;
    }

    /** Goes past a NULL. */
    public void skipNull(KeyOrder order) {
        if (!isNull(order)) {
            throw malformed("a value where NULL was expected");
        }
        at++;
    }

    public long readSigned(KeyOrder order) {
        return readLong(order) ^ SIGN;
    }

    public long readUnsigned(KeyOrder order) {
        return readLong(order);
    }

    public double readDouble(KeyOrder order) {
        long bits = readLong(order);
        return Double.longBitsToDouble(bits < 0 ? bits ^ SIGN : ~bits);
    }

    public BigDecimal readDecimal(DecimalLayout layout, KeyOrder order) {
        startValue(order, layout.bytes());
        byte[] unscaled = new byte[layout.bytes()];
        for (int i = 0; i < unscaled.length; i++) {
            unscaled[i] = (byte) (bytes[at++] ^ order.mask());
        }
        unscaled[0] ^= (byte) 0x80;
        BigDecimal value = new BigDecimal(new BigInteger(unscaled), layout.scale());
        if (value.precision() > layout.precision() && value.signum() != 0) {
            throw malformed("decimal of " + value.precision() + " digits in a column of " + layout.precision());
        }
        return value;
    }

    /** A string that {@link KeyEncoder#putBytes} wrote. */
    public byte[] readBytes(KeyOrder order) {
        startValue(order, KeyDescriptor.GROUP_BYTES + 1);
        ByteArrayOutputStream value = new ByteArrayOutputStream(end - at);
        int used = KeyDescriptor.MORE;
        while (used == KeyDescriptor.MORE) {
            if (end - at < KeyDescriptor.GROUP_BYTES + 1) {
                throw malformed("string without an end");
            }
            used = (bytes[at + KeyDescriptor.GROUP_BYTES] ^ order.mask()) & 0xFF;
            if (used > KeyDescriptor.MORE) {
                throw malformed("group of " + used + " bytes");
            }
            int count = Math.min(used, KeyDescriptor.GROUP_BYTES);
            for (int i = 0; i < KeyDescriptor.GROUP_BYTES; i++) {
                int unmasked = (bytes[at + i] ^ order.mask()) & 0xFF;
                if (i < count) {
                    value.write(unmasked);
                } else if (unmasked != 0) {
                    throw malformed("bytes behind the end of a string");
                }
            }
            at += KeyDescriptor.GROUP_BYTES + 1;
        }
        return value.toByteArray();
    }

    /** Goes past a string that {@link KeyEncoder#putPadded} wrote: its weights do not say what it was. */
    public void skipPadded(KeyOrder order) {
        startValue(order, KeyDescriptor.GROUP_BYTES + 1);
        int behind;
        do {
            if (end - at < KeyDescriptor.GROUP_BYTES + 1) {
                throw malformed("string without an end");
            }
            behind = (bytes[at + KeyDescriptor.GROUP_BYTES] ^ order.mask()) & 0xFF;
            if (behind < KeyDescriptor.LESS_THAN_SPACES || behind > KeyDescriptor.MORE_THAN_SPACES) {
                throw malformed("mark of a group: " + behind);
            }
            at += KeyDescriptor.GROUP_BYTES + 1;
        } while (behind != KeyDescriptor.ONLY_SPACES);
    }

    /** Gives a copy of what is left: a row key behind the values of an index. */
    public byte[] readRaw() {
        byte[] raw = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return raw;
    }

    // ---- inside ----

    private long readLong(KeyOrder order) {
        startValue(order, Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[at++] & 0xFF);
        }
        return order == KeyOrder.DESCENDING ? ~value : value;
    }

    private int peek(KeyOrder order) {
        if (at == end) {
            throw malformed("the key ends before its last column");
        }
        return (bytes[at] ^ order.mask()) & 0xFF;
    }

    private void startValue(KeyOrder order, int least) {
        if (isNull(order)) {
            throw malformed("NULL where a value was expected");
        }
        if (end - at - 1 < least) {
            throw malformed("the key ends in a column");
        }
        at++;
    }

    private EncodingException malformed(String what) {
        return new EncodingException(Reason.MALFORMED, "key is malformed: " + what + ", index=" + at);
    }
}
