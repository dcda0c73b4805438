/**
 * The SQL server's storage node: an ordered store ({@code NodeStore}) that a server in the same process uses directly, and the Redis protocol over it.
 *
 * <pre>
 *  commit ─► commit: one writer ─► log: joy-wal, the effect of each commit, forced a group at a time
 *                        └──────► store: RocksDB's memtables, flushed when the log is durable beyond them
 *  get, snapshot ─► store
 * </pre>
 *
 * A restart replays the log from the position that the data files name.
 */
@NullMarked
package io.millrace.newsql.node;

import org.jspecify.annotations.NullMarked;
