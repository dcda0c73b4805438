package io.millrace.testkit.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong on a disk, and when: a test plans it, {@link SimulatedDisk} and {@link FaultyFiles} obey.
 *
 * <p><b>Shape.</b> The n-th operation is counted from the call that plans it: 1 is the next. Every operation is
 * counted, failed ones too. <b>Units.</b> Operations, bytes. <b>Threads.</b> Safe. <b>Errors.</b> A planned failure
 * is an {@link IOException} whose message begins as the system's does: {@code Input/output error}, {@code No space
 * left on device}.
 */
public final class DiskFaults {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private final Map<DiskOperation, Long> counts = new EnumMap<>(DiskOperation.class);
    private final List<Plan> plans = new ArrayList<>();
    private long total;
    private long shortWriteAt;
    private long spaceLeft = UNLIMITED;

    DiskFaults() {}

    /** A planned failure: of one kind of operation or of any, at a count of it, once or from there on. */
    private record Plan(@Nullable DiskOperation operation, long at, boolean lasting) {

        boolean hits(DiskOperation now, long count, long total) {
            if (operation != null && operation != now) {
                return false;
            }
            long seen = operation == null ? total : count;
            return lasting ? seen >= at : seen == at;
        }
    }

    /** The n-th operation of this kind fails. */
    public synchronized DiskFaults fail(DiskOperation operation, long nth) {
        plans.add(new Plan(operation, count(operation) + positive(nth), false));
        return this;
    }

    /** The n-th operation of this kind fails, and all of this kind after it, until {@link #clear}. */
    public synchronized DiskFaults failFrom(DiskOperation operation, long nth) {
        plans.add(new Plan(operation, count(operation) + positive(nth), true));
        return this;
    }

    /** The n-th operation of whatever kind fails, and all after it, until {@link #clear}: a place to crash at. */
    public synchronized DiskFaults failAllFrom(long nth) {
        plans.add(new Plan(null, total + positive(nth), true));
        return this;
    }

    /** The n-th write writes half of its bytes and says so. */
    public synchronized DiskFaults shortWrite(long nth) {
        shortWriteAt = count(DiskOperation.WRITE) + positive(nth);
        return this;
    }

    /**
     * Files may grow by so many bytes more; then writes that need space fail, after one that wrote what fitted.
     * Deleting and cutting gives space back.
     */
    public synchronized DiskFaults spaceLeft(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("spaceLeft: " + bytes + " (expected: >= 0)");
        }
        spaceLeft = bytes;
        return this;
    }

    /** Nothing planned goes wrong any more, and there is space again. */
    public synchronized DiskFaults clear() {
        plans.clear();
        shortWriteAt = 0;
        spaceLeft = UNLIMITED;
        return this;
    }

    /** Operations of this kind so far. */
    public synchronized long count(DiskOperation operation) {
        return counts.getOrDefault(operation, 0L);
    }

    /** Operations of all kinds so far. */
    public synchronized long total() {
        return total;
    }

    /** Counts an operation and fails it if that was planned. */
    synchronized void enter(DiskOperation operation) throws IOException {
        total++;
        long count = counts.merge(operation, 1L, Long::sum);
        for (Plan plan : plans) {
            if (plan.hits(operation, count, total)) {
                throw new IOException("Input/output error (planned: " + operation + " number " + count + ")");
            }
        }
    }

    /** How many of these bytes the write that was just entered may write. */
    synchronized int writable(int wanted) {
        return wanted > 1 && count(DiskOperation.WRITE) == shortWriteAt ? wanted / 2 : wanted;
    }

    /** Takes space for a file to grow by; returns what there was of it. */
    synchronized long takeSpace(long wanted) {
        if (spaceLeft == UNLIMITED) {
            return wanted;
        }
        long taken = Math.min(wanted, spaceLeft);
        spaceLeft -= taken;
        return taken;
    }

    synchronized void giveSpace(long bytes) {
        if (spaceLeft != UNLIMITED) {
            spaceLeft += bytes;
        }
    }

    static IOException noSpace() {
        return new IOException("No space left on device");
    }

    private static long positive(long nth) {
        if (nth < 1) {
            throw new IllegalArgumentException("nth: " + nth + " (expected: >= 1)");
        }
        return nth;
    }
}
