/**
 * Chronicle Queue, RocksDB and Kafka as contenders of the scenarios {@code wal} and {@code queue}.
 *
 * <p>They run in processes of their own, so that what they depend on never meets what ours depends on. Each is set up as
 * its makers advise for many small messages; what was chosen stands at the class.
 */
@NullMarked
package io.millrace.benchmark.peers;

import org.jspecify.annotations.NullMarked;
