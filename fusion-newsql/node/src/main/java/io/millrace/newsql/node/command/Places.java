package io.millrace.newsql.node.command;

import io.millrace.newsql.node.OrderedStore;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where keys and their elements lie. Big-endian.
 *
 * <pre>
 *  KEYS      01 | key                                   an entry: EntryDescriptor
 *            02 | millis:8 | key                        expires then; for the sweep
 *            03 | place of elements to be swept
 *            04                                         the next generation that was not given out
 *            05                                         count of entries
 *  ELEMENTS  length of key:2 | key | generation:8 | kind:1 | …
 * </pre>
 *
 * A collection that is deleted leaves its elements to the sweep; one of the same name that is made later has another generation.
 */
final class Places {

    static final byte[] GENERATIONS = {4};
    static final byte[] COUNT = {5};

    /** Of a key together with a member, field or bounds: what the store takes, less the generation and its like. */
    static final int NAME_BYTES_MAX = OrderedStore.KEY_BYTES_MAX - 32;

    /** Before the name of a key's entry. */
    static final byte ENTRY = 1;

    private static final byte EXPIRY = 2;
    private static final byte SWEEP = 3;

    private Places() {}

    static byte[] entry(byte[] key) {
        return prefixed(ENTRY, key);
    }

    static byte[] keyOfEntry(byte[] place) {
        return Arrays.copyOfRange(place, 1, place.length);
    }

    /** Where entries end. */
    static byte[] behindEntries() {
        return new byte[] {ENTRY + 1};
    }

    static byte[] expiry(long millis, byte[] key) {
        return ByteBuffer.allocate(1 + Long.BYTES + key.length)
                .put(EXPIRY)
                .putLong(millis)
                .put(key)
                .array();
    }

    static byte[] expiriesUpTo(long millis) {
        return expiry(millis + 1, new byte[0]);
    }

    static byte[] firstExpiry() {
        return new byte[] {EXPIRY};
    }

    static byte[] keyOfExpiry(byte[] place) {
        return Arrays.copyOfRange(place, 1 + Long.BYTES, place.length);
    }

    static byte[] sweep(byte[] elements) {
        return prefixed(SWEEP, elements);
    }

    static byte[] firstSweep() {
        return new byte[] {SWEEP};
    }

    static byte[] behindSweeps() {
        return new byte[] {SWEEP + 1};
    }

    static byte[] elementsOfSweep(byte[] place) {
        return Arrays.copyOfRange(place, 1, place.length);
    }

    /** All elements of a generation of a key begin with this. */
    static byte[] elements(byte[] key, long generation) {
        return ByteBuffer.allocate(2 + key.length + Long.BYTES)
                .putShort((short) key.length)
                .put(key)
                .putLong(generation)
                .array();
    }

    static byte[] element(byte[] elements, char kind, byte[] rest) {
        if (elements.length + rest.length > NAME_BYTES_MAX + 24) {
            throw CommandException.tooLong(elements.length - 10 + rest.length);
        }
        byte[] place = Arrays.copyOf(elements, elements.length + 1 + rest.length);
        place[elements.length] = (byte) kind;
        System.arraycopy(rest, 0, place, elements.length + 1, rest.length);
        return place;
    }

    /** Behind every key that begins with the prefix; null if there is no such place. */
    static byte @Nullable [] behind(byte[] prefix) {
        int end = prefix.length;
        while (end > 0 && prefix[end - 1] == (byte) 0xFF) {
            end--;
        }
        if (end == 0) {
            return null;
        }
        byte[] behind = Arrays.copyOf(prefix, end);
        behind[end - 1]++;
        return behind;
    }

    /** The next key in order. */
    static byte[] next(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    private static byte[] prefixed(byte first, byte[] rest) {
        byte[] place = new byte[1 + rest.length];
        place[0] = first;
        System.arraycopy(rest, 0, place, 1, rest.length);
        return place;
    }
}
