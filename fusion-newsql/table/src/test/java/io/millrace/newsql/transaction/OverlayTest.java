package io.millrace.newsql.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.newsql.storage.EntryCursor;
import io.millrace.testkit.Seeds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Written keys over committed ones read as one map that has both, in both directions; undoing goes back to where it was. */
class OverlayTest {

    private static final int KEYS = 40;

    @Test
    void readsAsTheMapThatHasBoth() {
        Random random = Seeds.random("OverlayTest");
        for (int round = 0; round < 2000; round++) {
            NavigableMap<Integer, Integer> committed = new TreeMap<>();
            for (int i = random.nextInt(KEYS); i > 0; i--) {
                committed.put(random.nextInt(KEYS), random.nextInt(100));
            }
            Overlay overlay = new Overlay();
            NavigableMap<Integer, Integer> model = new TreeMap<>(committed);
            write(random, overlay, model);
            int mark = overlay.mark();
            NavigableMap<Integer, Integer> atMark = new TreeMap<>(model);
            write(random, overlay, model);
            int from = random.nextInt(KEYS);
            int to = from + random.nextInt(KEYS);
            boolean backwards = random.nextBoolean();
            assertThat(read(overlay, committed, from, to, backwards)).isEqualTo(expected(model, from, to, backwards));
            overlay.undoTo(mark);
            assertThat(read(overlay, committed, from, to, backwards)).isEqualTo(expected(atMark, from, to, backwards));
        }
    }

    private static void write(Random random, Overlay overlay, NavigableMap<Integer, Integer> model) {
        for (int i = random.nextInt(KEYS); i > 0; i--) {
            int key = random.nextInt(KEYS);
            if (random.nextBoolean()) {
                int value = random.nextInt(100);
                overlay.put(bytes(key), new Overlay.Write(1, 1, null, bytes(value), false));
                model.put(key, value);
            } else {
                overlay.put(bytes(key), new Overlay.Write(1, 1, null, null, false));
                model.remove(key);
            }
        }
    }

    private static byte[] bytes(int value) {
        return new byte[] {(byte) value};
    }

    private static List<Integer> expected(NavigableMap<Integer, Integer> model, int from, int to, boolean backwards) {
        NavigableMap<Integer, Integer> range = model.subMap(from, true, to, false);
        List<Integer> pairs = new ArrayList<>();
        (backwards ? range.descendingMap() : range).forEach((key, value) -> pairs.add(key * 1000 + value));
        return pairs;
    }

    private static List<Integer> read(
            Overlay overlay, NavigableMap<Integer, Integer> committed, int from, int to, boolean backwards) {
        NavigableMap<Integer, Integer> range = committed.subMap(from, true, to, false);
        List<Integer> pairs = new ArrayList<>();
        try (EntryCursor cursor = overlay.merge(
                new MapCursor(backwards ? range.descendingMap() : range), bytes(from), bytes(to), backwards)) {
            while (cursor.next()) {
                pairs.add(cursor.key()[0] * 1000 + cursor.value()[0]);
            }
        }
        return pairs;
    }

    private static final class MapCursor implements EntryCursor {
        private final Iterator<Map.Entry<Integer, Integer>> entries;
        private Map.Entry<Integer, Integer> entry = Map.entry(0, 0);

        MapCursor(Map<Integer, Integer> map) {
            entries = map.entrySet().iterator();
        }

        @Override
        public boolean next() {
            if (!entries.hasNext()) {
                return false;
            }
            entry = entries.next();
            return true;
        }

        @Override
        public byte[] key() {
            return bytes(entry.getKey());
        }

        @Override
        public byte[] value() {
            return bytes(entry.getValue());
        }

        @Override
        public void close() {}
    }
}
