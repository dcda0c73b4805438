package io.millrace.newsql.node;

import java.nio.ByteBuffer;

/**
 * A walk over a range of keys, in order: {@code while (cursor.next()) { … }}. Must be closed. <b>Threads.</b> For one at a time.
 */
public interface StoreCursor extends AutoCloseable {

    /** Goes to the first entry, then from one to the next; false when there is no more. */
    boolean next();

    /** A copy of the entry's key. */
    byte[] key();

    /** A copy of the entry's value. */
    byte[] value();

    /** Looks at the keys of a walk. */
    @FunctionalInterface
    interface KeyVisitor {

        /**
         * Looks at a key; false ends the walk there.
         *
         * @param key lent for the call: its readable bytes
         */
        boolean key(ByteBuffer key);
    }

    /** Goes on as {@link #next} does, and shows each key without a copy, until the visitor wants no more or there is none. The visitor must be short: the store does not close meanwhile. */
    default void forEachKey(KeyVisitor visitor) {
        boolean goOn = true;
        while (goOn && next()) {
            goOn = visitor.key(ByteBuffer.wrap(key()));
        }
    }

    @Override
    void close();
}
