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
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Copies a segment's data chunk by chunk, with the checksum of each.
 *
 * <p>The rate is asked before memory is taken: a copy that is held back holds nothing.
 */
final class DataCopy {

    private final CopyMeans means;
    private final CopyRequest request;
    private final SegmentDigest digest;

    DataCopy(CopyMeans means, CopyRequest request, SegmentDigest digest) {
        this.means = means;
        this.request = request;
        this.digest = digest;
    }

    /** Writes the data to a new file and forces it; returns the CRC32C of each chunk. */
    int[] to(DirectIo disk, Path target) throws IOException, InterruptedException {
        int length = request.range().dataBytes();
        int[] crcs = new int[ManifestHead.chunkCount(length, means.chunkBytes())];
        try (DataSource.Reader source = openData();
                DiskFile copy = disk.open(target, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            for (int chunk = 0; chunk < crcs.length; chunk++) {
                long position = (long) chunk * means.chunkBytes();
                int bytes = (int) Math.min(means.chunkBytes(), length - position);
                means.rate(request).take(bytes);
                crcs[chunk] = copy(source, copy, position, bytes);
            }
            copy.finish(length);
        }
        return crcs;
    }

    private int copy(DataSource.Reader source, DiskFile copy, long position, int bytes)
            throws IOException, InterruptedException {
        try (AlignedBuffer buffer = means.buffers().acquire(means.chunkBytes())) {
            int padded = (int) AlignedBuffers.aligned(bytes);
            ByteBuffer memory = buffer.bytes().limit(padded);
            int read = read(source, memory, position);
            if (read < bytes) {
                throw new TieredException(
                        Reason.SOURCE,
                        "log is shorter than announced: length=" + (position + read) + " (expected: "
                                + request.range().dataBytes() + "), " + request.data() + ", " + request.identity());
            }
            CRC32C crc = new CRC32C();
            crc.update(memory.duplicate().position(0).limit(bytes));
            digest.bytes(memory.duplicate().position(0).limit(bytes));
            for (int i = bytes; i < padded; i++) {
                memory.put(i, (byte) 0);
            }
            copy.write(memory.position(0).limit(padded), position);
            return (int) crc.getValue();
        }
    }

    private DataSource.Reader openData() throws IOException {
        try {
            return request.data().open(means.logs());
        } catch (ClosedByInterruptException | TieredException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private int read(DataSource.Reader source, ByteBuffer memory, long position) throws IOException {
        try {
            return source.read(memory, position);
        } catch (ClosedByInterruptException | TieredException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** So that nobody takes the failure of the log's disk for one of the cold disk. */
    private TieredException unreadable(IOException e) {
        return new TieredException(
                Reason.SOURCE,
                "log cannot be read: " + e.getMessage() + ", " + request.data() + ", " + request.identity(),
                e);
    }
}
