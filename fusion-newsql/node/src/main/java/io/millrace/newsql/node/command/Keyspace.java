package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.command.Entry.Type;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys with types and expiry, over {@link Data}. A key whose time has passed is not there; its bytes go with the next write to it, or with the sweep.
 *
 * <p><b>Threads.</b> For one at a time.
 */
public final class Keyspace {

    private final Data data;
    private final long nowMillis;

    /** Where the entry is that was read last, and what was there: who writes an entry has just read it. */
    private byte @Nullable [] readPlace;

    private byte @Nullable [] readBytes;

    /** @param nowMillis the moment of the turn: one for all its commands */
    public Keyspace(Data data, long nowMillis) {
        this.data = data;
        this.nowMillis = nowMillis;
    }

    Data data() {
        return data;
    }

    long nowMillis() {
        return nowMillis;
    }

    /** From here on, all that is read is of one moment; what was read before is forgotten. */
    void freeze() {
        readPlace = null;
        readBytes = null;
        data.freeze();
    }

    // ---- entries ----

    /** What the key holds, or null. */
    @Nullable
    Entry find(byte[] key) {
        byte[] stored = stored(key);
        return stored == null ? null : Entry.read(stored);
    }

    /** As {@link #find}, of a type. */
    @Nullable
    Entry find(byte[] key, Type type) {
        Entry entry = find(key);
        if (entry != null && entry.type() != type) {
            throw CommandException.wrongType();
        }
        return entry;
    }

    /** The entry's bytes, for comparing; null if it is not there. */
    byte @Nullable [] stored(byte[] key) {
        checkName(key);
        byte[] stored = read(Places.entry(key));
        return stored == null || isOver(Entry.expiresIn(stored)) ? null : stored;
    }

    private byte @Nullable [] read(byte[] place) {
        if (!Arrays.equals(place, readPlace)) {
            readBytes = data.get(KeySpace.KEYS, place);
            readPlace = place;
        }
        return readBytes;
    }

    private void write(byte[] place, byte @Nullable [] entry) {
        readPlace = null;
        if (entry == null) {
            data.delete(KeySpace.KEYS, place);
        } else {
            data.put(KeySpace.KEYS, place, entry);
        }
    }

    /** Whether an entry's bytes are those of a key whose time has not passed. */
    boolean isThere(byte[] stored) {
        return !isOver(Entry.expiresIn(stored));
    }

    boolean isOver(long expires) {
        return expires != 0 && expires <= nowMillis;
    }

    static void checkName(byte[] key) {
        checkName(key.length);
    }

    static void checkName(int length) {
        if (length > Places.NAME_BYTES_MAX) {
            throw CommandException.tooLong(length);
        }
    }

    /** Writes the entry; what the key held before goes, elements and expiry too, unless they are this entry's own. */
    void put(byte[] key, Entry entry) {
        byte[] place = Places.entry(key);
        byte[] before = read(place);
        if (before == null) {
            count(1);
        } else {
            Entry old = Entry.read(before);
            if (old.expires() != 0 && old.expires() != entry.expires()) {
                data.delete(KeySpace.KEYS, Places.expiry(old.expires(), key));
            }
            boolean same =
                    entry.type().hasElements() && old.type().hasElements() && entry.generation() == old.generation();
            if (old.type().hasElements() && !same) {
                leaveToSweep(key, old);
            }
        }
        if (entry.expires() != 0) {
            data.put(KeySpace.KEYS, Places.expiry(entry.expires(), key), new byte[0]);
        }
        write(place, entry.toBytes());
    }

    /** Removes the key; false if it was not there. */
    boolean delete(byte[] key) {
        byte[] place = Places.entry(key);
        byte[] stored = read(place);
        if (stored == null) {
            return false;
        }
        Entry old = Entry.read(stored);
        if (old.type().hasElements()) {
            leaveToSweep(key, old);
        }
        if (old.expires() != 0) {
            data.delete(KeySpace.KEYS, Places.expiry(old.expires(), key));
        }
        write(place, null);
        count(-1);
        return !isOver(old.expires());
    }

    /** Writes a collection, or removes the key if it has no elements any more. */
    void putOrDelete(byte[] key, Entry collection) {
        if (collection.count() == 0) {
            delete(key);
        } else {
            put(key, collection);
        }
    }

    private void leaveToSweep(byte[] key, Entry collection) {
        data.put(KeySpace.KEYS, Places.sweep(Places.elements(key, collection.generation())), new byte[0]);
    }

    // ---- counters ----

    /** Count of keys, those whose time has passed and that nobody swept included. */
    long count() {
        return number(Places.COUNT);
    }

    private void count(long change) {
        data.put(KeySpace.KEYS, Places.COUNT, bytes(count() + change));
    }

    /** A number that no collection had before. */
    long newGeneration() {
        long next = number(Places.GENERATIONS) + 1;
        data.put(KeySpace.KEYS, Places.GENERATIONS, bytes(next));
        return next;
    }

    private long number(byte[] place) {
        byte[] stored = data.get(KeySpace.KEYS, place);
        return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    // ---- the sweep ----

    /** Whether {@link #sweep} would find something. */
    public boolean hasToSweep() {
        return isAny(Places.firstExpiry(), Places.expiriesUpTo(nowMillis))
                || isAny(Places.firstSweep(), Places.behindSweeps());
    }

    private boolean isAny(byte[] from, byte[] to) {
        try (StoreCursor cursor = data.scan(KeySpace.KEYS, from, to, false)) {
            return cursor.next();
        }
    }

    /** Removes keys whose time has passed, and elements of collections that are gone, at most so many entries; returns whether there may be more. */
    public boolean sweep(int entriesMax) {
        int left = sweepExpired(entriesMax);
        return sweepElements(left) == 0;
    }

    private int sweepExpired(int entriesMax) {
        int left = entriesMax;
        try (StoreCursor due = data.scan(KeySpace.KEYS, Places.firstExpiry(), Places.expiriesUpTo(nowMillis), false)) {
            while (left > 0 && due.next()) {
                byte[] place = due.key();
                byte[] key = Places.keyOfExpiry(place);
                byte[] stored = data.get(KeySpace.KEYS, Places.entry(key));
                if (stored != null && isOver(Entry.expiresIn(stored))) {
                    delete(key);
                }
                data.delete(KeySpace.KEYS, place);
                left--;
            }
        }
        return left;
    }

    private int sweepElements(int entriesMax) {
        int left = entriesMax;
        try (StoreCursor gone = data.scan(KeySpace.KEYS, Places.firstSweep(), Places.behindSweeps(), false)) {
            while (left > 0 && gone.next()) {
                byte[] place = gone.key();
                left = deleteElements(Places.elementsOfSweep(place), left);
                if (left > 0) {
                    data.delete(KeySpace.KEYS, place);
                }
            }
        }
        return left;
    }

    private int deleteElements(byte[] elements, int entriesMax) {
        int left = entriesMax;
        try (StoreCursor cursor = data.scan(KeySpace.ELEMENTS, elements, Places.behind(elements), false)) {
            while (left > 0 && cursor.next()) {
                data.delete(KeySpace.ELEMENTS, cursor.key());
                left--;
            }
        }
        return left;
    }
}
