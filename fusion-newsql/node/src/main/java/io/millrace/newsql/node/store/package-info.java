/**
 * The store's data: RocksDB without a log of its own. One column family a key space; all of them are flushed together, when the writer says so and never otherwise, so that
 * the files hold the commits up to one position, which they name in {@code META}.
 */
@NullMarked
package io.millrace.newsql.node.store;

import org.jspecify.annotations.NullMarked;
