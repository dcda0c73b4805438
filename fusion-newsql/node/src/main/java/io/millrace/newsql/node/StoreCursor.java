package io.millrace.newsql.node;

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

    @Override
    void close();
}
