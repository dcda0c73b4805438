package io.millrace.newsql.execute;

import org.jspecify.annotations.Nullable;

/** A walk over the rows of one level of a join, each put into the frame's slots. One thread. Must be closed. */
interface LevelCursor extends AutoCloseable {

    boolean next();

    /** Whether the conditions that its path is made of hold for every row of it. */
    default boolean decided() {
        return false;
    }

    /** Key of the row of a table, by its place in the FROM; null if it has none. */
    byte @Nullable [] rowKey(int place);

    @Override
    void close();
}
