package io.millrace.newsql.node.command;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a key holds: a value, or what is to be known of its elements.
 *
 * <pre>
 *   0      1                9
 *   +------+----------------+--------------------------------------------------+
 *   | type | expires:8 or 0 | string: its bytes                                |
 *   |      |                | packed hash: PackedFields                        |
 *   |      |                | others: generation:8 | count:8 | changes:8 | …   |
 *   +------+----------------+--------------------------------------------------+
 * </pre>
 *
 * @param type what it is
 * @param expires milliseconds of the epoch; 0 for never
 * @param body behind the header; not to be changed
 */
record Entry(Type type, long expires, byte[] body) {

    /** Bytes before the body. */
    static final int HEADER = 1 + Long.BYTES;

    static final int COLLECTION_BYTES = 3 * Long.BYTES;

    /** The numbers are in files. */
    enum Type {
        STRING(1, "string"),
        PACKED_HASH(2, "hash"),
        SPLIT_HASH(3, "hash"),
        SORTED_SET(4, "zset"),
        STREAM(5, "stream");

        private final int number;
        private final String word;

        Type(int number, String word) {
            this.number = number;
            this.word = word;
        }

        /** What TYPE answers. */
        String word() {
            return word;
        }

        /** Whether stored bytes that begin with this are of the type. */
        boolean is(byte stored) {
            return stored == number;
        }

        boolean hasElements() {
            return this != STRING && this != PACKED_HASH;
        }

        static Type of(int number) {
            for (Type type : values()) {
                if (type.number == number) {
                    return type;
                }
            }
            throw new CommandException("ERR type of a stored key is not known: " + number);
        }
    }

    static Entry read(byte[] stored) {
        return new Entry(
                Type.of(stored[0]),
                ByteBuffer.wrap(stored).getLong(1),
                Arrays.copyOfRange(stored, HEADER, stored.length));
    }

    /** Milliseconds of expiry, without a copy of the rest. */
    static long expiresIn(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong(1);
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(HEADER + body.length)
                .put((byte) type.number)
                .putLong(expires)
                .put(body)
                .array();
    }

    static Entry collection(Type type, long expires, long generation) {
        byte[] body = ByteBuffer.allocate(COLLECTION_BYTES).putLong(generation).array();
        return new Entry(type, expires, body);
    }

    long generation() {
        return ByteBuffer.wrap(body).getLong(0);
    }

    long count() {
        return ByteBuffer.wrap(body).getLong(Long.BYTES);
    }

    /** With another count of elements, and changed: so that who watches it sees that. */
    Entry counting(long count) {
        byte[] changed = body.clone();
        ByteBuffer to = ByteBuffer.wrap(changed);
        to.putLong(Long.BYTES, count);
        to.putLong(2 * Long.BYTES, to.getLong(2 * Long.BYTES) + 1);
        return new Entry(type, expires, changed);
    }

    /** With other bytes behind those of every collection. */
    Entry carrying(byte[] more) {
        byte[] changed = Arrays.copyOf(body, COLLECTION_BYTES + more.length);
        System.arraycopy(more, 0, changed, COLLECTION_BYTES, more.length);
        return new Entry(type, expires, changed);
    }

    Entry expiring(long millis) {
        return new Entry(type, millis, body);
    }
}
