package io.millrace.tiered.tool;

import io.millrace.tiered.cold.Manifest;
import io.millrace.tiered.rate.TokenBucket;
import io.millrace.tiered.rate.WaitingClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Looks at every byte of cold directories, of a broker that runs or of one that does not.
 *
 * <p><b>Threads.</b> One caller; each directory, a disk of its own, is read by a thread of its own, {@value #THREADS_MAX} at most. <b>Errors.</b> {@link ToolException} if a directory is
 * none of ours or cannot be listed; a file that cannot be read is a damage.
 */
public final class ColdCheck {

    private static final int THREADS_MAX = 16;
    private static final long LOOK_MILLIS = 200;

    private final List<Path> directories;
    private final TokenBucket rate;
    private final LongAdder done = new LongAdder();

    /**
     * Reads nothing yet.
     *
     * @param bytesPerSecond of all directories together; {@link Long#MAX_VALUE} for as fast as it goes
     */
    public ColdCheck(List<Path> directories, long bytesPerSecond) {
        if (bytesPerSecond <= 0) {
            throw new ToolException("rate: " + bytesPerSecond + " (expected: > 0)");
        }
        this.directories = List.copyOf(directories);
        this.rate = new TokenBucket(() -> bytesPerSecond, WaitingClock.system());
    }

    /** Hears how far it is; some times a second, on the caller's thread. */
    @FunctionalInterface
    public interface Progress {

        /** So many bytes of so many. */
        void advanced(long done, long total);
    }

    /** Looks at all of them; a report for each, in their order. An interrupt ends it. */
    public List<DirectoryReport> run(Progress progress) throws InterruptedException {
        Map<Path, ColdListing> listings = new LinkedHashMap<>();
        directories.forEach(directory -> listings.put(directory, ColdListing.of(directory)));
        long total = listings.values().stream()
                .flatMap(listing -> listing.segments().stream())
                .mapToLong(ColdListing.Found::bytes)
                .sum();
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(THREADS_MAX, Math.max(1, listings.size())), work -> {
                    Thread thread = new Thread(work, "millrace-cold-check");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            List<Future<DirectoryReport>> reports = new ArrayList<>();
            listings.forEach((directory, listing) -> reports.add(threads.submit(() -> check(directory, listing))));
            List<DirectoryReport> answers = new ArrayList<>();
            for (Future<DirectoryReport> report : reports) {
                answers.add(await(report, total, progress));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private DirectoryReport await(Future<DirectoryReport> report, long total, Progress progress)
            throws InterruptedException {
        while (true) {
            try {
                return report.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                progress.advanced(done.sum(), total);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof ToolException known
                        ? known
                        : new ToolException("check failed: " + e.getCause(), e);
            }
        }
    }

    private DirectoryReport check(Path directory, ColdListing listing) throws InterruptedException {
        LongAdder read = new LongAdder();
        SegmentCheck check = new SegmentCheck(bytes -> {
            rate.take(bytes);
            read.add(bytes);
            done.add(bytes);
        });
        List<HeldSegment> held = new ArrayList<>();
        List<ColdDamage> damages = new ArrayList<>();
        long damageCount = 0;
        long gone = 0;
        for (ColdListing.Found found : listing.segments()) {
            SegmentCheck.Outcome outcome = check.check(found);
            Manifest manifest = outcome.manifest();
            if (manifest != null) {
                held.add(
                        ColdContents.held(manifest, directory, outcome.damages().isEmpty()));
            }
            gone += outcome.gone() ? 1 : 0;
            damageCount += outcome.damages().size();
            outcome.damages().stream()
                    .limit(DirectoryReport.SHOWN_MAX - damages.size())
                    .forEach(damages::add);
        }
        held.sort(ColdContents.BY_OFFSET);
        return new DirectoryReport(directory, held, read.sum(), damageCount, damages, listing.leftOvers(), gone);
    }
}
