package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.command.Entry.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A hash, packed or split. Changes of a packed one, and the count of a split one, are written by {@link #save}. */
final class HashFields {

    private static final char FIELD = 'f';

    private final Keyspace keyspace;
    private final byte[] key;
    private final long expires;
    private @Nullable PackedFields packed;
    private @Nullable Entry split;
    private byte[] elements = new byte[0];
    private long count;
    private boolean changed;

    private HashFields(Keyspace keyspace, byte[] key, @Nullable Entry entry) {
        this.keyspace = keyspace;
        this.key = key;
        this.expires = entry == null ? 0 : entry.expires();
        if (entry == null || entry.type() == Type.PACKED_HASH) {
            packed = entry == null ? PackedFields.EMPTY : new PackedFields(entry.body());
        } else {
            split(entry);
        }
    }

    /** The hash of a key, empty if it is not there. */
    static HashFields of(Keyspace keyspace, byte[] key) {
        Entry entry = find(keyspace, key);
        if (entry != null && entry.type() == Type.SPLIT_HASH) {
            keyspace.freeze(); // entry and elements of one moment
            entry = find(keyspace, key);
        }
        return new HashFields(keyspace, key, entry);
    }

    private static @Nullable Entry find(Keyspace keyspace, byte[] key) {
        Entry entry = keyspace.find(key);
        if (entry != null && entry.type() != Type.PACKED_HASH && entry.type() != Type.SPLIT_HASH) {
            throw CommandException.wrongType();
        }
        return entry;
    }

    private void split(Entry entry) {
        split = entry;
        elements = Places.elements(key, entry.generation());
        count = entry.count();
        packed = null;
    }

    // ---- reading ----

    long count() {
        return packed == null ? count : packed.count();
    }

    byte @Nullable [] get(byte[] field) {
        PackedFields small = packed;
        return small == null ? keyspace.data().get(KeySpace.ELEMENTS, place(field)) : small.get(field);
    }

    private byte[] place(byte[] field) {
        return Places.element(elements, FIELD, field);
    }

    void forEach(PackedFields.Visitor visitor) {
        PackedFields small = packed;
        if (small != null) {
            small.forEach(visitor);
            return;
        }
        walk(null, Integer.MAX_VALUE, visitor);
    }

    /** Fields of a split hash in order, from one on, so many at most; returns the one to go on with, or null at the end. */
    byte @Nullable [] walk(byte @Nullable [] from, int countMax, PackedFields.Visitor visitor) {
        byte[] first = place(from == null ? new byte[0] : from);
        byte[] prefix = place(new byte[0]);
        int visited = 0;
        try (StoreCursor cursor = keyspace.data().scan(KeySpace.ELEMENTS, first, Places.behind(prefix), false)) {
            while (cursor.next()) {
                byte[] place = cursor.key();
                if (visited++ == countMax) {
                    return Arrays.copyOfRange(place, prefix.length, place.length);
                }
                byte[] value = cursor.value();
                byte[] both = Arrays.copyOf(place, place.length + value.length);
                System.arraycopy(value, 0, both, place.length, value.length);
                visitor.field(both, prefix.length, place.length - prefix.length, place.length, value.length);
            }
        }
        return null;
    }

    boolean isSplit() {
        return packed == null;
    }

    // ---- writing ----

    /** Returns whether the field is new. */
    boolean put(byte[] field, byte[] value) {
        changed = true;
        PackedFields small = packed;
        if (small != null) {
            boolean isNew = !small.has(field);
            PackedFields with = small.with(field, value);
            packed = with;
            if (with.bytes().length > PackedFields.BYTES_MAX) {
                unpack(with);
            }
            return isNew;
        }
        byte[] place = place(field);
        boolean isNew = keyspace.data().get(KeySpace.ELEMENTS, place) == null;
        keyspace.data().put(KeySpace.ELEMENTS, place, value);
        count += isNew ? 1 : 0;
        return isNew;
    }

    private void unpack(PackedFields small) {
        split(Entry.collection(Type.SPLIT_HASH, expires, keyspace.newGeneration()));
        small.forEach((bytes, field, fieldLength, value, valueLength) -> {
            byte[] name = Arrays.copyOfRange(bytes, field, field + fieldLength);
            keyspace.data().put(KeySpace.ELEMENTS, place(name), Arrays.copyOfRange(bytes, value, value + valueLength));
            count++;
        });
    }

    /** Returns whether it was there. */
    boolean remove(byte[] field) {
        PackedFields small = packed;
        if (small != null) {
            PackedFields without = small.without(field);
            boolean was = without != small;
            packed = without;
            changed |= was;
            return was;
        }
        byte[] place = place(field);
        if (keyspace.data().get(KeySpace.ELEMENTS, place) == null) {
            return false;
        }
        keyspace.data().delete(KeySpace.ELEMENTS, place);
        count--;
        changed = true;
        return true;
    }

    void save() {
        if (!changed) {
            return;
        }
        PackedFields small = packed;
        Entry large = split;
        if (small == null && large != null) {
            keyspace.putOrDelete(key, large.counting(count));
        } else if (small != null && small.bytes().length > 0) {
            keyspace.put(key, new Entry(Type.PACKED_HASH, expires, small.bytes()));
        } else {
            keyspace.delete(key);
        }
    }
}
