package io.millrace.benchmark.wal;

/**
 * Layout of the plain peers' files: blocks of 64 KiB, little endian.
 *
 * <pre>
 *  0         4         8                                    65536
 *  | CRC32C  | used    | length:4 record | length:4 record |  …  |
 * </pre>
 *
 * The checksum covers the bytes from {@code used} to the end of the used part; {@code used} counts from the start of the
 * block, 0 in one that was never written.
 */
final class BlockDescriptor {
    static final int BLOCK_BYTES = 64 << 10;
    static final int CRC_OFFSET = 0;
    static final int USED_OFFSET = 4;
    static final int RECORDS_OFFSET = 8;
    static final int LENGTH_BYTES = 4;

    /** Of one file: rolled like the segments of ours. */
    static final int FILE_BYTES = 64 << 20;

    private BlockDescriptor() {}
}
