package io.millrace.newsql.node;

/**
 * A commit that is made up when its turn has come: what it reads cannot change before it is written, so it never conflicts.
 *
 * <p><b>Threads.</b> Runs once, in the store's writer, and holds up every other commit meanwhile: short, and never waiting. <b>Errors.</b> What it throws fails its own
 * commit and no other; nothing was written then.
 */
@FunctionalInterface
public interface StoreDecision {

    /** Gives the batch to be written; an empty one writes nothing, and completes when what was read is on the device. */
    StoreBatch decide(StoreView newest);
}
