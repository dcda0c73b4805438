package io.millrace.newsql.transaction;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one key: one holder has it alone, or several share it; the others stand in a line. Changes are made by who has the key's place in {@link RowLocks}; anyone may
 * look who has it, since each field is swapped as a whole.
 */
final class KeyLock {

    private static final LockHolder[] NOBODY = {};
    private static final Wait[] NO_LINE = {};

    /** Who stands in the line. */
    record Wait(LockHolder holder, boolean shared) {}

    private volatile @Nullable LockHolder owner;
    private volatile LockHolder[] sharers;
    private Wait[] line = NO_LINE;

    KeyLock(LockHolder holder, boolean shared) {
        this.owner = shared ? null : holder;
        this.sharers = shared ? new LockHolder[] {holder} : NOBODY;
    }

    /** Whether a holder has what it asked for. */
    boolean holds(LockHolder holder, boolean shared) {
        return owner == holder || shared && shares(holder);
    }

    boolean shares(LockHolder holder) {
        for (LockHolder each : sharers) {
            if (each == holder) {
                return true;
            }
        }
        return false;
    }

    // ---- by who has the key's place ----

    /** Takes it if that can be without a wait. Who shares it alone has it alone from now on, if it asks for that. */
    boolean tryTake(LockHolder holder, boolean shared) {
        if (holds(holder, shared)) {
            return true;
        }
        LockHolder[] now = sharers;
        if (!shared && now.length == 1 && now[0] == holder) {
            owner = holder;
            sharers = NOBODY;
            return true;
        }
        if (shared && owner == null && line.length == 0) {
            share(holder);
            return true;
        }
        return false;
    }

    private void share(LockHolder holder) {
        LockHolder[] more = Arrays.copyOf(sharers, sharers.length + 1);
        more[more.length - 1] = holder;
        sharers = more;
    }

    /** Behind all, but who shares it already and wants it alone comes first: nobody else could be served before it. */
    void stand(LockHolder holder, boolean shared) {
        Wait[] old = line;
        Wait[] longer = new Wait[old.length + 1];
        boolean first = shares(holder);
        System.arraycopy(old, 0, longer, first ? 1 : 0, old.length);
        longer[first ? 0 : old.length] = new Wait(holder, shared);
        line = longer;
    }

    /** Gives a place in the line up, and what was given meanwhile. @param grows whether it shared the lock before, which it then keeps */
    void leave(LockHolder holder, boolean grows) {
        boolean waits = Arrays.stream(line).anyMatch(each -> each.holder() == holder);
        if (waits) {
            line = Arrays.stream(line).filter(each -> each.holder() != holder).toArray(Wait[]::new);
        } else if (!grows) {
            drop(holder);
        }
    }

    void drop(LockHolder holder) {
        if (owner == holder) {
            owner = null;
        } else if (shares(holder)) {
            sharers = Arrays.stream(sharers).filter(each -> each != holder).toArray(LockHolder[]::new);
        }
    }

    /** Serves the line as far as that goes. @return false if nobody has the lock or waits for it any more */
    boolean serve() {
        while (line.length > 0 && owner == null) {
            Wait next = line[0];
            LockHolder[] now = sharers;
            boolean grows = !next.shared() && now.length == 1 && now[0] == next.holder();
            if (!next.shared() && now.length > 0 && !grows) {
                return true;
            }
            line = Arrays.copyOfRange(line, 1, line.length);
            if (next.shared()) {
                share(next.holder());
            } else {
                owner = next.holder();
                sharers = NOBODY;
            }
            next.holder().wake();
        }
        return owner != null || sharers.length > 0 || line.length > 0;
    }

    /** Who must let go before a waiting holder has the lock: nobody, if it is not in the line, for then it was given the lock or has given up. */
    void addBlockers(LockHolder holder, boolean shared, Collection<LockHolder> blockers) {
        int place = 0;
        while (place < line.length && line[place].holder() != holder) {
            place++;
        }
        if (place == line.length) {
            return;
        }
        LockHolder alone = owner;
        if (alone != null && alone != holder) {
            blockers.add(alone);
        }
        for (LockHolder each : shared ? NOBODY : sharers) {
            if (each != holder) {
                blockers.add(each);
            }
        }
        for (Wait ahead : Arrays.asList(line).subList(0, place)) {
            if (!shared || !ahead.shared()) {
                blockers.add(ahead.holder());
            }
        }
    }
}
