package io.millrace.newsql.mysql;

import java.util.List;

/**
 * The open result of a prepared statement, from which the client fetches rows. Other statements may run in the session between two
 * fetches.
 *
 * <p><b>Threads</b>: as its session.
 */
public interface SqlCursor extends AutoCloseable {

    /** Columns of the rows; the same at each call. */
    List<ColumnDefinition> columns();

    /**
     * Writes the next rows.
     *
     * @param rowsMax at most so many, at least 1
     * @param rows gives a writer for each row
     * @return whether there may be more; false once the last row was written
     */
    boolean fetch(int rowsMax, RowSink rows) throws SqlException;

    /** Lets go of it. Called once. */
    @Override
    void close();
}
