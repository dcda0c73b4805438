package io.millrace.newsql.node;

/** The parts of a store, each with an order of its own. The numbers are in files. */
public enum KeySpace {
    /** What the store knows of itself. */
    META(0),
    /** Keys of the Redis commands: types, expiry, packed values. */
    KEYS(1),
    /** Elements of large hashes, sorted sets and streams, one an entry. */
    ELEMENTS(2),
    /** The SQL server's schemas, accounts and counters. */
    CATALOG(3),
    /** The SQL server's rows, by table and primary key. */
    ROWS(4),
    /** The SQL server's index entries, by index and values. */
    INDEXES(5);

    private final int number;

    KeySpace(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
