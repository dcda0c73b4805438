package io.millrace.wal;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Takes what a scan of a closed log finds, in the order of positions. Memory is borrowed for the call: the payload is the {@code length} bytes from {@code index}.
 *
 * <p><b>Threads.</b> One.
 */
public interface WalVisitor {

    /** A caller's record that is as it was written: in a group that holds, or published behind the last group by a process that was killed. */
    void record(long position, int type, ByteBuffer memory, int index, int length);

    /**
     * What looks like a caller's record, among bytes whose checksum is wrong or cannot be known: what it says may be wrong.
     *
     * @return whether it fits to what is known otherwise; where headers do not lead on, that decides what is looked at next
     */
    boolean suspect(long position, int type, ByteBuffer memory, int index, int length);

    /**
     * Bytes that are not as they were written. Told before what is suspect in them.
     *
     * @param bytes how many; 0 between two groups that hold, of which the second does not follow the first
     * @param blind whether their headers do not lead through them: there may have been records that nobody can name
     */
    void damage(Path segment, long position, long bytes, boolean blind, String what);

    /** Whether to go on; asked before each segment. */
    default boolean wantsMore() {
        return true;
    }
}
