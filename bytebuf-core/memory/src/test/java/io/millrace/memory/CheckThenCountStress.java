package io.millrace.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The count that {@link Page} does not have, wrong on purpose: it looks, and then it counts. That it fails shows that
 * stress tests do.
 */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "one was first")
@Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "revived")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "lost")
@State
public class CheckThenCountStress {

    private volatile int count = 1;

    /** Releases without an atomic step. */
    @Actor
    public void owner(ZZ_Result result) {
        int before = count;
        count = before - 1;
        result.r1 = before == 1;
    }

    /** Retains without an atomic step. */
    @Actor
    public void reader(ZZ_Result result) {
        int before = count;
        if (before > 0) {
            count = before + 1;
        }
        result.r2 = before > 0;
    }
}
