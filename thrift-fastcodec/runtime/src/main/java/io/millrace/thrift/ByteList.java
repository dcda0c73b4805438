package io.millrace.thrift;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * A growing list of {@code byte} values without an object for each.
 *
 * <p><b>Shape.</b> Indexes count from 0. Equal lists hold equal values in the same order.
 *
 * <p><b>Ownership.</b> {@link #wrap} shares the array until the list grows, {@link #of} and {@link #toArray} copy.
 *
 * <p><b>Threads.</b> One at a time.
 *
 * <p><b>Errors.</b> {@link IndexOutOfBoundsException} for an index that is not below {@link #size()}.
 */
public final class ByteList {
    private static final byte[] NONE = {};

    private byte[] elements;
    private int size;

    /** An empty list that allocates nothing before the first value. */
    public ByteList() {
        this(NONE, 0);
    }

    private ByteList(byte[] elements, int size) {
        this.elements = elements;
        this.size = size;
    }

    /** A list of a copy of the values. */
    public static ByteList of(byte... values) {
        return wrap(values.clone());
    }

    /** A list over the array itself, which the caller leaves alone from now on. */
    public static ByteList wrap(byte[] values) {
        return new ByteList(values, values.length);
    }

    /** How many values there are. */
    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The value at {@code index}. */
    public byte get(int index) {
        return elements[Objects.checkIndex(index, size)];
    }

    /** Replaces the value at {@code index}. */
    public void set(int index, byte value) {
        elements[Objects.checkIndex(index, size)] = value;
    }

    /** Adds a value behind the last. */
    public void add(byte value) {
        if (size == elements.length) {
            ensureCapacity(size + 1);
        }
        elements[size++] = value;
    }

    /** Makes room for {@code capacity} values in all, at least doubling what there is. */
    public void ensureCapacity(int capacity) {
        if (capacity > elements.length) {
            elements =
                    Arrays.copyOf(elements, Math.max(capacity, Math.max(8, elements.length + (elements.length >> 1))));
        }
    }

    /** Removes all values; the memory stays. */
    public void clear() {
        size = 0;
    }

    /** A copy of the values. */
    public byte[] toArray() {
        return Arrays.copyOf(elements, size);
    }

    /** A view with boxed values that follows this list; it can be set but does not grow. */
    public List<Byte> asList() {
        return new Boxed();
    }

    /** The values and perhaps more, for the codec in this package; not to be kept. */
    byte[] elements() {
        return elements;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteList list && Arrays.equals(elements, 0, size, list.elements, 0, list.size);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + Byte.hashCode(elements[i]);
        }
        return hash;
    }

    @Override
    public String toString() {
        return asList().toString();
    }

    private final class Boxed extends AbstractList<Byte> implements RandomAccess {
        @Override
        public Byte get(int index) {
            return ByteList.this.get(index);
        }

        @Override
        public Byte set(int index, Byte value) {
            Byte before = get(index);
            ByteList.this.set(index, value);
            return before;
        }

        @Override
        public int size() {
            return size;
        }
    }
}
