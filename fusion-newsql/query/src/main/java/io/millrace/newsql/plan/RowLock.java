package io.millrace.newsql.plan;

import io.millrace.newsql.transaction.LockWait;

/** How the rows of a table are locked as they are read. @param shared whether others may lock them likewise */
public record RowLock(boolean shared, LockWait patience) {}
