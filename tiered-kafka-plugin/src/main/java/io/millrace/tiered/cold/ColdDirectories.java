package io.millrace.tiered.cold;

import io.millrace.tiered.TieredConfig;
import io.millrace.tiered.disk.AlignedBuffers;
import io.millrace.tiered.disk.ColdFiles;
import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cold directories of this broker: those in service, and those that are not, which are tried again from time to time. There is no thread: who has work for them looks.
 *
 * <p><b>Threads.</b> Safe.
 */
final class ColdDirectories implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ColdDirectories.class);

    private final ColdFiles files;
    private final AlignedBuffers buffers;
    private final int readConcurrency;
    private final long retryNanos;
    private final boolean shared;
    private final KnownDirectories known;
    private final WaitingClock clock;
    private final List<ColdDirectory> inService = new CopyOnWriteArrayList<>();
    private final Map<Path, Long> outOfService = new LinkedHashMap<>();
    private Consumer<ColdDirectory> goneListener = directory -> {};
    private boolean closed;

    ColdDirectories(
            ColdFiles files, AlignedBuffers buffers, TieredConfig config, KnownDirectories known, WaitingClock clock) {
        this.files = files;
        this.buffers = buffers;
        this.readConcurrency = config.readConcurrency();
        this.retryNanos = config.retryInterval().toNanos();
        this.shared = config.shared();
        this.known = known;
        this.clock = clock;
    }

    /**
     * Opens a directory; if that fails it is out of service.
     *
     * @throws IllegalStateException if another broker has it
     */
    synchronized void open(Path path) {
        try {
            inService.add(opened(path));
        } catch (IOException e) {
            outOfService.put(path, clock.nanos());
            LOGGER.error("cold directory is out of service: directory={}", path, e);
        }
    }

    private ColdDirectory opened(Path path) throws IOException {
        Optional<String> marked = DirectoryMarker.find(files, path);
        Optional<String> used = known.find(path);
        if (marked.isEmpty() && used.isPresent()) {
            throw new IOException("cold directory has lost its mark, is its disk mounted? directory=" + path
                    + " (if the disk is a new one, remove the directory's line from " + known + ")");
        }
        ColdDirectory directory = ColdDirectory.open(path, files, buffers, readConcurrency, shared);
        boolean remembered = false;
        try {
            known.remember(path, directory.id());
            remembered = true;
        } finally {
            if (!remembered) {
                closeQuietly(directory);
            }
        }
        return directory;
    }

    /** Whom to tell of a directory that went out of service. Set once, before use. */
    synchronized void whenGone(Consumer<ColdDirectory> listener) {
        goneListener = listener;
    }

    /** Those that can be used. */
    List<ColdDirectory> inService() {
        return inService;
    }

    /** Those that cannot, now. */
    synchronized List<Path> outOfService() {
        return List.copyOf(outOfService.keySet());
    }

    /** Tries again what has been out of service for long enough; returns what came back. */
    synchronized List<ColdDirectory> retry() {
        List<ColdDirectory> back = new ArrayList<>();
        for (Map.Entry<Path, Long> failed : List.copyOf(outOfService.entrySet())) {
            if (!closed && clock.nanos() - failed.getValue() >= retryNanos) {
                retry(failed.getKey(), back);
            }
        }
        return back;
    }

    private void retry(Path path, List<ColdDirectory> back) {
        try {
            ColdDirectory directory = opened(path);
            outOfService.remove(path);
            inService.add(directory);
            back.add(directory);
            LOGGER.info("cold directory is in service again: directory={}", path);
        } catch (IOException | IllegalStateException e) {
            outOfService.put(path, clock.nanos());
            LOGGER.debug("cold directory stays out of service: directory={}", path, e);
        }
    }

    /**
     * Looks whether the directory is still the one that was opened; if not, it is out of service. Answers whether it is.
     *
     * @throws IOException if its disk does not say
     */
    boolean isThere(ColdDirectory directory) throws IOException {
        Optional<String> found = DirectoryMarker.find(files, directory.root());
        boolean there = found.equals(Optional.of(directory.id()));
        if (!there) {
            takeOut(directory, DirectoryMarker.lost(directory.root(), directory.id(), found));
        }
        return there;
    }

    private synchronized void takeOut(ColdDirectory directory, IOException why) {
        if (inService.remove(directory)) {
            outOfService.put(directory.root(), clock.nanos());
            LOGGER.error("cold directory is out of service: directory={}", directory, why);
            closeQuietly(directory);
            goneListener.accept(directory);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        inService.forEach(ColdDirectories::closeQuietly);
    }

    private static void closeQuietly(ColdDirectory directory) {
        try {
            directory.close();
        } catch (IOException e) {
            LOGGER.warn("lock of cold directory cannot be given back: directory={}", directory, e);
        }
    }

    @Override
    public String toString() {
        return inService.toString();
    }
}
