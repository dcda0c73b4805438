package io.millrace.newsql.mysql;

/** Where rows go. */
public interface RowSink {

    /**
     * Begins a row. The writer is the same one each time; all columns are put in order, then {@link RowWriter#end}.
     *
     * <p>Waits while the client is slow to read. When the client has gone, or reads nothing for the server's write timeout, throws {@link SqlException} 1317; what the
     * statement holds should be let go as for any error.
     */
    RowWriter row() throws SqlException;
}
