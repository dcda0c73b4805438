package io.millrace.wal;

import java.nio.file.Path;
import java.util.List;

/**
 * What looking at a whole log found.
 *
 * @param segments files looked at
 * @param groups groups that hold
 * @param records callers' records in them
 * @param bytes bytes in them
 * @param start position of the first
 * @param end position behind the last
 * @param unsealedRecords records published behind the last seal, which opening keeps if the system has run on since
 * @param damages what does not hold, in order
 * @param copies files that were put aside by a repair, as they were, named {@code ….damaged}
 */
public record WalReport(
        int segments,
        long groups,
        long records,
        long bytes,
        long start,
        long end,
        long unsealedRecords,
        List<WalDamage> damages,
        List<Path> copies) {

    /** Whether opening the log would succeed and lose nothing that was on the device. */
    public boolean isSound() {
        return damages.stream().noneMatch(WalDamage::wasDurable);
    }

    /** Bytes in which the damages lie. */
    public long damagedBytes() {
        return damages.stream().mapToLong(WalDamage::bytes).sum();
    }
}
