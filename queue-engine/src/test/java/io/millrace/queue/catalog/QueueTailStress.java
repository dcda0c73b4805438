package io.millrace.queue.catalog;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A reader takes the tail of a queue that is appended to twice. */
@JCStressTest
@Outcome(
        id = {"0, 0, 0", "1, 1, 1", "2, 2, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "none, one or both appends, each whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "parts of different appends")
@State
public class QueueTailStress {

    private final int queue = StressedLines.nextQueue();

    /** The writer. */
    @Actor
    public void writer() {
        StressedLines.append(queue, 1);
        StressedLines.append(queue, 2);
    }

    /** The reader, which takes no lock. */
    @Actor
    public void reader(JJJ_Result result) {
        QueueTail tail = new QueueTail();
        tail.load(StressedLines.catalog(), queue);
        result.r1 = tail.next();
        result.r2 = tail.head();
        result.r3 = tail.skip();
    }
}
