package io.millrace.tiered.cold;

import static io.millrace.tiered.cold.ColdSegmentDescriptor.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.kafka.common.Uuid;

/** A manifest as bytes: written, and read with nothing taken on trust. */
final class ManifestHead {

    private ManifestHead() {}

    /** Bytes of the head of a manifest to come. */
    static int bytes(SegmentIdentity identity, int indexCount, int chunkCount) {
        return (int) headBytes(indexCount, chunkCount, topic(identity).length);
    }

    /** Writes the head from the buffer's position on. */
    static void write(Manifest manifest, ByteBuffer to) {
        SegmentIdentity identity = manifest.identity();
        byte[] topic = topic(identity);
        int indexCount = manifest.indexes().size();
        int headBytes = bytes(identity, indexCount, manifest.chunkCount());
        ByteBuffer head = ByteBuffer.allocate(headBytes).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(MAGIC_OFFSET, MAGIC).putInt(VERSION_OFFSET, VERSION).putInt(HEAD_BYTES_OFFSET, headBytes);
        putId(head, TOPIC_ID_OFFSET, identity.topicId());
        putId(head, SEGMENT_ID_OFFSET, identity.id());
        head.putInt(PARTITION_OFFSET, identity.partition()).putInt(CHUNK_BYTES_OFFSET, manifest.chunkBytes());
        putRange(head, manifest.range());
        head.putInt(CHUNK_COUNT_OFFSET, manifest.chunkCount()).putInt(INDEX_COUNT_OFFSET, indexCount);
        head.put(DIGEST_OFFSET, manifest.summary().digest()).putInt(TOPIC_BYTES_OFFSET, topic.length);
        putIndexes(head, manifest.indexes());
        for (int chunk = 0; chunk < manifest.chunkCount(); chunk++) {
            head.putInt(chunkCrcsOffset(indexCount) + chunk * Integer.BYTES, manifest.chunkCrc(chunk));
        }
        head.put((int) topicOffset(indexCount, manifest.chunkCount()), topic);
        head.putInt(headBytes - Integer.BYTES, crc(head, headBytes));
        to.put(head);
    }

    private static void putRange(ByteBuffer head, SegmentRange range) {
        head.putLong(FIRST_OFFSET_OFFSET, range.firstOffset()).putLong(LAST_OFFSET_OFFSET, range.lastOffset());
        head.putLong(TIMESTAMP_OFFSET, range.timestampMax()).putLong(DATA_BYTES_OFFSET, range.dataBytes());
    }

    private static void putIndexes(ByteBuffer head, List<IndexPlace> indexes) {
        int entry = INDEXES_OFFSET;
        for (IndexPlace index : indexes) {
            head.putInt(entry + INDEX_TYPE_OFFSET, index.kind().number()).putInt(entry + INDEX_CRC_OFFSET, index.crc());
            head.putLong(entry + INDEX_POSITION_OFFSET, index.position())
                    .putLong(entry + INDEX_LENGTH_OFFSET, index.length());
            entry += INDEX_ENTRY_BYTES;
        }
    }

    /**
     * How many bytes the head has, by its first {@link ColdSegmentDescriptor#INDEXES_OFFSET}.
     *
     * @throws IllegalArgumentException if this is no head, of another version, or larger than any
     */
    static int length(ByteBuffer bytes) {
        ByteBuffer head = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        require(head.remaining() >= INDEXES_OFFSET, "file bytes", head.remaining(), ">= " + INDEXES_OFFSET);
        require(head.getLong(MAGIC_OFFSET) == MAGIC, "magic", head.getLong(MAGIC_OFFSET), "that of a manifest");
        require(head.getInt(VERSION_OFFSET) == VERSION, "version", head.getInt(VERSION_OFFSET), "" + VERSION);
        int length = head.getInt(HEAD_BYTES_OFFSET);
        require(length >= INDEXES_OFFSET && length <= HEAD_BYTES_MAX, "head bytes", length, "<= " + HEAD_BYTES_MAX);
        return length;
    }

