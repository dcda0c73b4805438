/**
 * A copy of the store while it is written to: RocksDB's checkpoint beside the store, made in the writer's turn, and the log's segment that holds its position; then, with
 * the writer gone on, all of it linked or copied into the target.
 */
@NullMarked
package io.millrace.newsql.node.backup;

import org.jspecify.annotations.NullMarked;
