package io.millrace.tiered.cold;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.TieredException.Reason;
import io.millrace.tiered.disk.AlignedBuffer;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.disk.DirectIo;
import io.millrace.tiered.disk.DiskFile;
import io.millrace.tiered.disk.DiskReads;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One disk's cold segments.
 *
 * <p><b>Threads.</b> Safe for different segments; copy and delete of one segment exclude each other outside. <b>Ownership.</b> {@link #close} ends the reads and gives the directory
 * free for others.
 */
public final class ColdDirectory implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ColdDirectory.class);

    private final Path root;
    private final String id;
    private final ColdFiles files;
    private final @Nullable DirectoryLock lock;
    private final AlignedBuffers buffers;
    private final PartitionFolders folders;
    private final DirectIo disk;
    private final DiskReads reads;
    private final ManifestReader manifests;
    private final Map<Uuid, String> segmentsAtStart;

    private ColdDirectory(
            Path root, ColdFiles files, @Nullable DirectoryLock lock, AlignedBuffers buffers, int readConcurrency)
            throws IOException {
        this.root = root;
        Optional<String> marked = DirectoryMarker.find(files, root);
        this.id = marked.isPresent() ? marked.get() : DirectoryMarker.write(files, root);
        this.files = files;
        this.lock = lock;
        this.buffers = buffers;
        this.folders = new PartitionFolders(files, root);
        this.disk = new DirectIo(files);
        this.manifests = new ManifestReader(disk);
        LeftOvers leftOvers = new LeftOvers(files, folders, lock != null);
        this.segmentsAtStart = Map.copyOf(leftOvers.sweep(root));
        this.reads = new DiskReads(String.valueOf(root.getFileName()), readConcurrency);
        LOGGER.info(
                "cold directory opened: directory={} segments={} leftOversRemoved={}",
                root,
                segmentsAtStart.size(),
                leftOvers.removed());
    }

    /**
     * Takes a directory, which exists, and removes what crashes left in it; one that others use too is not taken, and what is unfinished in it may be theirs.
     *
     * @throws IllegalStateException if another broker has it
     */
    static ColdDirectory open(Path root, ColdFiles files, AlignedBuffers buffers, int readConcurrency, boolean shared)
            throws IOException {
        DirectoryLock lock = shared ? null : DirectoryLock.take(files, root);
        boolean opened = false;
        try {
            ColdDirectory directory = new ColdDirectory(root, files, lock, buffers, readConcurrency);
            opened = true;
            return directory;
        } finally {
            if (!opened && lock != null) {
                lock.close();
            }
        }
    }

    /** Where it is. */
    public Path root() {
        return root;
    }

    /** Its mark. */
    String id() {
        return id;
    }

    /** The reads of this disk. */
    public DiskReads reads() {
        return reads;
    }

    /** Segments that were here when it was opened, and the name of each one's folder. */
    Map<Uuid, String> segmentsAtStart() {
        return segmentsAtStart;
    }

    long usableBytes() throws IOException {
        return files.usableBytes(root);
    }

    /**
     * Copies a segment, over whatever there was of it. After a failure nothing is left of it that a next start would take for a segment, but for what was there before a copy of a copy.
     */
    Manifest copy(CopyMeans means, CopyRequest request) throws IOException, InterruptedException {
        SegmentPaths paths = paths(request.identity());
        folders.enter(paths.folder());
        boolean copied = false;
        try {
            LeftOvers.removeIfThere(files, paths.newData());
            LeftOvers.removeIfThere(files, paths.newManifest());
            SegmentDigest digest = new SegmentDigest(request.range().dataBytes());
            int[] crcs = new DataCopy(means, request, digest).to(disk, paths.newData());
            Manifest manifest = new ManifestWriter(means, request, digest).write(disk, paths.newManifest(), crcs);
            checkExpected(request, manifest);
            commit(paths);
            copied = true;
            return manifest;
        } finally {
            leave(request, paths, copied);
        }
    }

    /** A copy of a copy is the same to the last byte, or nothing. */
    private static void checkExpected(CopyRequest request, Manifest manifest) throws TieredException {
        SegmentSummary expected = request.expected();
        if (expected != null && !expected.equals(manifest.summary())) {
            throw new TieredException(
                    Reason.SOURCE,
                    "bytes are not those of the first copy: " + manifest.summary() + " (expected: " + expected + "), "
                            + request.data() + ", " + request.identity());
        }
    }

    /** The data has its name before the manifest has, whatever of it a power cut keeps. */
    private void commit(SegmentPaths paths) throws IOException {
        if (LeftOvers.removeIfThere(files, paths.manifest())) {
            files.forceDirectory(paths.folder());
        }
        files.move(paths.newData(), paths.data());
        files.forceDirectory(paths.folder());
        files.move(paths.newManifest(), paths.manifest());
        files.forceDirectory(paths.folder());
    }

    private void leave(CopyRequest request, SegmentPaths paths, boolean copied) {
        try {
            if (!copied && request.isReplica()) {
                // What there is may be damaged in one place only, and good for all the others.
                LeftOvers.removeIfThere(files, paths.newData());
                LeftOvers.removeIfThere(files, paths.newManifest());
            } else if (!copied) {
                LeftOvers.removeAll(files, paths);
            }
        } catch (IOException e) {
            LOGGER.debug("left-overs stay until the next copy or start: folder={}", paths.folder(), e);
        }
        try {
            folders.leave(paths.folder());
        } catch (IOException e) {
            LOGGER.debug("empty folder stays until the next start: folder={}", paths.folder(), e);
        }
    }

    /** Deletes a segment or what is left of it; the manifest first, so that half a segment is none. */
    void delete(SegmentIdentity identity) throws IOException {
        SegmentPaths paths = paths(identity);
        if (LeftOvers.removeIfThere(files, paths.manifest())) {
            files.forceDirectory(paths.folder());
        }
        LeftOvers.removeAll(files, paths);
        folders.removeIfEmpty(paths.folder());
    }

    /** Deletes segments that are elsewhere too, by the name of each one's folder; what cannot be deleted stays until the next start. */
    void deleteQuietly(Map<Uuid, String> segments) {
        segments.forEach((segment, folder) -> {
            SegmentPaths paths = new SegmentPaths(root.resolve(folder), segment);
            try {
                LeftOvers.removeAll(files, paths);
                folders.removeIfEmpty(paths.folder());
            } catch (IOException e) {
                LOGGER.debug("second copy stays for now: directory={} segment={}", root, segment, e);
            }
        });
    }

    Manifest manifest(SegmentIdentity identity) throws IOException, InterruptedException {
        Path file = paths(identity).manifest();
        return reads.call(buffer(), buffer -> manifests.manifest(file, identity, buffer));
    }

    byte[] index(Manifest manifest, IndexKind kind) throws IOException, InterruptedException {
        Path file = paths(manifest.identity()).manifest();
        return reads.call(buffer(), buffer -> manifests.index(file, manifest, kind, buffer));
    }

    /** Taken here and not on a thread of the disk: that one must not wait for memory which reads behind it hold. */
    private AlignedBuffer buffer() throws TieredException, InterruptedException {
        return buffers.acquire(ManifestReader.BUFFER_BYTES);
    }

    /** Whether there is a segment, for directories into which others copy too. */
    boolean holds(SegmentIdentity identity) {
        return files.exists(paths(identity).manifest());
    }

    /** Opens a segment's data; the caller closes. */
    DiskFile openData(Manifest manifest) throws IOException {
        Path path = paths(manifest.identity()).data();
        try {
            DiskFile file = disk.open(path, Set.of(StandardOpenOption.READ));
            boolean whole = false;
            try {
                whole = file.size() == manifest.dataBytes();
                if (whole) {
                    return file;
                }
                throw damaged(path, manifest, "length=" + file.size(), null);
            } finally {
                if (!whole) {
                    file.close();
                }
            }
        } catch (NoSuchFileException e) {
            throw damaged(path, manifest, "there is none", e);
        }
    }

    private static TieredException damaged(Path path, Manifest manifest, String seen, @Nullable IOException cause) {
        return new TieredException(
                Reason.DAMAGED,
                "data is damaged: " + seen + " (expected: length " + manifest.dataBytes() + "), file=" + path + ", "
                        + manifest.identity(),
                cause);
    }

    private SegmentPaths paths(SegmentIdentity identity) {
        return new SegmentPaths(folders.of(identity), identity.id());
    }

    @Override
    public void close() throws IOException {
        reads.close();
        if (lock != null) {
            lock.close();
        }
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
