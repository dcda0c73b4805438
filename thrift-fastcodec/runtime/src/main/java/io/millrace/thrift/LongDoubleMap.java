package io.millrace.thrift;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A map from {@code long} to {@code double} without an object for each entry; entries stay in the order in which their keys first came.
 *
 * <p><b>Shape.</b> Entries count from 0. Equal maps hold equal entries, in any order. Nothing is removed but all at once.
 *
 * <p><b>Threads.</b> One at a time. <b>Errors.</b> {@link IndexOutOfBoundsException} for an entry that is not below {@link #size()}.
 *
 * <p><b>Source.</b> Dense arrays beside a table of their indexes, as Python's {@code dict}; the hash is Dietzfelbinger's multiply-shift with a random factor.
 */
public final class LongDoubleMap {
    private static final int[] NO_SLOTS = {};

    /** Entry plus 1, or 0 where a slot is free; linear probing. */
    private int[] slots = NO_SLOTS;

    private long[] keys = {};
    private double[] values = {};
    private int size;

    /** An empty map that allocates nothing before the first entry. */
    public LongDoubleMap() {}

    /** An empty map with room for {@code entries}. */
    public LongDoubleMap(int entries) {
        if (entries > 0) {
            grow(entries);
        }
    }

    /** How many entries there are. */
    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Whether the key has an entry. */
    public boolean containsKey(long key) {
        return entryOf(key) >= 0;
    }

    /** The key's value, or {@code absent} if it has none. */
    public double getOrDefault(long key, double absent) {
        int entry = entryOf(key);
        return entry < 0 ? absent : values[entry];
    }

    /** The key of an entry. */
    public long keyAt(int entry) {
        return keys[Objects.checkIndex(entry, size)];
    }

    /** The value of an entry. */
    public double valueAt(int entry) {
        return values[Objects.checkIndex(entry, size)];
    }

    /** Sets the key's value; a key that is there keeps its place. */
    public LongDoubleMap put(long key, double value) {
        if (size == keys.length) {
            grow(Math.max(8, size + (size >> 1)));
        }
        int slot = KeyHash.slot(key, slots.length);
        while (slots[slot] != 0) {
            int entry = slots[slot] - 1;
            if (keys[entry] == key) {
                values[entry] = value;
                return this;
            }
            slot = slot + 1 & slots.length - 1;
        }
        keys[size] = key;
        values[size] = value;
        slots[slot] = ++size;
        return this;
    }

    /** Removes all entries; the memory stays. */
    public void clear() {
        size = 0;
        Arrays.fill(slots, 0);
    }

    /** A copy with boxed keys and values, in the same order. */
    public Map<Long, Double> toMap() {
        Map<Long, Double> map = new LinkedHashMap<>();
        for (int entry = 0; entry < size; entry++) {
            map.put(keys[entry], values[entry]);
        }
        return map;
    }

    private int entryOf(long key) {
        if (size == 0) {
            return -1;
        }
        int slot = KeyHash.slot(key, slots.length);
        while (slots[slot] != 0) {
            if (keys[slots[slot] - 1] == key) {
                return slots[slot] - 1;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return -1;
    }

    private void grow(int entries) {
        keys = Arrays.copyOf(keys, entries);
        values = Arrays.copyOf(values, entries);
        slots = new int[KeyHash.slotsFor(entries)];
        for (int entry = 0; entry < size; entry++) {
            int slot = KeyHash.slot(keys[entry], slots.length);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = entry + 1;
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof LongDoubleMap map) || map.size != size) {
            return false;
        }
        for (int entry = 0; entry < size; entry++) {
            int theirs = map.entryOf(keys[entry]);
            if (theirs < 0 || Double.compare(map.values[theirs], values[entry]) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int entry = 0; entry < size; entry++) {
            hash += Long.hashCode(keys[entry]) ^ Double.hashCode(values[entry]);
        }
        return hash;
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
