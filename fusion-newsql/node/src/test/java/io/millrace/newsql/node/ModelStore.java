package io.millrace.newsql.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a store should hold: a sorted map a key space. */
final class ModelStore {

    private final Map<KeySpace, NavigableMap<byte[], byte[]>> spaces = new EnumMap<>(KeySpace.class);

    ModelStore() {
        for (KeySpace space : KeySpace.values()) {
            spaces.put(space, new TreeMap<>(Arrays::compareUnsigned));
        }
    }

    /** A copy that later writes do not change. */
    ModelStore copy() {
        ModelStore copy = new ModelStore();
        spaces.forEach((space, map) -> copy.of(space).putAll(map));
        return copy;
    }

    NavigableMap<byte[], byte[]> of(KeySpace space) {
        NavigableMap<byte[], byte[]> map = spaces.get(space);
        if (map == null) {
            throw new AssertionError(space);
        }
        return map;
    }

    byte @Nullable [] get(KeySpace space, byte[] key) {
        return of(space).get(key);
    }

    boolean holds(StoreBatch batch) {
        return batch.requirements().stream()
                .allMatch(required -> Arrays.equals(get(required.space(), required.key()), required.value()));
    }

    void apply(StoreBatch batch) {
        for (StoreBatch.Write write : batch.writes()) {
            byte[] value = write.value();
            if (value == null) {
                of(write.space()).remove(write.key());
            } else {
                of(write.space()).put(write.key(), value);
            }
        }
    }

    /** Entries as text, which compares and prints well. */
    List<String> scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards) {
        NavigableMap<byte[], byte[]> map = of(space);
        List<String> entries = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> entry : (backwards ? map.descendingMap() : map).entrySet()) {
            boolean inside = (from == null || Arrays.compareUnsigned(entry.getKey(), from) >= 0)
                    && (to == null || Arrays.compareUnsigned(entry.getKey(), to) < 0);
            if (inside) {
                entries.add(text(entry.getKey(), entry.getValue()));
            }
        }
        return entries;
    }

    static String text(byte[] key, byte[] value) {
        return Arrays.toString(key) + "=" + value.length + ":" + Arrays.hashCode(value);
    }
}
