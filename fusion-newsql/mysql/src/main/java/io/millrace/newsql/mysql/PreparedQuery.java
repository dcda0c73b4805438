package io.millrace.newsql.mysql;

import java.util.List;

/**
 * A prepared statement of one session.
 *
 * <p><b>Threads</b>: as its session.
 */
public interface PreparedQuery extends AutoCloseable {

    /** How many {@code ?} it has, 0 to 65535. */
    int parameterCount();

    /** Columns of its result; empty if it has none, or if they are not known before it runs. */
    List<ColumnDefinition> columns();

    /** Columns that describe its parameters, as many as there are; by default texts without a name. */
    default List<ColumnDefinition> parameters() {
        return java.util.Collections.nCopies(parameterCount(), ColumnDefinition.parameter());
    }

    /** Whether {@link SqlSession#executeNow} is worth asking: a guess, by how it ran last. */
    default boolean mayRunNow() {
        return false;
    }

    /** Lets go of it. Called once. */
    @Override
    void close();
}
