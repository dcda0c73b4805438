package io.millrace.newsql.execute;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of values as bytes, for temporary files.
 *
 * <pre>
 *  array := bytes behind: 4 | count: 4 | value …
 *  value := 0 | 1 long: 8 | 2 double: 8 | 3 length: 4, UTF-16 | 4 length: 4, bytes | 5 scale: 4, length: 4, bytes | 6 boolean: 1
 * </pre>
 *
 * One thread.
 */
final class RowBuffer {

    private static final int NULL = 0;
    private static final int LONG = 1;
    private static final int DOUBLE = 2;
    private static final int TEXT = 3;
    private static final int BYTES = 4;
    private static final int DECIMAL = 5;
    private static final int BOOLEAN = 6;

    private ByteBuffer buffer;
    private int end;

    RowBuffer(int bytes) {
        buffer = ByteBuffer.allocate(2 * bytes);
    }

    // ---- writing ----

    byte[] bytes() {
        return buffer.array();
    }

    int length() {
        return buffer.position();
    }

    void clear() {
        buffer.clear();
    }

    void put(@Nullable Object[] values) {
        int begin = buffer.position();
        reserve(2 * Integer.BYTES);
        buffer.putInt(0).putInt(values.length);
        for (Object value : values) {
            put(value);
        }
        buffer.putInt(begin, buffer.position() - begin - Integer.BYTES);
    }

    private void reserve(int more) {
        if (buffer.remaining() < more) {
            int position = buffer.position();
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), Math.max(2 * buffer.capacity(), position + more)));
            buffer.position(position);
        }
    }

    private void put(@Nullable Object value) {
        reserve(1 + 2 * Long.BYTES);
        if (value == null) {
            buffer.put((byte) NULL);
        } else if (value instanceof Long number) {
            buffer.put((byte) LONG).putLong(number);
        } else if (value instanceof Double number) {
            buffer.put((byte) DOUBLE).putDouble(number);
        } else if (value instanceof Boolean truth) {
            buffer.put((byte) BOOLEAN).put((byte) (truth ? 1 : 0));
        } else if (value instanceof String text) {
            // UTF-16 keeps what is no character.
            put(TEXT, text.getBytes(StandardCharsets.UTF_16BE));
        } else if (value instanceof byte[] raw) {
            put(BYTES, raw);
        } else if (value instanceof BigDecimal number) {
            byte[] unscaled = number.unscaledValue().toByteArray();
            buffer.put((byte) DECIMAL).putInt(number.scale()).putInt(unscaled.length);
            reserve(unscaled.length);
            buffer.put(unscaled);
        } else {
            throw new IllegalStateException("no value of a row: " + value.getClass());
        }
    }

    private void put(int kind, byte[] bytes) {
        buffer.put((byte) kind).putInt(bytes.length);
        reserve(bytes.length);
        buffer.put(bytes);
    }

    // ---- reading ----

    /** Bytes that were not taken yet. */
    int left() {
        return end - buffer.position();
    }

    /** Drops what was not taken yet. */
    void forget() {
        buffer.clear();
        end = 0;
    }

    /** Free bytes behind those that were not taken yet. {@link #filled} tells how many of them were used. */
    ByteBuffer room(int bytes) {
        byte[] left = Arrays.copyOfRange(buffer.array(), buffer.position(), end);
        int wanted = left.length < Integer.BYTES ? 0 : ByteBuffer.wrap(left).getInt() + Integer.BYTES - left.length;
        int capacity = left.length + Math.max(bytes, wanted);
        byte[] array = buffer.capacity() >= capacity ? buffer.array() : new byte[capacity];
        System.arraycopy(left, 0, array, 0, left.length);
        buffer = ByteBuffer.wrap(array);
        end = left.length;
        return ByteBuffer.wrap(array, end, array.length - end);
    }

    void filled(int bytes) {
        end += bytes;
    }

    /** The next array; null if not all of it is there. */
    @Nullable
    Object @Nullable [] take() {
        int begin = buffer.position();
        if (end - begin < Integer.BYTES || end - begin - Integer.BYTES < buffer.getInt(begin)) {
            return null;
        }
        buffer.getInt();
        @Nullable Object[] values = new @Nullable Object[buffer.getInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value();
        }
        return values;
    }

    private @Nullable Object value() {
        int kind = buffer.get();
        return switch (kind) {
            case NULL -> null;
            case LONG -> buffer.getLong();
            case DOUBLE -> buffer.getDouble();
            case BOOLEAN -> buffer.get() != 0;
            case TEXT -> new String(raw(), StandardCharsets.UTF_16BE);
            case BYTES -> raw();
            case DECIMAL -> decimal();
            default -> throw new IllegalStateException("no kind of a value: " + kind);
        };
    }

    private BigDecimal decimal() {
        int scale = buffer.getInt();
        return new BigDecimal(new BigInteger(raw()), scale);
    }

    private byte[] raw() {
        byte[] bytes = new byte[buffer.getInt()];
        buffer.get(bytes);
        return bytes;
    }
}
