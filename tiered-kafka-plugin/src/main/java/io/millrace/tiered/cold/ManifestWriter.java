package io.millrace.tiered.cold;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffer;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Writes a manifest file: the indexes one behind the other, then the head before them, which says what they are. */
final class ManifestWriter {

    /** Of the buffer through which indexes pass. */
    private static final int BUFFER_BYTES = 256 << 10;

    private final CopyMeans means;
    private final CopyRequest request;
    private final SegmentDigest digest;

    ManifestWriter(CopyMeans means, CopyRequest request, SegmentDigest digest) {
        this.means = means;
        this.request = request;
        this.digest = digest;
    }

    /** Writes and forces a new file; the data's digest is known. */
    Manifest write(DirectIo disk, Path target, int[] chunkCrcs) throws IOException, InterruptedException {
        int headBytes = ManifestHead.bytes(request.identity(), request.indexes().size(), chunkCrcs.length);
        long indexesOffset = ColdSegmentDescriptor.indexesOffset(headBytes);
        int bufferBytes = Math.max(BUFFER_BYTES, (int) indexesOffset);
        try (AlignedBuffer buffer = means.buffers().acquire(bufferBytes);
                DiskFile file = disk.open(target, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            List<IndexPlace> indexes = writeIndexes(file, indexesOffset, buffer.bytes());
            Manifest manifest = new Manifest(
                    request.identity(), request.range(), means.chunkBytes(), chunkCrcs, indexes, digest.finish());
            ByteBuffer head = buffer.bytes().limit((int) indexesOffset);
            ManifestHead.write(manifest, head);
            writePadded(file, head, 0);
            file.finish(indexesOffset + end(indexes));
            return manifest;
        }
    }

    private List<IndexPlace> writeIndexes(DiskFile file, long offset, ByteBuffer buffer) throws IOException {
        List<IndexPlace> indexes = new ArrayList<>();
        long written = 0;
        for (IndexSource source : request.indexes()) {
            long position = written + buffer.position();
            CRC32C crc = new CRC32C();
            // The digest wants the length before the bytes, so they are measured first.
            long length = announced(source);
            digest.index(source.kind(), length);
            try (ReadableByteChannel bytes = open(source)) {
                while (read(source, bytes, buffer, crc)) {
                    if (!buffer.hasRemaining()) {
                        writePadded(file, buffer, offset + written);
                        written += buffer.capacity();
                        buffer.clear();
                    }
                }
            }
            long copied = written + buffer.position() - position;
            if (copied != length) {
                throw unreadable(source, "length=" + copied + " (expected: " + length + ")", null);
            }
            indexes.add(new IndexPlace(source.kind(), position, length, (int) crc.getValue()));
        }
        if (buffer.position() > 0) {
            writePadded(file, buffer, offset + written);
        }
        return indexes;
    }

    private long announced(IndexSource source) throws IOException {
        try {
            return source.length(means.files());
        } catch (IOException e) {
            throw unreadable(source, e.toString(), e);
        }
    }

    private ReadableByteChannel open(IndexSource source) throws IOException {
        try {
            return source.open(means.files());
        } catch (IOException e) {
            throw unreadable(source, e.toString(), e);
        }
    }

    /** Reads into the buffer, with checksum and digest; answers whether there may be more. */
    private boolean read(IndexSource source, ReadableByteChannel bytes, ByteBuffer buffer, CRC32C crc)
            throws IOException {
        int from = buffer.position();
        try {
            if (bytes.read(buffer) < 0) {
                return false;
            }
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(source, e.toString(), e);
        }
        ByteBuffer added = buffer.duplicate().flip().position(from);
        crc.update(added.duplicate());
        digest.bytes(added);
        return true;
    }

    private TieredException unreadable(IndexSource source, String why, @Nullable IOException cause) {
        return new TieredException(
                Reason.SOURCE, source.kind() + " index cannot be copied: " + why + ", " + request.identity(), cause);
    }

    /** Writes what is before the buffer's position, with zeros up to the next multiple of the alignment. */
    private static void writePadded(DiskFile file, ByteBuffer buffer, long position) throws IOException {
        int padded = (int) AlignedBuffers.aligned(buffer.position());
        buffer.limit(padded);
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        file.write(buffer.flip(), position);
    }

    private static long end(List<IndexPlace> indexes) {
        IndexPlace last = indexes.get(indexes.size() - 1);
        return last.position() + last.length();
    }
}
