package io.millrace.registry.etcd;

import org.jspecify.annotations.Nullable;

/** One key of ours: who wants it, and what is known of it in etcd. Used on the loop only. */
final class Slot {

    final String key;
    /** Whose state should stand there; null if the key should be absent. */
    @Nullable
    EtcdRegistration holder;
    /** The lease under which the key was last written, or may have been; none if it cannot be there. */
    long lease = LeaseKeeper.NONE;
    /** Whether etcd may hold something else than was last written. */
    boolean dirty;

    boolean inFlight;
    private @Nullable EtcdRegistration leaving;

    Slot(String key) {
        this.key = key;
    }

    boolean mayExist() {
        return inFlight || lease != LeaseKeeper.NONE;
    }

    void take(EtcdRegistration registration) {
        // The address is wanted again: who waits for its removal has nothing left to wait for.
        finishRemoval();
        holder = registration;
        dirty = true;
    }

    void release() {
        leaving = holder;
        holder = null;
        dirty = true;
    }

    void finishRemoval() {
        if (leaving != null) {
            leaving.removed();
            leaving = null;
        }
    }

    void startWrite(long itsLease) {
        lease = itsLease;
        inFlight = true;
        dirty = false;
    }

    /** The lease is gone, and the key with it. */
    void lost() {
        lease = LeaseKeeper.NONE;
        dirty = true;
        if (holder != null) {
            holder.lost();
        }
    }

    /** The answer to what was asked will not come. */
    void interrupted() {
        inFlight = false;
        dirty = true;
    }
}
