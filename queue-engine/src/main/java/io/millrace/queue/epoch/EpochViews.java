package io.millrace.queue.epoch;

/** Where the epochs of the moment are had. */
public interface EpochViews {

    /** Gives: the epochs as they are now, with a reference that the caller releases. */
    EpochView acquireEpochs();
}
