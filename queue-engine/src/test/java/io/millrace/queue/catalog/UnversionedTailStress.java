package io.millrace.queue.catalog;

import io.millrace.memory.Page;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * The reader that {@link QueueTail} is not, wrong on purpose: it does not look at the version. That it fails shows that
 * {@link QueueTailStress} would.
 */
@JCStressTest
@Outcome(
        id = {"0, 0, 0", "1, 1, 1", "2, 2, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "none, one or both appends, each whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "parts of different appends")
@State
public class UnversionedTailStress {

    private final int queue = StressedLines.nextQueue();

    /** The writer. */
    @Actor
    public void writer() {
        StressedLines.append(queue, 1);
        StressedLines.append(queue, 2);
    }

    /** The reader. */
    @Actor
    public void reader(JJJ_Result result) {
        Page page = StressedLines.catalog().page(queue);
        int at = Catalog.index(queue);
        result.r1 = page.getLongAcquire(at + EntryDescriptor.NEXT_OFFSET);
        result.r2 = page.getLongAcquire(at + EntryDescriptor.HEAD_OFFSET);
        result.r3 = page.getLongAcquire(at + EntryDescriptor.SKIP_OFFSET);
    }
}
