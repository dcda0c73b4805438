package io.millrace.tiered.cold;

import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cold segments of this broker, over all its disks.
 *
 * <p>A segment stays in the directory that it was copied to. A disk that fails takes its own segments with it and nothing else.
 *
 * <p><b>Threads.</b> Safe. <b>Durability.</b> What {@link #copy} returned is there after a power cut. <b>Errors.</b> {@link TieredException}; each call may be repeated.
 */
public final class ColdStore implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ColdStore.class);

    private final List<ColdDirectory> directories;
    private final List<Path> failed;
    private final CopyMeans means;
    private final TieredCounters counters;
    private final Placement placement;
    private final KnownManifests manifests = new KnownManifests();
    private final Map<Uuid, ColdDirectory> places = new ConcurrentHashMap<>();
    private final Set<Uuid> claimed = ConcurrentHashMap.newKeySet();

    private ColdStore(
            List<ColdDirectory> directories,
            List<Path> failed,
            CopyMeans means,
            TieredCounters counters,
            WaitingClock clock) {
        this.directories = List.copyOf(directories);
        this.failed = List.copyOf(failed);
        this.means = means;
        this.counters = counters;
        this.placement = new Placement(clock);
        for (ColdDirectory directory : directories) {
            directory.segmentsAtStart().forEach(segment -> places.put(segment, directory));
        }
    }

    /**
     * Opens the directories and removes what crashes left in them. One that cannot be opened is out of service until the next start.
     *
     * @param files how files are reached
     * @param buffers memory; borrowed, and to outlive the store
     * @param copyRate asked before each chunk that is copied
     * @throws TieredException if none can be opened
     * @throws IllegalStateException if another broker has one of them
     */
    public static ColdStore open(
            TieredConfig config,
            ColdFiles files,
            AlignedBuffers buffers,
            TokenBucket copyRate,
            TieredCounters counters,
            WaitingClock clock)
            throws TieredException {
        List<ColdDirectory> opened = new ArrayList<>();
        List<Path> failed = new ArrayList<>();
        boolean complete = false;
        try {
            for (Path directory : config.coldDirectories()) {
                open(directory, config, files, buffers, opened, failed);
            }
            if (opened.isEmpty()) {
                throw new TieredException(Reason.DISK, "no cold directory can be opened: " + failed);
            }
            CopyMeans means = new CopyMeans(files, new DirectIo(files), buffers, copyRate, config.chunkBytes());
            ColdStore store = new ColdStore(opened, failed, means, counters, clock);
            complete = true;
            return store;
        } finally {
            if (!complete) {
                opened.forEach(ColdStore::closeQuietly);
            }
        }
    }

    private static void open(
            Path path,
            TieredConfig config,
            ColdFiles files,
            AlignedBuffers buffers,
            List<ColdDirectory> opened,
            List<Path> failed) {
        try {
            opened.add(ColdDirectory.open(path, files, buffers, config.readConcurrency()));
        } catch (IOException e) {
            failed.add(path);
            LOGGER.error("cold directory is out of service: directory={}", path, e);
        }
    }

    /** Something done to a segment while nobody else copies or deletes it. */
    @FunctionalInterface
    private interface Change<T> {

        T run() throws IOException, InterruptedException;
    }

    /** Copies a segment, over what an earlier attempt may have left. */
    public SegmentSummary copy(CopyRequest request) throws TieredException {
        SegmentIdentity identity = request.identity();
        return alone(identity, () -> {
            ColdDirectory known = places.get(identity.id());
            List<ColdDirectory> order = known != null
                    ? List.of(known)
                    : placement.order(directories, request.range().dataBytes());
            Manifest manifest = copyToFirst(order, request);
            counters.segmentsCopied.increment();
            counters.bytesCopied.add(manifest.dataBytes());
            return manifest.summary();
        });
    }

    private Manifest copyToFirst(List<ColdDirectory> order, CopyRequest request)
            throws IOException, InterruptedException {
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

    private Manifest copyTo(ColdDirectory directory, CopyRequest request) throws IOException, InterruptedException {
        long bytes = request.range().dataBytes();
        manifests.forget(request.identity().id());
        placement.promise(directory, bytes);
        try {
            Manifest manifest = directory.copy(means, request);
            placement.worked(directory);
            places.put(request.identity().id(), directory);
            return manifest;
        } finally {
            placement.settle(directory, bytes);
        }
    }

    /** Finds a segment. */
    public ColdSegment find(SegmentIdentity identity) throws TieredException {
        ColdDirectory directory = place(identity);
        if (directory == null) {
            throw new TieredException(Reason.NOT_FOUND, "no cold directory holds it: " + identity);
        }
        Manifest known = manifests.find(identity.id());
        if (known != null) {
            return new ColdSegment(known, directory);
        }
        return reading(identity, directory, () -> {
            Manifest manifest = directory.manifest(identity);
            manifests.put(manifest);
            return new ColdSegment(manifest, directory);
        });
    }

    /** The bytes of an index; the caller's. */
    public byte[] index(SegmentIdentity identity, IndexKind kind) throws TieredException {
        ColdSegment segment = find(identity);
        return reading(identity, segment.directory(), () -> segment.directory().index(segment.manifest(), kind));
    }

    /** Deletes a segment; answers whether it was there. */
    public boolean delete(SegmentIdentity identity) throws TieredException {
        return alone(identity, () -> {
            ColdDirectory directory = place(identity);
            if (directory == null) {
                return false;
            }
            manifests.forget(identity.id());
            try {
                directory.delete(identity);
            } catch (IOException e) {
                throw failed(identity, directory, e);
            }
            places.remove(identity.id());
            counters.segmentsDeleted.increment();
            return true;
        });
    }

    /** The next read looks at the disk again. */
    void forgetManifest(Uuid segment) {
        manifests.forget(segment);
    }

    /** Segments that are known to be here. */
    public int segmentCount() {
        return places.size();
    }

    private @Nullable ColdDirectory place(SegmentIdentity identity) throws TieredException {
        ColdDirectory directory = places.get(identity.id());
        if (directory == null && !failed.isEmpty()) {
            throw new TieredException(
                    Reason.DISK, "it may be in a directory that is out of service: " + failed + ", " + identity);
        }
        return directory;
    }

    private <T> T alone(SegmentIdentity identity, Change<T> change) throws TieredException {
        if (!claimed.add(identity.id())) {
            throw new TieredException(Reason.BUSY, "another thread copies or deletes it: " + identity);
        }
        try {
            return change.run();
        } catch (TieredException e) {
            throw e;
        } catch (IOException | InterruptedException e) {
            throw interrupted(identity, e);
        } finally {
            claimed.remove(identity.id());
        }
    }

    private <T> T reading(SegmentIdentity identity, ColdDirectory directory, Change<T> read) throws TieredException {
        try {
            return read.run();
        } catch (TieredException e) {
            if (e.reason() == Reason.DAMAGED) {
                counters.damaged.increment();
            }
            throw e;
        } catch (IOException e) {
            throw failed(identity, directory, e);
        } catch (InterruptedException e) {
            throw interrupted(identity, e);
        }
    }

    private static TieredException interrupted(SegmentIdentity identity, Exception cause) {
        Thread.currentThread().interrupt();
        return new TieredException(Reason.INTERRUPTED, "interrupted: " + identity, cause);
    }

    private static TieredException failed(SegmentIdentity identity, ColdDirectory directory, IOException cause) {
        String text = String.valueOf(cause.getMessage());
        boolean full = text.contains("No space left on device") || text.contains("Disk quota exceeded");
        return new TieredException(
                full ? Reason.NO_SPACE : Reason.DISK, text + ", directory=" + directory + ", " + identity, cause);
    }

    private TieredException noRoom(CopyRequest request, List<ColdDirectory> order) {
        return new TieredException(
                Reason.NO_SPACE,
                "no cold directory has room: bytes=" + request.range().dataBytes() + " directories=" + directories
                        + ", tried=" + order + ", " + request.identity());
    }

    /** Ends waiting reads and gives the directories free. Copies that run go on to their end. */
    @Override
    public void close() {
        directories.forEach(ColdStore::closeQuietly);
    }

    private static void closeQuietly(ColdDirectory directory) {
        try {
            directory.close();
        } catch (IOException e) {
            LOGGER.warn("lock of cold directory cannot be given back: directory={}", directory, e);
        }
    }
}
