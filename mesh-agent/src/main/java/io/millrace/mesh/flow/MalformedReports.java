package io.millrace.mesh.flow;

import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what peers send in breach of a protocol, and logs at most one line a second of it: a flood of garbage must not become a
 * flood of logs.
 *
 * <p><b>Threads</b>: thread-safe.
 */
public final class MalformedReports {
    private static final Logger LOG = LoggerFactory.getLogger(MalformedReports.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LONGEST = 200;

    private final MeterBook book;
    private final AtomicLong nextLogNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong unlogged = new AtomicLong();

    /** Reports to the meters of {@code book}. */
    public MalformedReports(MeterBook book) {
        this.book = book;
    }

    /**
     * One breach.
     *
     * @param protocol http, thrift, link or dubbo
     * @param reason a word of a small set: a status, or what is wrong with a frame
     * @param peer who sent it
     * @param detail what it was; shortened, and free of control characters
     */
    public void report(String protocol, String reason, String peer, String detail) {
        book.counter(MeshMeters.MALFORMED, protocol, reason).increment();
        long now = System.nanoTime();
        long due = nextLogNanos.get();
        if (now - due < 0 || !nextLogNanos.compareAndSet(due, now + PAUSE_NANOS)) {
            unlogged.incrementAndGet();
            return;
        }
        LOG.warn(
                "malformed input protocol={} peer={} detail='{}' more-since-last-line={}",
                protocol,
                peer,
                printable(detail),
                unlogged.getAndSet(0));
    }

    private static String printable(String detail) {
        return detail.substring(0, Math.min(LONGEST, detail.length())).replaceAll("\\p{Cntrl}", "?");
    }
}