    /**
     * Reads the head from the buffer's position on.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    static Manifest read(ByteBuffer bytes) {
        int length = length(bytes);
        require(bytes.remaining() >= length, "file bytes", bytes.remaining(), ">= " + length);
        ByteBuffer head = bytes.slice().limit(length).slice().order(ByteOrder.LITTLE_ENDIAN);
        int crc = head.getInt(length - Integer.BYTES);
        require(crc == crc(head, length), "crc32c", crc, "that of the head");
        int chunkCount = head.getInt(CHUNK_COUNT_OFFSET);
        int indexCount = head.getInt(INDEX_COUNT_OFFSET);
        int topicBytes = head.getInt(TOPIC_BYTES_OFFSET);
        boolean adds = chunkCount >= 0
                && indexCount >= 0
                && indexCount <= IndexKind.values().length
                && topicBytes >= 0
                && topicBytes <= TOPIC_BYTES_MAX
                && headBytes(indexCount, chunkCount, topicBytes) == length;
        require(adds, "head bytes", length, "those of " + chunkCount + " chunks and " + indexCount + " indexes");
        SegmentRange range = range(head);
        int chunkBytes = head.getInt(CHUNK_BYTES_OFFSET);
        boolean covers = chunkBytes >= ALIGNMENT
                && chunkBytes % ALIGNMENT == 0
                && chunkCount == chunkCount(range.dataBytes(), chunkBytes);
        require(covers, "chunks", chunkCount, "those of " + range.dataBytes() + " bytes by " + chunkBytes);
        byte[] digest = new byte[DIGEST_BYTES];
        head.get(DIGEST_OFFSET, digest);
        byte[] topic = new byte[topicBytes];
        head.get((int) topicOffset(indexCount, chunkCount), topic);
        SegmentIdentity identity = new SegmentIdentity(
                new String(topic, StandardCharsets.UTF_8),
                id(head, TOPIC_ID_OFFSET),
                head.getInt(PARTITION_OFFSET),
                id(head, SEGMENT_ID_OFFSET));
        int[] crcs = new int[chunkCount];
        head.position(chunkCrcsOffset(indexCount))
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(crcs);
        return new Manifest(identity, range, chunkBytes, crcs, indexes(head, indexCount), digest);
    }

    /**
     * Reads the head of this segment.
     *
     * @throws IllegalArgumentException also if it is that of another
     */
    static Manifest of(ByteBuffer bytes, SegmentIdentity identity) {
        Manifest manifest = read(bytes);
        SegmentIdentity found = manifest.identity();
        if (!found.id().equals(identity.id())
                || !found.topicId().equals(identity.topicId())
                || found.partition() != identity.partition()) {
            throw new IllegalArgumentException("it is that of " + found);
        }
        return manifest;
    }

    /** Chunks that so many bytes take. */
    static int chunkCount(long dataBytes, int chunkBytes) {
        return (int) ((dataBytes + chunkBytes - 1) / chunkBytes);
    }

    private static SegmentRange range(ByteBuffer head) {
        long dataBytes = head.getLong(DATA_BYTES_OFFSET);
        require(dataBytes >= 0 && dataBytes <= Integer.MAX_VALUE, "data bytes", dataBytes, "<= 2^31 - 1");
        return new SegmentRange(
                head.getLong(FIRST_OFFSET_OFFSET),
                head.getLong(LAST_OFFSET_OFFSET),
                head.getLong(TIMESTAMP_OFFSET),
                (int) dataBytes);
    }

    private static List<IndexPlace> indexes(ByteBuffer head, int count) {
        List<IndexPlace> indexes = new ArrayList<>();
        long position = 0;
        for (int i = 0; i < count; i++) {
            int entry = INDEXES_OFFSET + i * INDEX_ENTRY_BYTES;
            int number = head.getInt(entry + INDEX_TYPE_OFFSET);
            long length = head.getLong(entry + INDEX_LENGTH_OFFSET);
            Optional<IndexKind> kind = IndexKind.ofNumber(number);
            boolean follows = kind.isPresent()
                    && head.getLong(entry + INDEX_POSITION_OFFSET) == position
                    && length >= 0
                    && length <= Integer.MAX_VALUE;
            require(follows, "index type", number, "one of " + List.of(IndexKind.values()) + " at " + position);
            indexes.add(new IndexPlace(kind.orElseThrow(), position, length, head.getInt(entry + INDEX_CRC_OFFSET)));
            position += length;
        }
        return indexes;
    }

    private static int crc(ByteBuffer head, int length) {
        CRC32C crc = new CRC32C();
        crc.update(head.duplicate().position(0).limit(length - Integer.BYTES));
        return (int) crc.getValue();
    }

    private static void putId(ByteBuffer head, int offset, Uuid id) {
        head.putLong(offset, id.getMostSignificantBits()).putLong(offset + Long.BYTES, id.getLeastSignificantBits());
    }

    private static Uuid id(ByteBuffer head, int offset) {
        return new Uuid(head.getLong(offset), head.getLong(offset + Long.BYTES));
    }

    private static byte[] topic(SegmentIdentity identity) {
        return identity.topic().getBytes(StandardCharsets.UTF_8);
    }

    private static void require(boolean holds, String what, long seen, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + seen + " (expected: " + expected + ")");
        }
    }
}
