package io.millrace.tiered.cold;

import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.TieredCounters;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The cold segments of this broker, over all its disks.
 *
 * <p>A segment stays in the directory that it was copied to. A disk that fails takes its own segments with it and nothing else.
 *
 * <p><b>Threads.</b> Safe. <b>Durability.</b> What {@link #copy} returned is there after a power cut. <b>Errors.</b> {@link TieredException}; each call may be repeated.
 */
public final class ColdStore implements AutoCloseable {

    private final ColdDirectories directories;
    private final ColdCopies copies;
    private final TieredCounters counters;
    private final boolean shared;
    private final SegmentPlaces places = new SegmentPlaces();
    private final KnownManifests manifests = new KnownManifests();
    private final SegmentClaims claims = new SegmentClaims();

    private ColdStore(
            ColdDirectories directories, CopyMeans means, TieredCounters counters, boolean shared, WaitingClock clock) {
        this.directories = directories;
        this.copies = new ColdCopies(directories, means, new Placement(clock));
        this.counters = counters;
        this.shared = shared;
        directories.whenGone(places::removeAll);
        directories.inService().forEach(places::add);
    }

    /**
     * Opens the directories and removes what crashes left in them. One that cannot be opened is out of service, and is tried again from time to time.
     *
     * @param files how files are reached
     * @param buffers memory; borrowed, and to outlive the store
     * @param copyRates asked before each chunk that is copied
     * @throws TieredException if none can be opened
     * @throws IllegalStateException if another broker has one of them
     */
    public static ColdStore open(
            TieredConfig config,
            ColdFiles files,
            AlignedBuffers buffers,
            CopyRates copyRates,
            TieredCounters counters,
            WaitingClock clock)
            throws TieredException {
        KnownDirectories known = new KnownDirectories(files, config.logDirectories());
        ColdDirectories directories = new ColdDirectories(files, buffers, config, known, clock);
        boolean complete = false;
        try {
            config.coldDirectories().forEach(directories::open);
            if (directories.inService().isEmpty()) {
                throw new TieredException(
                        Reason.DISK, "no cold directory can be opened: " + directories.outOfService());
            }
            CopyMeans means = new CopyMeans(files, new DirectIo(files), buffers, copyRates, config.chunkBytes());
            ColdStore store = new ColdStore(directories, means, counters, config.shared(), clock);
            complete = true;
            return store;
        } finally {
            if (!complete) {
                directories.close();
            }
        }
    }

    /** Copies a segment, over what an earlier attempt may have left. */
    public SegmentSummary copy(CopyRequest request) throws TieredException {
        try {
            return copyAlone(request);
        } catch (TieredException e) {
            counters.copyFailures.increment();
            throw e;
        }
    }

    private SegmentSummary copyAlone(CopyRequest request) throws TieredException {
        SegmentIdentity identity = request.identity();
        return claims.alone(identity, () -> {
            retryDirectories();
            manifests.forget(identity.id());
            ColdDirectory present = places.find(identity.id());
            ColdSegment copied = copies.copy(request, present != null && stays(present) ? present : null);
            Manifest manifest = copied.manifest();
            places.put(identity, copied.directory());
            places.verified(identity.id());
            counters.copied(request.isReplica(), manifest.dataBytes());
            return manifest.summary();
        });
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

    /** Whether there is a copy here which equals the first copy, as far as is known: it was compared, and no damage has been seen since. */
    public boolean isVerified(Uuid segment) {
        return places.isVerified(segment);
    }

    /**
     * Compares a copy that was found at start, or that was damaged, with the first copy; answers whether it is here and the same. The data itself is looked at when it is read.
     *
     * @throws TieredException if that cannot be said now
     */
    public boolean verify(SegmentIdentity identity, SegmentSummary expected) throws TieredException {
        if (places.isVerified(identity.id())) {
            return true;
        }
        if (places.isDamaged(identity.id()) || place(identity) == null) {
            return false;
        }
        ColdSegment segment = find(identity);
        reading(identity, segment.directory(), () -> {
            segment.openData().close();
            return true;
        });
        if (!segment.manifest().summary().equals(expected)) {
            damaged(identity.id());
            return false;
        }
        places.verified(identity.id());
        return true;
    }

    /** A reader has seen that this copy is not what it should be: it is not counted upon until it has been copied again. */
    public void damaged(Uuid segment) {
        places.damaged(segment);
        manifests.forget(segment);
    }

    /** Deletes a segment; answers whether it was there. */
    public boolean delete(SegmentIdentity identity) throws TieredException {
        return claims.alone(identity, () -> {
            ColdDirectory directory = place(identity);
            if (directory == null) {
                return false;
            }
            manifests.forget(identity.id());
            try {
                directory.delete(identity);
            } catch (IOException e) {
                throw ColdCopies.failed(identity, directory, e);
            }
            places.remove(identity.id());
            counters.segmentsDeleted.increment();
            return true;
        });
    }

    /** The segments that are known to be here, by the name of their partition's folder: topic id and partition. */
    public Map<String, Set<Uuid>> segments() {
        return places.byFolder();
    }

    /** The next read looks at the disk again. */
    void forgetManifest(Uuid segment) {
        manifests.forget(segment);
    }

    /** Segments that are known to be here. */
    public int segmentCount() {
        return places.count();
    }

    /** Directories that cannot be used now. */
    public List<Path> outOfService() {
        return directories.outOfService();
    }

    /** Opens what was out of service, if it is time to try. */
    public void retryDirectories() {
        for (ColdDirectory directory : directories.retry()) {
            directory.deleteQuietly(places.add(directory));
        }
    }

    private @Nullable ColdDirectory place(SegmentIdentity identity) throws TieredException {
        ColdDirectory directory = places.find(identity.id());
        if (directory == null) {
            retryDirectories();
            directory = places.find(identity.id());
        }
        if (directory == null && shared) {
            directory = places.probe(identity, directories.inService());
        }
        if (directory == null && !directories.outOfService().isEmpty()) {
            throw new TieredException(
                    Reason.DISK,
                    "it may be in a directory that is out of service: " + directories.outOfService() + ", " + identity);
        }
        return directory;
    }

    private <T> T reading(SegmentIdentity identity, ColdDirectory directory, SegmentClaims.Change<T> read)
            throws TieredException {
        try {
            return read.run();
        } catch (TieredException e) {
            if (e.reason() == Reason.DAMAGED) {
                counters.damaged.increment();
                damaged(identity.id());
            }
            throw e.reason() == Reason.NOT_FOUND || e.reason() == Reason.DAMAGED ? unlessGone(directory, e) : e;
        } catch (IOException e) {
            throw ColdCopies.failed(identity, directory, e);
        } catch (InterruptedException e) {
            throw SegmentClaims.interrupted(identity, e);
        }
    }

    /** A copy of a segment replaces the one that is there, unless its directory is not what it was. */
    private boolean stays(ColdDirectory directory) throws IOException {
        try {
            return directories.isThere(directory);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return true;
        }
    }

    /** Where a disk is not mounted its files are not missing. */
    private TieredException unlessGone(ColdDirectory directory, TieredException e) {
        try {
            if (directories.isThere(directory)) {
                return e;
            }
        } catch (IOException unknown) {
            return e;
        }
        return new TieredException(Reason.DISK, "cold directory has gone: directory=" + directory, e);
    }

    /** Ends waiting reads and gives the directories free. Copies that run go on to their end. */
    @Override
    public void close() {
        directories.close();
    }
}
