/**
 * A chain of buffers that grows without moving a byte, variable-length integers, and checksums.
 *
 * <h2>The path of a byte</h2>
 *
 * <pre>
 *  small:  caller's bytes ──copied──► open tail ──sealed──► node ─┐
 *  large:  caller's buffer ──────────no copy──────────────► node ─┴─► drainTo(channel) or slice / peek / skip
 * </pre>
 *
 * A {@link io.millrace.buffer.ChainedBuffer} keeps sealed nodes in order and, behind them, at most one open tail that can be
 * written. A buffer of more than {@link io.millrace.buffer.ChainedBuffer#COPY_LIMIT} bytes becomes a node as it is; what
 * is smaller is cheaper to copy than to keep apart. Whoever reads sees one run of bytes; a node whose last byte was read is
 * released at once, and {@link io.millrace.buffer.ChainedBuffer#drainTo} hands the nodes on as they are.
 *
 * <p>{@link io.millrace.buffer.Varint} writes and reads unsigned LEB128 with checked bounds; zigzag maps small negative
 * numbers to small unsigned ones. {@link io.millrace.buffer.Crc32c} sums ranges of a buffer and can be taken up where it was left.
 *
 * <h2>Limits</h2>
 *
 * One thread at a time; a chain holds at most the bytes it was created for (an {@code int}); nothing here opens files, sockets or threads.
 */
@NullMarked
package io.millrace.buffer;

import org.jspecify.annotations.NullMarked;
