package io.millrace.newsql.node.store;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the followers of the log are, in {@link KeySpace#META}.
 *
 * <pre>
 *  cursor: ‹name›   →   | position: 8 | position when it was made: 8 |
 * </pre>
 */
public final class ReaderCursors {

    private static final byte[] BEGIN = "cursor:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "cursor;".getBytes(StandardCharsets.US_ASCII);

    private ReaderCursors() {}

    /**
     * One of them.
     *
     * @param position up to which it needs nothing any more
     * @param made position of the store when it was made
     */
    public record Place(String name, long position, long made) {}

    public static byte[] key(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] key = Arrays.copyOf(BEGIN, BEGIN.length + utf8.length);
        System.arraycopy(utf8, 0, key, BEGIN.length, utf8.length);
        return key;
    }

    /** Adds the writing of a cursor to a commit. */
    public static StoreBatch put(StoreBatch batch, Place place) {
        byte[] value = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(place.position())
                .putLong(place.made())
                .array();
        return batch.put(KeySpace.META, key(place.name()), value);
    }

    public static Place decode(String name, byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        return new Place(name, bytes.getLong(), bytes.getLong());
    }

    /** All that the tables hold, by their names. */
    public static List<Place> in(Tables tables) {
        List<Place> found = new ArrayList<>();
        try (StoreSnapshot snapshot = tables.snapshot();
                StoreCursor cursor = snapshot.scan(KeySpace.META, BEGIN, END, false)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                String name = new String(key, BEGIN.length, key.length - BEGIN.length, StandardCharsets.UTF_8);
                found.add(decode(name, cursor.value()));
            }
        }
        return found;
    }
}
