package io.millrace.newsql.storage;

/** The two ordered sets that a storage keeps for the server. */
public enum Area {
    /** Rows, by table and primary key. */
    ROWS,
    /** Entries of indexes, by index, values and row. */
    ENTRIES
}
