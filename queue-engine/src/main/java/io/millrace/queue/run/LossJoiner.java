package io.millrace.queue.run;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells neighbouring losses as one. <b>Threads.</b> One. */
abstract class LossJoiner implements RunWalk.Visitor {
    private final Consumer<RunLoss> losses;
    private @Nullable RunLoss open;
    /** Messages lost so far. */
    long lost;

    LossJoiner(Consumer<RunLoss> losses) {
        this.losses = losses;
    }

    @Override
    public void lost(RunLoss loss) {
        lost += loss.toOffset() - loss.fromOffset();
        RunLoss before = open;
        if (before != null && before.queueId() == loss.queueId() && before.toOffset() == loss.fromOffset()) {
            open = new RunLoss(loss.queueId(), before.fromOffset(), loss.toOffset(), before.bytes() + loss.bytes());
        } else {
            flush();
            open = loss;
        }
    }

    /** Tells the last one. */
    void flush() {
        RunLoss before = open;
        if (before != null) {
            losses.accept(before);
            open = null;
        }
    }
}
