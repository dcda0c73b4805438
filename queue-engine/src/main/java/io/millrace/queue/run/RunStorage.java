package io.millrace.queue.run;

import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import java.time.Duration;

/**
 * What runs are made of and kept in: the files, the memory, and how hard to press bytes on the device.
 *
 * @param files through which every file is opened
 * @param arena where indexes, buffers and windows come from
 * @param patience how long to wait for memory before giving up
 * @param writeBytes bytes of one write; a multiple of 4096 and at least two blocks. One megabyte is where the disk is at its full rate
 * @param sync whether a finished run is on the device, file and folder, when it is given
 */
public record RunStorage(StorageFiles files, PageArena arena, Duration patience, int writeBytes, boolean sync) {

    /** What a direct write needs to reach the device's rate; more bought nothing. */
    public static final int WRITE_BYTES = 1 << 20;

    /** Checks the size of a write. */
    public RunStorage {
        if (writeBytes < 2 * RunDescriptor.BLOCK_BYTES || writeBytes % RunDescriptor.BLOCK_BYTES != 0) {
            throw new IllegalArgumentException("writeBytes: " + writeBytes + " (expected: multiple of "
                    + RunDescriptor.BLOCK_BYTES + ", at least two of them)");
        }
    }

    /** With the usual size of a write. */
    public static RunStorage of(StorageFiles files, PageArena arena, Duration patience, boolean sync) {
        return new RunStorage(files, arena, patience, WRITE_BYTES, sync);
    }

    /** The same with writes of another size. */
    public RunStorage withWriteBytes(int bytes) {
        return new RunStorage(files, arena, patience, bytes, sync);
    }
}
