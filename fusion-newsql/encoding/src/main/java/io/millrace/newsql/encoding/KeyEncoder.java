package io.millrace.newsql.encoding;

import io.millrace.newsql.encoding.EncodingException.Reason;
import io.millrace.newsql.encoding.collation.WeightBuffer;
import io.millrace.newsql.encoding.collation.WeightedOrder;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes the columns of a key, first to last, so that keys compare as values do.
 *
 * <p>One encoder makes many keys: {@link #clear}, put, {@link #toBytes}. <b>Threads.</b> One at a time. <b>Errors.</b> A key that
 * grows past the limit is an {@link EncodingException} with {@code KEY_TOO_LONG}; clear the encoder then.
 */
public final class KeyEncoder {

    private static final int FIRST_BYTES = 64;
    private static final long SIGN = Long.MIN_VALUE;
    private static final byte[] SPACE = {' '};
    private static final byte[] NO_SPACE = {};

    private final int limit;
    private byte[] bytes;
    private int length;
    private @Nullable WeightBuffer weights;

    /** An encoder of keys of at most so many bytes. */
    public KeyEncoder(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: >= 1)");
        }
        this.limit = limit;
        this.bytes = new byte[Math.min(limit, FIRST_BYTES)];
    }

    /** Forgets what was put. */
    public KeyEncoder clear() {
        length = 0;
        return this;
    }

    /** Bytes so far. */
    public int length() {
        return length;
    }

    /** Gives a copy of what was put. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    // ---- columns ----

    /** NULL of any type. */
    public KeyEncoder putNull(KeyOrder order) {
        reserve(1);
        bytes[length++] = (byte) (KeyDescriptor.NULL ^ order.mask());
        return this;
    }

    /** An integer with a sign, or anything that a {@code long} orders: dates and times as {@link PackedTemporal} packs them. */
    public KeyEncoder putSigned(long value, KeyOrder order) {
        return putLong(value ^ SIGN, order);
    }

    /** An unsigned integer, or bits. */
    public KeyEncoder putUnsigned(long value, KeyOrder order) {
        return putLong(value, order);
    }

    /**
     * A FLOAT or DOUBLE; minus zero is zero.
     *
     * @throws EncodingException for what is not a number: no column holds it
     */
    public KeyEncoder putDouble(double value, KeyOrder order) {
        if (Double.isNaN(value)) {
            throw new EncodingException(Reason.OUT_OF_RANGE, "double is not a number (expected: a number)");
        }
        long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
        return putLong(bits < 0 ? ~bits : bits ^ SIGN, order);
    }

    /** A DECIMAL of a column's layout. */
    public KeyEncoder putDecimal(BigDecimal value, DecimalLayout layout, KeyOrder order) {
        byte[] unscaled = layout.unscaled(value).toByteArray();
        int width = layout.bytes();
        reserve(1 + width);
        int start = length;
        bytes[length++] = KeyDescriptor.VALUE;
        Arrays.fill(bytes, length, length + width - unscaled.length, (byte) (unscaled[0] >> (Byte.SIZE - 1)));
        System.arraycopy(unscaled, 0, bytes, length + width - unscaled.length, unscaled.length);
        bytes[length] ^= (byte) 0x80;
        length += width;
        return turn(start, order);
    }

    /**
     * A string of a collation: keys compare as {@link Collation#compare} does.
     *
     * @throws EncodingException for what is not UTF-8, if the collation is not bytewise
     */
    public KeyEncoder putText(byte[] value, int offset, int count, Collation collation, KeyOrder order) {
        if (!(collation.order() instanceof WeightedOrder weighted)) {
            return collation.padsSpaces()
                    ? putPadded(value, offset, count, SPACE, order)
                    : putBytes(value, offset, count, order);
        }
        WeightBuffer buffer = weights().clear();
        weighted.weigh(value, offset, count, buffer);
        return collation.padsSpaces()
                ? putPadded(buffer.bytes(), 0, buffer.length(), weighted.space(), order)
                : putBytes(buffer.bytes(), 0, buffer.length(), order);
    }

    /**
     * Bytes before all keys whose next column begins with a text, as {@code LIKE 'text%'} sees it: with {@link #putTextBehind} a range to look in. It holds
     * all of them, and may hold others; NULL it does not. What is put is no key, and nothing can be put behind it.
     */
    public KeyEncoder putTextBefore(byte[] text, int offset, int count, Collation collation, KeyOrder order) {
        return putTextShared(text, offset, count, collation, order, false);
    }

    /** Bytes behind all keys whose next column begins with a text, see {@link #putTextBefore}. */
    public KeyEncoder putTextBehind(byte[] text, int offset, int count, Collation collation, KeyOrder order) {
        return putTextShared(text, offset, count, collation, order, true);
    }

    private KeyEncoder putTextShared(
            byte[] text, int offset, int count, Collation collation, KeyOrder order, boolean behind) {
        if (!(collation.order() instanceof WeightedOrder weighted)) {
            return putShared(text, offset, offset + count, collation.padsSpaces() ? SPACE : NO_SPACE, order, behind);
        }
        WeightBuffer buffer = weights().clear();
        weighted.weighFirst(text, offset, count, buffer);
        byte[] space = collation.padsSpaces() ? weighted.space() : NO_SPACE;
        return putShared(buffer.bytes(), 0, buffer.length(), space, order, behind);
    }

    /** What those keys begin with, which is before them all; made to be behind them by what none of them has there. */
    private KeyEncoder putShared(byte[] weights, int from, int to, byte[] space, KeyOrder order, boolean behind) {
        int end = to;
        // What marks a group depends on what follows the spaces at the end, so they are not shared.
        while (space.length > 0 && end > from && isSpace(weights, end - space.length, space)) {
            end -= space.length;
        }
        long groups = (end - from) / KeyDescriptor.GROUP_BYTES + 1;
        reserve(1 + groups * (KeyDescriptor.GROUP_BYTES + 1));
        int start = length;
        bytes[length++] = KeyDescriptor.VALUE;
        int at = from;
        for (; end - at > KeyDescriptor.GROUP_BYTES; at += KeyDescriptor.GROUP_BYTES) {
            System.arraycopy(weights, at, bytes, length, KeyDescriptor.GROUP_BYTES);
            length += KeyDescriptor.GROUP_BYTES;
            int next = at + KeyDescriptor.GROUP_BYTES;
            bytes[length++] = (byte) (space.length > 0 ? behind(weights, next, end, space) : KeyDescriptor.MORE);
        }
        System.arraycopy(weights, at, bytes, length, end - at);
        length += end - at;
        turn(start, order);
        return behind ? goBehind(start, KeyDescriptor.GROUP_BYTES + 1 - (end - at)) : this;
    }

    /** The mark of a group is neither 00 nor FF, but that of an empty string is 00: there the tag is passed. */
    private KeyEncoder goBehind(int start, int count) {
        if (length == start + 1) {
            bytes[start]++;
            return this;
        }
        Arrays.fill(bytes, length, length + count, (byte) 0xFF);
        length += count;
        return this;
    }

    /** A string whose trailing spaces count: its bytes, or the weights that its collation gives them. */
    public KeyEncoder putBytes(byte[] value, int offset, int count, KeyOrder order) {
        int groups = Math.max(1, (count + KeyDescriptor.GROUP_BYTES - 1) / KeyDescriptor.GROUP_BYTES);
        reserve(1 + (long) groups * (KeyDescriptor.GROUP_BYTES + 1));
        int start = length;
        bytes[length++] = KeyDescriptor.VALUE;
        int left = count;
        for (int group = 1; group <= groups; group++) {
            int used = Math.min(left, KeyDescriptor.GROUP_BYTES);
            System.arraycopy(value, offset + count - left, bytes, length, used);
            Arrays.fill(bytes, length + used, length + KeyDescriptor.GROUP_BYTES, (byte) 0);
            length += KeyDescriptor.GROUP_BYTES;
            left -= used;
            bytes[length++] = (byte) (group < groups ? KeyDescriptor.MORE : used);
        }
        return turn(start, order);
    }

    /**
     * A string of a collation that takes trailing spaces for nothing: compared as if spaces without end followed it.
     *
     * @param weights of its characters, each as many bytes as {@code space}
     * @param space the weight of a space: 1, 2, 4 or 8 bytes
     */
    public KeyEncoder putPadded(byte[] weights, int offset, int count, byte[] space, KeyOrder order) {
        if (KeyDescriptor.GROUP_BYTES % space.length != 0 || count % space.length != 0) {
            throw new IllegalArgumentException("weights: count=" + count + ", space=" + space.length
                    + " bytes (expected: whole weights, whose size divides " + KeyDescriptor.GROUP_BYTES + ")");
        }
        int end = offset + count;
        while (end > offset && isSpace(weights, end - space.length, space)) {
            end -= space.length;
        }
        int groups = Math.max(1, (end - offset + KeyDescriptor.GROUP_BYTES - 1) / KeyDescriptor.GROUP_BYTES);
        reserve(1 + (long) groups * (KeyDescriptor.GROUP_BYTES + 1));
        int start = length;
        bytes[length++] = KeyDescriptor.VALUE;
        for (int at = offset; at == offset || at < end; at += KeyDescriptor.GROUP_BYTES) {
            for (int i = 0; i < KeyDescriptor.GROUP_BYTES; i++) {
                bytes[length++] = at + i < end ? weights[at + i] : space[i % space.length];
            }
            bytes[length++] = (byte) behind(weights, at + KeyDescriptor.GROUP_BYTES, end, space);
        }
        return turn(start, order);
    }

    private static boolean isSpace(byte[] weights, int at, byte[] space) {
        return Arrays.equals(weights, at, at + space.length, space, 0, space.length);
    }

    /** How the weights from {@code from} compare with spaces. The last weight is none, so a difference comes. */
    private static int behind(byte[] weights, int from, int end, byte[] space) {
        for (int at = from; at < end; at += space.length) {
            int compared = Arrays.compareUnsigned(weights, at, at + space.length, space, 0, space.length);
            if (compared != 0) {
                return compared < 0 ? KeyDescriptor.LESS_THAN_SPACES : KeyDescriptor.MORE_THAN_SPACES;
            }
        }
        return KeyDescriptor.ONLY_SPACES;
    }

    /** Bytes as they are, behind the last column: a row key behind the values of its index, or a stamp. */
    public KeyEncoder putRaw(byte[] raw) {
        reserve(raw.length);
        System.arraycopy(raw, 0, bytes, length, raw.length);
        length += raw.length;
        return this;
    }

    // ---- inside ----

    private WeightBuffer weights() {
        WeightBuffer known = weights;
        if (known == null) {
            known = new WeightBuffer(limit);
            weights = known;
        }
        return known;
    }

    private KeyEncoder putLong(long value, KeyOrder order) {
        reserve(1 + Long.BYTES);
        int start = length;
        bytes[length++] = KeyDescriptor.VALUE;
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return turn(start, order);
    }

    private KeyEncoder turn(int start, KeyOrder order) {
        if (order == KeyOrder.DESCENDING) {
            for (int at = start; at < length; at++) {
                bytes[at] = (byte) ~bytes[at];
            }
        }
        return this;
    }

    private void reserve(long more) {
        long needed = length + more;
        if (needed > limit) {
            throw new EncodingException(
                    Reason.KEY_TOO_LONG,
                    "key too long: length=" + needed + " (expected: <= " + limit + "); index a prefix of the column");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(needed, 2L * bytes.length)));
        }
    }
}
