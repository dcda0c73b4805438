package io.millrace.tiered.cold;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffer;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Reads manifest files, on the thread of the caller and into its buffer of {@link #BUFFER_BYTES}.
 *
 * <p><b>Errors.</b> {@link Reason#DAMAGED} names file and segment; {@link Reason#NOT_FOUND} if there is no such file or index.
 */
final class ManifestReader {

    /** Holds every head, and is as good as any other size for an index. */
    static final int BUFFER_BYTES = ColdSegmentDescriptor.HEAD_BYTES_MAX;

    /** Of the first read: enough for the head of a segment of 1 GiB in chunks of 512 KiB. */
    private static final int FIRST_BYTES = 16 << 10;

    private final DirectIo disk;

    ManifestReader(DirectIo disk) {
        this.disk = disk;
    }

    /** The manifest of a segment. */
    Manifest manifest(Path path, SegmentIdentity identity, AlignedBuffer buffer) throws IOException {
        try (DiskFile file = open(path, identity)) {
            ByteBuffer head = buffer.bytes().limit(FIRST_BYTES);
            file.read(head, 0);
            int length = ManifestHead.length(head.flip());
            if (length > FIRST_BYTES) {
                head.clear().limit((int) AlignedBuffers.aligned(length));
                file.read(head, 0);
                head.flip();
            }
            return ManifestHead.of(head, identity);
        } catch (IllegalArgumentException e) {
            throw damaged("manifest", path, identity, String.valueOf(e.getMessage()));
        }
    }

    /** The bytes of an index; the caller's. */
    byte[] index(Path path, Manifest manifest, IndexKind kind, AlignedBuffer buffer) throws IOException {
        IndexPlace place = manifest.index(kind)
                .orElseThrow(() -> new TieredException(
                        Reason.NOT_FOUND, "segment has no index of this kind: " + kind + ", " + manifest.identity()));
        long start = ColdSegmentDescriptor.indexesOffset(headBytes(manifest)) + place.position();
        try (DiskFile file = open(path, manifest.identity())) {
            if (start + place.length() > file.size()) {
                throw damaged(kind + " index", path, manifest.identity(), "file ends before it");
            }
            byte[] bytes = read(file, start, (int) place.length(), buffer.bytes());
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            if ((int) crc.getValue() != place.crc()) {
                throw damaged(kind + " index", path, manifest.identity(), "crc32c differs");
            }
            return bytes;
        }
    }

    private static byte[] read(DiskFile file, long start, int length, ByteBuffer memory) throws IOException {
        byte[] bytes = new byte[length];
        long block = start & -AlignedBuffers.ALIGNMENT;
        int skipped = (int) (start - block);
        int filled = 0;
        while (filled < length) {
            int read = file.read(memory.clear(), block) - skipped;
            if (read <= 0) {
                break;
            }
            int taken = Math.min(read, length - filled);
            memory.get(skipped, bytes, filled, taken);
            filled += taken;
            block += memory.capacity();
            skipped = 0;
        }
        return bytes;
    }

    private static int headBytes(Manifest manifest) {
        return ManifestHead.bytes(manifest.identity(), manifest.indexes().size(), manifest.chunkCount());
    }

    private DiskFile open(Path path, SegmentIdentity identity) throws IOException {
        try {
            return disk.open(path, Set.of(StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            throw new TieredException(Reason.NOT_FOUND, "no manifest: file=" + path + ", " + identity, e);
        }
    }

    private static TieredException damaged(String what, Path path, SegmentIdentity identity, String why) {
        return new TieredException(Reason.DAMAGED, what + " is damaged: " + why + ", file=" + path + ", " + identity);
    }
}
