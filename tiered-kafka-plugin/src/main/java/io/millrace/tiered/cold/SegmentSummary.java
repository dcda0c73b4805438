package io.millrace.tiered.cold;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What every copy of a segment has in common: how long its data is, and one digest over data and indexes. Kafka keeps it as the segment's custom metadata. A value.
 *
 * <p>The digest is SHA-256 over: length of the data (8 bytes, little endian), data, and for each index by kind its number (1 byte), its length (8 bytes) and its bytes.
 */
public final class SegmentSummary {

    private final long dataBytes;
    private final byte[] digest;

    SegmentSummary(long dataBytes, byte[] digest) {
        this.dataBytes = dataBytes;
        this.digest = digest.clone();
    }

    /** Bytes of data. */
    public long dataBytes() {
        return dataBytes;
    }

    /** The digest; the caller's. */
    public byte[] digest() {
        return digest.clone();
    }

    /** As custom metadata, {@link ColdSegmentDescriptor#CUSTOM_BYTES} bytes; the caller's. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(ColdSegmentDescriptor.CUSTOM_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(ColdSegmentDescriptor.CUSTOM_VERSION_OFFSET, ColdSegmentDescriptor.VERSION)
                .putLong(ColdSegmentDescriptor.CUSTOM_DATA_BYTES_OFFSET, dataBytes)
                .put(ColdSegmentDescriptor.CUSTOM_DIGEST_OFFSET, digest)
                .array();
    }

    /**
     * Reads custom metadata.
     *
     * @throws IllegalArgumentException if it is not of this kind and version
     */
    public static SegmentSummary of(byte[] bytes) {
        ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length != ColdSegmentDescriptor.CUSTOM_BYTES
                || fields.getInt(ColdSegmentDescriptor.CUSTOM_VERSION_OFFSET) != ColdSegmentDescriptor.VERSION) {
            throw new IllegalArgumentException(
                    "custom metadata of another kind: " + HexFormat.of().formatHex(bytes)
                            + " (expected: " + ColdSegmentDescriptor.CUSTOM_BYTES + " bytes of version "
                            + ColdSegmentDescriptor.VERSION + ")");
        }
        byte[] digest = Arrays.copyOfRange(
                bytes, ColdSegmentDescriptor.CUSTOM_DIGEST_OFFSET, ColdSegmentDescriptor.CUSTOM_BYTES);
        return new SegmentSummary(fields.getLong(ColdSegmentDescriptor.CUSTOM_DATA_BYTES_OFFSET), digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SegmentSummary that
                && dataBytes == that.dataBytes
                && Arrays.equals(digest, that.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        return dataBytes + " bytes, sha256 " + HexFormat.of().formatHex(digest);
    }
}
