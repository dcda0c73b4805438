package io.millrace.thrift;

import java.util.Arrays;

/**
 * Fields of a message that its reader's definition does not have, kept in the binary protocol's form and written back behind the known ones.
 *
 * <p><b>Threads.</b> Does not change once its message was read.
 */
public final class UnknownFields {
    private byte[] bytes = new byte[32];
    private int size;

    UnknownFields() {}

    /** Bytes of all fields with their headers. */
    public int size() {
        return size;
    }

    /** A copy of the fields with their headers, in the binary protocol and without STOP. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    byte[] array() {
        return bytes;
    }

    void add(byte[] from, int at, int length) {
        reserve(length);
        System.arraycopy(from, at, bytes, size, length);
        size += length;
    }

    void addByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void addShort(int value) {
        reserve(2);
        BigEndian.SHORT.set(bytes, size, (short) value);
        size += 2;
    }

    void addInt(int value) {
        reserve(4);
        BigEndian.INT.set(bytes, size, value);
        size += 4;
    }

    void addLong(long value) {
        reserve(8);
        BigEndian.LONG.set(bytes, size, value);
        size += 8;
    }

    private void reserve(int length) {
        if (length > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, length), (int) Math.min(2L * size, 1 << 30)));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UnknownFields fields && Arrays.equals(bytes, 0, size, fields.bytes, 0, fields.size);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return size + " bytes of unknown fields";
    }
}
