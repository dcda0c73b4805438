package io.millrace.wal.recovery;

import io.millrace.wal.WalRecord;
import java.nio.ByteBuffer;

/**
 * Zeros in the memory of segments. They are most of a segment that a process was killed in, and are looked at before anything is
 * compiled: so they are compared in blocks, which the virtual machine does by itself.
 */
final class Zeros {

    private static final ByteBuffer BLOCK = ByteBuffer.allocateDirect(32 << 10).asReadOnlyBuffer();

    private Zeros() {}

    /** The first place at or behind {@code from} whose eight bytes are not all 0; {@code to} if there is none, or {@code from} if that is behind it. */
    static int end(ByteBuffer memory, int from, int to) {
        if (from >= to || memory.getLong(from) != 0) {
            return from;
        }
        for (int at = from; at < to; at += BLOCK.capacity()) {
            int length = Math.min(to - at, BLOCK.capacity());
            int different = memory.slice(at, length).mismatch(BLOCK.slice(0, length));
            if (different >= 0) {
                return at + (different & -WalRecord.ALIGNMENT);
            }
        }
        return to;
    }
}
