package io.millrace.newsql.encoding;

/** Which way a column of a key runs. */
public enum KeyOrder {
    /** NULL, then small to large. */
    ASCENDING(0),
    /** Large to small, then NULL. */
    DESCENDING(0xFF);

    private final int mask;

    KeyOrder(int mask) {
        this.mask = mask;
    }

    /** What each byte of the column is xor-ed with. */
    int mask() {
        return mask;
    }
}
