/** Transactions: a snapshot, what was written on top of it, locks on rows, and savepoints. */
@NullMarked
package io.millrace.newsql.transaction;

import org.jspecify.annotations.NullMarked;
