package io.millrace.newsql.storage;

/** A walk over keys and values, in order: {@code while (cursor.next()) …}. For one thread. */
public interface EntryCursor extends AutoCloseable {

    boolean next();

    /** Gives: the caller's. */
    byte[] key();

    /** Gives: the caller's. */
    byte[] value();

    @Override
    void close();
}
