package io.millrace.newsql.transaction;

/** What a transaction's plain reads see. */
public enum Isolation {
    /** What was committed when each statement began. */
    READ_COMMITTED("READ-COMMITTED"),
    /** What was committed when the transaction first read: a snapshot. */
    REPEATABLE_READ("REPEATABLE-READ"),
    /** As REPEATABLE READ, but what a transaction of several statements reads it also locks. */
    SERIALIZABLE("SERIALIZABLE");

    private final String sqlName;

    Isolation(String sqlName) {
        this.sqlName = sqlName;
    }

    /** As the variable {@code transaction_isolation} says it. */
    public String sqlName() {
        return sqlName;
    }
}
