/**
 * The one writer of a store. It takes commits from a bounded queue, checks what they require, appends them to the log, applies them to the memtables in the log's order, and
 * completes them when the log is on the device up to their positions: one force for all that came together.
 *
 * <pre>
 *  commit() ──► CommitQueue ──► StoreWriter: check ─► log.append ─► ask for a force ─► tables.apply ─┐
 *                                                                          └── on the device ──────┴──► completed
 * </pre>
 */
@NullMarked
package io.millrace.newsql.node.commit;

import org.jspecify.annotations.NullMarked;
