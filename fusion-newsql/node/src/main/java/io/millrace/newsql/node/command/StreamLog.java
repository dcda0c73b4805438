package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.command.Entry.Type;
import org.jspecify.annotations.Nullable;

/** A stream over its elements: {@code 'x' | millis:8 | sequence:8}, each with its fields packed. Behind the entry's count lies the last id that was given. */
final class StreamLog {

    private static final char ENTRY = 'x';

    private final Keyspace keyspace;
    private final byte[] key;
    private final Entry entry;
    private final byte[] elements;
    private long count;
    private StreamId last;

    private StreamLog(Keyspace keyspace, byte[] key, Entry entry) {
        this.keyspace = keyspace;
        this.key = key;
        this.entry = entry;
        this.elements = Places.elements(key, entry.generation());
        this.count = entry.count();
        this.last = entry.body().length > Entry.COLLECTION_BYTES
                ? StreamId.at(entry.body(), Entry.COLLECTION_BYTES)
                : StreamId.LOWEST;
    }

    static @Nullable StreamLog find(Keyspace keyspace, byte[] key) {
        keyspace.freeze();
        Entry stored = keyspace.find(key, Type.STREAM);
        return stored == null ? null : new StreamLog(keyspace, key, stored);
    }

    static StreamLog make(Keyspace keyspace, byte[] key) {
        return new StreamLog(keyspace, key, Entry.collection(Type.STREAM, 0, keyspace.newGeneration()));
    }

    long count() {
        return count;
    }

    StreamId last() {
        return last;
    }

    void add(StreamId id, PackedFields fields) {
        keyspace.data().put(KeySpace.ELEMENTS, place(id), fields.bytes());
        count++;
        last = id;
    }

    boolean remove(StreamId id) {
        if (keyspace.data().get(KeySpace.ELEMENTS, place(id)) == null) {
            return false;
        }
        keyspace.data().delete(KeySpace.ELEMENTS, place(id));
        count--;
        return true;
    }

    /** Removes the oldest until so many are left. */
    long trimToCount(long most) {
        long[] removed = {0};
        walk(StreamId.LOWEST, StreamId.HIGHEST, false, (id, fields) -> {
            if (count <= most) {
                return false;
            }
            removed[0]++;
            return remove(id);
        });
        return removed[0];
    }

    /** Removes those before an id. */
    long trimBefore(StreamId least) {
        long[] removed = {0};
        walk(StreamId.LOWEST, StreamId.HIGHEST, false, (id, fields) -> {
            if (id.compareTo(least) >= 0) {
                return false;
            }
            removed[0]++;
            return remove(id);
        });
        return removed[0];
    }

    /** An empty stream stays, as in Redis: its last id is not to be given again. */
    void save() {
        keyspace.put(key, entry.counting(count).carrying(last.toBytes()));
    }

    /** Entries in order; false ends the walk. */
    interface Visitor {

        boolean entry(StreamId id, PackedFields fields);
    }

    /** Both ends are included. */
    void walk(StreamId from, StreamId to, boolean backwards, Visitor visitor) {
        if (from.compareTo(to) > 0) {
            return;
        }
        try (StoreCursor cursor =
                keyspace.data().scan(KeySpace.ELEMENTS, place(from), Places.next(place(to)), backwards)) {
            boolean goOn = true;
            while (goOn && cursor.next()) {
                byte[] place = cursor.key();
                goOn = visitor.entry(StreamId.at(place, elements.length + 1), new PackedFields(cursor.value()));
            }
        }
    }

    private byte[] place(StreamId id) {
        return Places.element(elements, ENTRY, id.toBytes());
    }
}
