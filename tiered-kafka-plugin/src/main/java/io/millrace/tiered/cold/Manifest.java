package io.millrace.tiered.cold;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What a cold segment is: its identity and range, and the checksums by which each byte of it is checked before it is given. Immutable.
 *
 * <p><b>Shape.</b> Chunk {@code i} holds the data's bytes from {@code i × chunkBytes}, the last one what remains. Offsets are inclusive.
 */
public final class Manifest {

    private final SegmentIdentity identity;
    private final SegmentRange range;
    private final int chunkBytes;
    private final int[] chunkCrcs;
    private final List<IndexPlace> indexes;
    private final byte[] digest;

    Manifest(
            SegmentIdentity identity,
            SegmentRange range,
            int chunkBytes,
            int[] chunkCrcs,
            List<IndexPlace> indexes,
            byte[] digest) {
        this.identity = identity;
        this.range = range;
        this.chunkBytes = chunkBytes;
        this.chunkCrcs = chunkCrcs;
        this.indexes = List.copyOf(indexes);
        this.digest = digest;
    }

    /** Which segment. */
    public SegmentIdentity identity() {
        return identity;
    }

    /** Its offsets, timestamp and bytes. */
    public SegmentRange range() {
        return range;
    }

    /** Bytes of data. */
    public int dataBytes() {
        return range.dataBytes();
    }

    /** Bytes of every chunk but the last. */
    public int chunkBytes() {
        return chunkBytes;
    }

    /** Chunks of the data. */
    public int chunkCount() {
        return chunkCrcs.length;
    }

    /** Bytes of a chunk. */
    public int chunkLength(int chunk) {
        Objects.checkIndex(chunk, chunkCrcs.length);
        return (int) Math.min(chunkBytes, dataBytes() - (long) chunk * chunkBytes);
    }

    /** CRC32C of a chunk. */
    public int chunkCrc(int chunk) {
        return chunkCrcs[chunk];
    }

    /** What the leader tells the others. */
    public SegmentSummary summary() {
        return new SegmentSummary(dataBytes(), digest);
    }

    /** As the head of a manifest file; the caller's. */
    public byte[] toBytes() {
        ByteBuffer head = ByteBuffer.allocate(ManifestHead.bytes(identity, indexes.size(), chunkCount()));
        ManifestHead.write(this, head);
        return head.array();
    }

    /**
     * Reads the head of a manifest file.
     *
     * @throws IllegalArgumentException if it is none, or that of another segment
     */
    public static Manifest of(byte[] head, SegmentIdentity identity) {
        return ManifestHead.of(ByteBuffer.wrap(head), identity);
    }

    /** Whether these are the bytes of a chunk. */
    public boolean isChunk(int chunk, byte[] bytes) {
        return bytes.length == chunkLength(chunk) && crc(bytes) == chunkCrc(chunk);
    }

    /** Whether these are the bytes of an index. */
    public boolean isIndex(IndexKind kind, byte[] bytes) {
        return index(kind)
                .filter(place -> place.length() == bytes.length && place.crc() == crc(bytes))
                .isPresent();
    }

    /** The indexes that there are, in their order. */
    public List<IndexKind> indexKinds() {
        return indexes.stream().map(IndexPlace::kind).toList();
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    Optional<IndexPlace> index(IndexKind kind) {
        return indexes.stream().filter(index -> index.kind() == kind).findFirst();
    }

    List<IndexPlace> indexes() {
        return indexes;
    }

    boolean hasDigest(byte[] other) {
        return Arrays.equals(digest, other);
    }
}
