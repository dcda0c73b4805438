package io.millrace.queue.catalog;

import io.millrace.memory.Page;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two writers of one queue: each counts, with plain reads and writes, under the lock of the line. */
@JCStressTest
@Outcome(
        id = {"1, 2, 2", "2, 1, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "one after the other, and the second saw what the first wrote")
@Outcome(expect = Expect.FORBIDDEN, desc = "both were inside, or the second saw less than the first wrote")
@State
public class EntryLockStress {

    private final Page page = StressedLines.page();
    private final int at = StressedLines.next();
    private int count;

    /** One writer. */
    @Actor
    public void first(III_Result result) {
        result.r1 = countOne();
    }

    /** The other. */
    @Actor
    public void second(III_Result result) {
        result.r2 = countOne();
    }

    /** In the end both have counted. */
    @Arbiter
    public void end(III_Result result) {
        result.r3 = count;
    }

    private int countOne() {
        EntryLock.lock(page, at);
        try {
            count++;
            return count;
        } finally {
            EntryLock.unlock(page, at);
        }
    }
}
