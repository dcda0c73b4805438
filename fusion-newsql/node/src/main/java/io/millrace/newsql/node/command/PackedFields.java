package io.millrace.newsql.node.command;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a small hash in one value: {@code length | field | length | value | …}, in the order in which they came; lengths have four bytes, big-endian.
 *
 * <pre>
 *   0          4       4+n        8+n
 *   +----------+-------+----------+---------+ …
 *   | n        | field | m        | value   |
 *   +----------+-------+----------+---------+ …
 * </pre>
 *
 * Immutable: a change makes a new array.
 */
record PackedFields(byte[] bytes) {

    /** A hash that would be longer keeps each field as an element of its own: a change would cost too much. */
    static final int BYTES_MAX = 64 << 10;

    static final PackedFields EMPTY = new PackedFields(new byte[0]);

    /** Of fields and values in turns, a field as often as it comes. */
    static PackedFields of(List<byte[]> both) {
        int length = both.stream().mapToInt(bytes -> 4 + bytes.length).sum();
        byte[] packed = new byte[length];
        int at = 0;
        for (byte[] bytes : both) {
            putInt(packed, at, bytes.length);
            System.arraycopy(bytes, 0, packed, at + 4, bytes.length);
            at += 4 + bytes.length;
        }
        return new PackedFields(packed);
    }

    /** Where fields are looked at one after the other. */
    interface Visitor {

        void field(byte[] bytes, int field, int fieldLength, int value, int valueLength);
    }

    void forEach(Visitor visitor) {
        for (int at = 0; at < bytes.length; at = end(at)) {
            int length = intAt(at);
            int value = at + 4 + length;
            visitor.field(bytes, at + 4, length, value + 4, intAt(value));
        }
    }

    int count() {
        int count = 0;
        for (int at = 0; at < bytes.length; at = end(at)) {
            count++;
        }
        return count;
    }

    byte @Nullable [] get(byte[] field) {
        int at = find(field);
        if (at < 0) {
            return null;
        }
        int value = at + 4 + field.length;
        return Arrays.copyOfRange(bytes, value + 4, value + 4 + intAt(value));
    }

    boolean has(byte[] field) {
        return find(field) >= 0;
    }

    /** With the field, in its old place if it has one. */
    PackedFields with(byte[] field, byte[] value) {
        int at = find(field);
        int from = at < 0 ? bytes.length : at;
        int to = at < 0 ? bytes.length : end(at);
        int added = 8 + field.length + value.length;
        byte[] changed = new byte[bytes.length - (to - from) + added];
        System.arraycopy(bytes, 0, changed, 0, from);
        putInt(changed, from, field.length);
        System.arraycopy(field, 0, changed, from + 4, field.length);
        putInt(changed, from + 4 + field.length, value.length);
        System.arraycopy(value, 0, changed, from + 8 + field.length, value.length);
        System.arraycopy(bytes, to, changed, from + added, bytes.length - to);
        return new PackedFields(changed);
    }

    PackedFields without(byte[] field) {
        int at = find(field);
        if (at < 0) {
            return this;
        }
        int to = end(at);
        byte[] changed = Arrays.copyOf(bytes, bytes.length - (to - at));
        System.arraycopy(bytes, to, changed, at, bytes.length - to);
        return new PackedFields(changed);
    }

    private int find(byte[] field) {
        for (int at = 0; at < bytes.length; at = end(at)) {
            int length = intAt(at);
            if (Arrays.equals(bytes, at + 4, at + 4 + length, field, 0, field.length)) {
                return at;
            }
        }
        return -1;
    }

    private int end(int at) {
        int value = at + 4 + intAt(at);
        return value + 4 + intAt(value);
    }

    private int intAt(int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }

    private static void putInt(byte[] to, int at, int value) {
        to[at] = (byte) (value >> 24);
        to[at + 1] = (byte) (value >> 16);
        to[at + 2] = (byte) (value >> 8);
        to[at + 3] = (byte) value;
    }
}
