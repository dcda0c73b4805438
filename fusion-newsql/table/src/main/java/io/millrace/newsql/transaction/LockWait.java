package io.millrace.newsql.transaction;

/** What a statement does about rows that another transaction has locked. */
public enum LockWait {
    WAIT,
    NOWAIT,
    SKIP_LOCKED
}
