package io.millrace.memory;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * The last release against a reader who found the page and wants to keep it: one of the two is first, and a dead page
 * stays dead.
 */
@JCStressTest
@Outcome(id = "true, false, 0", expect = Expect.ACCEPTABLE, desc = "released first: the reader got nothing")
@Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE, desc = "retained first: the reader's reference keeps it")
@Outcome(expect = Expect.FORBIDDEN, desc = "a page was revived, freed under its reader, or miscounted")
@State
public class PageReferenceStress {

    private static final PageArena ARENA = PageArena.create(PageArena.PAGE_UNIT);
    private static final RawBlock NO_BYTES = new RawBlock(ByteBuffer.allocateDirect(0), () -> {});

    /** A mapping of nothing, whose end does nothing: millions of pages a second. */
    private final Page page = new Page(ARENA, NO_BYTES, true);

    /** The owner gives up the first reference. */
    @Actor
    public void owner(ZZI_Result result) {
        result.r1 = page.release();
    }

    /** A reader found it in an index. */
    @Actor
    public void reader(ZZI_Result result) {
        result.r2 = page.tryRetain();
    }

    /** What is left. */
    @Arbiter
    public void count(ZZI_Result result) {
        result.r3 = page.refCount();
    }
}
