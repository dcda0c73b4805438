package io.millrace.wal.segment;

import io.millrace.wal.Durability;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a segment's header says.
 *
 * @param epoch of this use of the file
 * @param base position of the file's first byte
 * @param segmentBytes size of the log's segments
 * @param level the log's level when the segment was prepared
 * @param bootId run of the operating system in which it was prepared
 * @param start where the log began then
 * @param synced position below which everything was known to be on the device then
 */
public record SegmentHeader(
        long epoch, long base, int segmentBytes, Durability level, UUID bootId, long start, long synced) {

    /** Writes the fields and their checksum at index 0 of a little-endian buffer, whose position and limit stay. */
    public void write(ByteBuffer to) {
        to.putLong(SegmentDescriptor.MAGIC_OFFSET, SegmentDescriptor.MAGIC);
        to.putInt(SegmentDescriptor.VERSION_OFFSET, SegmentDescriptor.VERSION);
        to.putLong(SegmentDescriptor.EPOCH_OFFSET, epoch);
        to.putLong(SegmentDescriptor.BASE_OFFSET, base);
        to.putInt(SegmentDescriptor.SEGMENT_BYTES_OFFSET, segmentBytes);
        to.putInt(SegmentDescriptor.LEVEL_OFFSET, level.ordinal());
        to.putLong(SegmentDescriptor.BOOT_ID_OFFSET, bootId.getMostSignificantBits());
        to.putLong(SegmentDescriptor.BOOT_ID_OFFSET + Long.BYTES, bootId.getLeastSignificantBits());
        to.putLong(SegmentDescriptor.START_OFFSET, start);
        to.putLong(SegmentDescriptor.SYNCED_OFFSET, synced);
        to.putInt(SegmentDescriptor.CRC_OFFSET, crc(to));
    }

    /** The header at index 0, or null if there is none whose checksum holds; the version is the caller's to look at first. */
    public static @Nullable SegmentHeader read(ByteBuffer from) {
        if (from.getLong(SegmentDescriptor.MAGIC_OFFSET) != SegmentDescriptor.MAGIC
                || from.getInt(SegmentDescriptor.CRC_OFFSET) != crc(from)
                || from.getInt(SegmentDescriptor.VERSION_OFFSET) != SegmentDescriptor.VERSION) {
            return null;
        }
        int level = from.getInt(SegmentDescriptor.LEVEL_OFFSET);
        if (level < 0 || level >= Durability.values().length) {
            return null;
        }
        return new SegmentHeader(
                from.getLong(SegmentDescriptor.EPOCH_OFFSET),
                from.getLong(SegmentDescriptor.BASE_OFFSET),
                from.getInt(SegmentDescriptor.SEGMENT_BYTES_OFFSET),
                Durability.values()[level],
                new UUID(
                        from.getLong(SegmentDescriptor.BOOT_ID_OFFSET),
                        from.getLong(SegmentDescriptor.BOOT_ID_OFFSET + Long.BYTES)),
                from.getLong(SegmentDescriptor.START_OFFSET),
                from.getLong(SegmentDescriptor.SYNCED_OFFSET));
    }

    /** The version that a buffer claims, if it is a segment of ours whose checksum holds; else 0. */
    public static int versionOf(ByteBuffer from) {
        boolean ours = from.getLong(SegmentDescriptor.MAGIC_OFFSET) == SegmentDescriptor.MAGIC
                && from.getInt(SegmentDescriptor.CRC_OFFSET) == crc(from);
        return ours ? from.getInt(SegmentDescriptor.VERSION_OFFSET) : 0;
    }

    private static int crc(ByteBuffer of) {
        ByteBuffer fields = of.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        CRC32C crc = new CRC32C();
        crc.update(fields.clear().limit(SegmentDescriptor.CRC_OFFSET));
        crc.update(fields.limit(SegmentDescriptor.FIELDS_END).position(SegmentDescriptor.EPOCH_OFFSET));
        return (int) crc.getValue();
    }
}
