package io.millrace.memory;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/** Bytes copied in and then published by a header: who sees the header sees the bytes. */
@JCStressTest
@Outcome(id = "0, .*", expect = Expect.ACCEPTABLE, desc = "not published yet: what is behind it means nothing")
@Outcome(id = "8, 72623859790382856", expect = Expect.ACCEPTABLE, desc = "published, and whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "published without its bytes")
@State
public class PagePublicationStress {

    private static final int RECORD_BYTES = 16;
    private static final byte[] BYTES = {8, 7, 6, 5, 4, 3, 2, 1};

    /** Sixteen times what jcstress has in flight at once. */
    private static final Page PAGE = PageArena.create(4 << 20).acquire(4 << 20, Duration.ZERO);

    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int index = NEXT.getAndAdd(RECORD_BYTES) & (PAGE.capacity() - RECORD_BYTES);

    /** A record's place, zeroed before the actors start. */
    public PagePublicationStress() {
        PAGE.zero(index, RECORD_BYTES);
    }

    /** Copies the payload, then the header. */
    @Actor
    public void append() {
        PAGE.copyIn(index + Long.BYTES, BYTES, 0, BYTES.length);
        PAGE.setIntRelease(index, BYTES.length);
    }

    /** Reads the header, then the payload. */
    @Actor
    public void read(IJ_Result result) {
        result.r1 = PAGE.getIntAcquire(index);
        result.r2 = PAGE.buffer().getLong(index + Long.BYTES);
    }
}
