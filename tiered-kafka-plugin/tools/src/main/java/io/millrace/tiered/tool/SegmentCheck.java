package io.millrace.tiered.tool;

import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.cold.SegmentDigest;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every byte of one segment after the other: the head's checksum, each index's, each chunk's, and the digest over data and indexes, which is computed here anew.
 *
 * <p><b>Threads.</b> One, with a buffer of {@value #BUFFER_BYTES} bytes outside the heap.
 */
final class SegmentCheck {

    /** Some times what a disk with heads reads in the time of a seek. */
    private static final int BUFFER_BYTES = 4 << 20;

    /** A broker that replaces a copy is done at the second look; a disk that changes under every look is not. */
    private static final int LOOKS_MAX = 3;

    private final DirectIo disk = new DirectIo(ColdFiles.local());
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES + AlignedBuffers.ALIGNMENT)
            .alignedSlice(AlignedBuffers.ALIGNMENT)
            .slice(0, BUFFER_BYTES);
    private final Pace pace;

    SegmentCheck(Pace pace) {
        this.pace = pace;
    }

    /** Is told of bytes before they are read, and may make their reader wait. */
    @FunctionalInterface
    interface Pace {

        void read(long bytes) throws InterruptedException;
    }

    /**
     * What became of a look.
     *
     * @param manifest null if it cannot be read
     * @param damages none if all of it holds
     * @param gone whether the broker deleted it meanwhile
     */
    record Outcome(@Nullable Manifest manifest, List<ColdDamage> damages, boolean gone) {

        Outcome {
            damages = List.copyOf(damages);
        }
    }

    /** Looks at a segment; once more if it was replaced or deleted under the first look. */
    Outcome check(ColdListing.Found found) throws InterruptedException {
        for (int look = 1; ; look++) {
            Object before = version(found.manifest());
            Outcome outcome = new Look(found).run();
            Object after = version(found.manifest());
            if (after == null) {
                return new Outcome(null, List.of(), true);
            }
            if (outcome.damages().isEmpty() || after.equals(before) || look == LOOKS_MAX) {
                return outcome;
            }
        }
    }

    /** What differs once another file has the name; null if none has. */
    private static @Nullable Object version(Path file) {
        try {
            return List.of(Files.getLastModifiedTime(file), String.valueOf(Files.getAttribute(file, "unix:ino")));
        } catch (NoSuchFileException gone) {
            return null;
        } catch (IOException | UnsupportedOperationException e) {
            return file; // it cannot be told
        }
    }

    /** One look. */
    private final class Look {

        private final ColdListing.Found found;
        private final List<ColdDamage> damages = new ArrayList<>();
        private String segment;

        Look(ColdListing.Found found) {
            this.found = found;
            this.segment = found.identity().toString();
        }

        Outcome run() throws InterruptedException {
            Manifest manifest = null;
            try (DiskFile file = open(found.manifest())) {
                pace.read(file.size());
                ManifestFile read = ManifestFile.read(file, found.identity(), buffer);
                manifest = read.manifest();
                segment = manifest.identity().toString();
                checkLength(file, read.bytes());
                SegmentDigest digest = new SegmentDigest(manifest.dataBytes());
                boolean dataWhole = data(manifest, digest);
                boolean whole = indexes(file, read, digest) && dataWhole;
                if (whole
                        && !MessageDigest.isEqual(
                                digest.finish(), manifest.summary().digest())) {
                    damaged(found.data(), "digest over data and indexes differs, and no checksum does");
                }
            } catch (IllegalArgumentException e) {
                damaged(found.manifest(), "manifest is damaged: " + e.getMessage());
            } catch (IOException e) {
                damaged(found.manifest(), "cannot be read: " + e);
            }
            return new Outcome(manifest, damages, false);
        }

        private boolean data(Manifest manifest, SegmentDigest digest) throws InterruptedException {
            try (DiskFile file = open(found.data())) {
                return checkLength(file, manifest.dataBytes()) && chunks(file, manifest, digest);
            } catch (NoSuchFileException e) {
                return damaged(found.data(), "data is missing");
            } catch (IOException e) {
                return damaged(found.data(), "cannot be read: " + e);
            }
        }

        private boolean chunks(DiskFile file, Manifest manifest, SegmentDigest digest)
                throws IOException, InterruptedException {
            boolean whole = true;
            CRC32C crc = new CRC32C();
            int chunk = 0;
            int left = manifest.chunkCount() == 0 ? 0 : manifest.chunkLength(0);
            for (long position = 0; position < manifest.dataBytes(); position += BUFFER_BYTES) {
                ByteBuffer bytes = read(file, position, manifest.dataBytes());
                digest.bytes(bytes.duplicate());
                while (bytes.hasRemaining()) {
                    int taken = Math.min(left, bytes.remaining());
                    crc.update(bytes.slice(bytes.position(), taken));
                    bytes.position(bytes.position() + taken);
                    left -= taken;
                    if (left == 0) {
                        whole &= chunk(manifest, chunk, (int) crc.getValue());
                        crc.reset();
                        chunk++;
                        left = chunk < manifest.chunkCount() ? manifest.chunkLength(chunk) : 0;
                    }
                }
            }
            return whole;
        }

        private boolean chunk(Manifest manifest, int chunk, int crc) {
            if (crc == manifest.chunkCrc(chunk)) {
                return true;
            }
            long from = (long) chunk * manifest.chunkBytes();
            return damaged(
                    found.data(),
                    "crc32c differs in chunk " + chunk + ", bytes " + from + " to "
                            + (from + manifest.chunkLength(chunk) - 1));
        }

        private boolean indexes(DiskFile file, ManifestFile read, SegmentDigest digest)
                throws IOException, InterruptedException {
            boolean whole = true;
            for (ManifestFile.Place place : read.indexes()) {
                byte[] bytes = index(file, place);
                digest.index(place.kind(), bytes.length);
                digest.bytes(ByteBuffer.wrap(bytes));
                if (!read.manifest().isIndex(place.kind(), bytes)) {
                    whole = damaged(found.manifest(), "crc32c of the " + place.kind() + " index differs");
                }
            }
            return whole;
        }

        /** As much of it as there is; a file that is too short is known by now. */
        private byte[] index(DiskFile file, ManifestFile.Place place) throws IOException, InterruptedException {
            byte[] bytes = new byte[(int) Math.max(0, Math.min(place.length(), file.size() - place.start()))];
            int filled = 0;
            while (filled < bytes.length) {
                long from = place.start() + filled;
                long block = from & -AlignedBuffers.ALIGNMENT;
                ByteBuffer piece = read(file, block, file.size());
                piece.position((int) (from - block));
                int taken = Math.min(piece.remaining(), bytes.length - filled);
                piece.get(bytes, filled, taken);
                filled += taken;
            }
            return bytes;
        }

        private ByteBuffer read(DiskFile file, long position, long end) throws IOException, InterruptedException {
            int wanted = (int) Math.min(BUFFER_BYTES, end - position);
            pace.read(wanted);
            file.read(buffer.clear().limit((int) AlignedBuffers.aligned(wanted)), position);
            if (buffer.position() < wanted) {
                throw new IOException("file ends at " + (position + buffer.position()) + " while it is read");
            }
            return buffer.flip().limit(wanted);
        }

        private boolean checkLength(DiskFile file, long expected) throws IOException {
            return file.size() == expected
                    || damaged(file.path(), "length is " + file.size() + " (expected: " + expected + ")");
        }

        private boolean damaged(Path file, String what) {
            damages.add(new ColdDamage(file, segment, what));
            return false;
        }
    }

    private DiskFile open(Path file) throws IOException {
        return disk.open(file, Set.of(StandardOpenOption.READ));
    }
}
