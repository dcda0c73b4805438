/**
 * An off-heap cache-page write-ahead log; {@link io.millrace.wal.WriteAheadLog} is the door.
 *
 * <h2>The life of a record</h2>
 *
 * <pre>
 *  appenders          tail.getAndAdd ─► mark ─► copy ─► release store          append
 *                          │                                │
 *  page                    ▼                                ▼                  page, segment
 *            | sealed groups … | SEAL | rec | rec | SLOT | rec | claimed | 0 0 0
 *                          ▲                   ▲
 *  committer          write, force        walk, seal                           append, segment
 *  readers            walk published headers; cold ones read whole groups      page
 *  next open          groups that hold, then what a killed process published   recovery
 * </pre>
 *
 * The layout of the bytes is in {@link io.millrace.wal.WalRecord} and {@code docs/formats/wal-segment.md}.
 *
 * <h2>Threads and locks</h2>
 *
 * Appenders share one counter a segment and no lock; the roll has one. The committer alone seals, writes and forces; the supply alone makes, zeroes and deletes files. Lock
 * order: the log's own, rolling, the truncation's, the table's, the supply's, the maker's; no lock is held while a listener is told of a sealed segment.
 *
 * <h2>Limits</h2>
 *
 * A record takes at most a quarter of a segment and less than 16 MiB. A directory keeps its size of segments. Memory is {@code cacheBytes}; of it, readers may hold
 * {@code pinnedBytesMax}.
 */
@NullMarked
package io.millrace.wal;

import org.jspecify.annotations.NullMarked;
