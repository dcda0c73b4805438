package io.millrace.tiered.cold;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies a segment to the first directory that takes it. <b>Threads.</b> Safe for different segments. */
final class ColdCopies {

    private static final Logger LOGGER = LoggerFactory.getLogger(ColdCopies.class);

    private final ColdDirectories directories;
    private final CopyMeans means;
    private final Placement placement;
    private final AtomicBoolean full = new AtomicBoolean();

    ColdCopies(ColdDirectories directories, CopyMeans means, Placement placement) {
        this.directories = directories;
        this.means = means;
        this.placement = placement;
    }

    /** Copies to where the segment is, or to where there is most room if it is nowhere. */
    ColdSegment copy(CopyRequest request, @Nullable ColdDirectory present) throws IOException, InterruptedException {
        List<ColdDirectory> order = present != null
                ? List.of(present)
                : placement.order(directories.inService(), request.range().dataBytes());
        TieredException failure = null;
        for (ColdDirectory directory : order) {
            try {
                return copyTo(directory, request);
            } catch (ClosedByInterruptException | TieredException e) {
                throw e;
            } catch (IOException e) {
                placement.failed(directory, e);
                TieredException here = failed(request.identity(), directory, e);
                if (failure != null) {
                    here.addSuppressed(failure);
                }
                failure = here;
            }
        }
        throw failure != null ? failure : noRoom(request, order);
    }

    private ColdSegment copyTo(ColdDirectory directory, CopyRequest request) throws IOException, InterruptedException {
        if (!directories.isThere(directory)) {
            throw new IOException("cold directory is out of service");
        }
        long bytes = request.range().dataBytes();
        placement.promise(directory, bytes);
        try {
            Manifest manifest = directory.copy(means, request);
            placement.worked(directory);
            if (full.compareAndSet(true, false)) {
                LOGGER.info("cold directories have room again: directory={}", directory);
            }
            return new ColdSegment(manifest, directory);
        } finally {
            placement.settle(directory, bytes);
        }
    }

    static TieredException failed(SegmentIdentity identity, ColdDirectory directory, IOException cause) {
        String text = String.valueOf(cause.getMessage());
        boolean full = text.contains("No space left on device") || text.contains("Disk quota exceeded");
        return new TieredException(
                full ? Reason.NO_SPACE : Reason.DISK, text + ", directory=" + directory + ", " + identity, cause);
    }

    private TieredException noRoom(CopyRequest request, List<ColdDirectory> order) {
        // Kafka tries again and says so to nobody, while its own disk fills up.
        if (full.compareAndSet(false, true)) {
            LOGGER.warn(
                    "no cold directory has room: bytes={} directories={}",
                    request.range().dataBytes(),
                    directories);
        }
        return new TieredException(
                Reason.NO_SPACE,
                "no cold directory has room: bytes=" + request.range().dataBytes() + " directories=" + directories
                        + ", tried=" + order + ", " + request.identity());
    }
}
