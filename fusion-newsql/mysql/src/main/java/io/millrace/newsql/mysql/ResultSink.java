package io.millrace.newsql.mysql;

import java.io.InputStream;
import java.util.List;

/**
 * Takes the results of one call, one after the other, and sends them while they are made; a result need not fit into memory.
 *
 * <pre>
 *  result := columns row* end  |  ok
 *  call   := result+           an exception may end it at any place, also between rows
 * </pre>
 *
 * <p><b>Threads</b>: the worker of the call. <b>Errors</b>: {@link IllegalStateException} for calls out of that order.
 */
public interface ResultSink extends RowSink {

    /** Begins a result with rows. The list must stay as it is until the result has ended; a {@link ColumnList} is encoded once, however often it is given. */
    void columns(List<ColumnDefinition> columns) throws SqlException;

    /** Ends a result with rows; {@code warnings} are counted up to 65535. */
    void end(int warnings) throws SqlException;

    /**
     * A result without rows.
     *
     * @param affectedRows rows changed, or found where the client asked for that ({@link Capabilities#FOUND_ROWS})
     * @param lastInsertId the first value of AUTO_INCREMENT that was made, 0 if none
     * @param info such as {@code Records: 3  Duplicates: 0  Warnings: 0}; empty for none
     */
    void ok(long affectedRows, long lastInsertId, int warnings, String info) throws SqlException;

    /**
     * Asks the client for one of its files, for LOAD DATA LOCAL. The stream waits for the client; close it before the call's result is given. What was not read is
     * then thrown away, since the client sends all of it.
     *
     * @param fileName as the client wrote it
     * @throws SqlException 3948 if the client or this server does not allow it
     */
    InputStream localInfile(String fileName) throws SqlException;
}
