package io.millrace.wal.segment;

import io.millrace.wal.Durability;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * How segments are prepared.
 *
 * @param level the log's level: pages are mappings of their files at {@link Durability#OS}; at all but {@link Durability#PAGE} space is written ahead, and forced at {@link Durability#SYNC}
 * @param prepared segments to have ready
 * @param recycled files to keep for another use
 * @param bootId run of the operating system
 * @param epochs draws the epoch of each use of a file
 * @param start where the log begins, now
 * @param synced position below which everything is known to be on the device, now
 */
public record SupplySettings(
        Durability level,
        int prepared,
        int recycled,
        UUID bootId,
        LongSupplier epochs,
        LongSupplier start,
        LongSupplier synced) {

    boolean mapped() {
        return level == Durability.OS;
    }

    boolean prewritten() {
        return level != Durability.PAGE;
    }

    boolean forced() {
        return level == Durability.SYNC;
    }
}
