package io.millrace.tiered.tool;

import io.millrace.tiered.cold.ColdSegmentDescriptor;
import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A manifest file as it lies on the disk: the head, which {@link Manifest} checks, and where the indexes are.
 *
 * @param manifest the head
 * @param indexes in their order
 */
record ManifestFile(Manifest manifest, List<Place> indexes) {

    private static final Set<IndexKind> REQUIRED = EnumSet.complementOf(EnumSet.of(IndexKind.TRANSACTION));

    ManifestFile {
        indexes = List.copyOf(indexes);
    }

    /**
     * An index in the file.
     *
     * @param kind which
     * @param start of its first byte, in the file
     * @param length bytes
     */
    record Place(IndexKind kind, long start, int length) {}

    /**
     * Reads the head.
     *
     * @param buffer aligned, at least as long as any head
     * @throws IllegalArgumentException that says what is wrong with it
     */
    static ManifestFile read(DiskFile file, SegmentIdentity identity, ByteBuffer buffer) throws IOException {
        file.read(buffer.clear().limit(ColdSegmentDescriptor.HEAD_BYTES_MAX), 0);
        byte[] head = new byte[buffer.flip().remaining()];
        buffer.get(head);
        Manifest manifest = Manifest.of(head, identity);
        if (!manifest.indexKinds().containsAll(REQUIRED)) {
            throw new IllegalArgumentException("indexes: " + manifest.indexKinds() + " (expected: " + REQUIRED + ")");
        }
        ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        int headBytes = fields.getInt(ColdSegmentDescriptor.HEAD_BYTES_OFFSET);
        int behindHead = (int) ColdSegmentDescriptor.indexesOffset(headBytes);
        checkPadding(head, headBytes, Math.min(behindHead, head.length));
        return new ManifestFile(manifest, places(manifest, fields, behindHead));
    }

    /** No checksum covers it, and a bit that changed by itself is news all the same. */
    private static void checkPadding(byte[] head, int from, int to) {
        for (int at = from; at < to; at++) {
            if (head[at] != 0) {
                throw new IllegalArgumentException("padding: " + head[at] + " at " + at + " (expected: 0)");
            }
        }
    }

    private static List<Place> places(Manifest manifest, ByteBuffer head, int behindHead) {
        List<Place> places = new ArrayList<>();
        int entry = ColdSegmentDescriptor.INDEXES_OFFSET;
        for (IndexKind kind : manifest.indexKinds()) {
            long position = head.getLong(entry + ColdSegmentDescriptor.INDEX_POSITION_OFFSET);
            long length = head.getLong(entry + ColdSegmentDescriptor.INDEX_LENGTH_OFFSET);
            places.add(new Place(kind, behindHead + position, Math.toIntExact(length)));
            entry += ColdSegmentDescriptor.INDEX_ENTRY_BYTES;
        }
        return places;
    }

    /** Bytes that the file has when it is whole. */
    long bytes() {
        Place last = indexes.get(indexes.size() - 1);
        return last.start() + last.length();
    }
}
