package io.millrace.newsql.session;

import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The locks of GET_LOCK: names that one session holds at a time, as often as it took them.
 *
 * <p>All waits are on one monitor: these locks are few, and a circle of waits is found by following who waits for whom under it. <b>Threads.</b> Safe.
 */
final class NamedLockTable {

    private static final int NAME_LENGTH_MAX = 64;
    private static final int LOCKS_MAX = 10_000;

    /** How often a wait looks whether its statement was cancelled, in milliseconds. */
    private static final long LOOK_MILLIS = 100;

    private static final class Held {
        private final long session;
        private int times;

        Held(long session) {
            this.session = session;
        }
    }

    private final Map<String, Held> locks = new ConcurrentHashMap<>(); // changed under the monitor, looked at by anyone
    private final Map<Long, String> waits = new HashMap<>();

    /**
     * Takes a lock.
     *
     * @param seconds to wait at most; below 0 for ever
     * @return false if the time ran out
     * @throws io.millrace.newsql.mysql.SqlException 3057 for a bad name, 3058 for a wait that would never end, 1317 if the statement was cancelled
     */
    synchronized boolean take(String given, double seconds, long session, BooleanSupplier cancelled) {
        String name = checked(given);
        long end = System.nanoTime() + (long) (Math.min(Math.max(seconds, 0), 1e9) * TimeUnit.SECONDS.toNanos(1));
        try {
            while (true) {
                Held held = locks.get(name);
                if (held == null) {
                    if (locks.size() >= LOCKS_MAX) {
                        throw SqlErrors.of(1041, "HY000", "Too many named locks: " + LOCKS_MAX);
                    }
                    held = new Held(session);
                    locks.put(name, held);
                }
                if (held.session == session) {
                    held.times++;
                    return true;
                }
                long left = seconds < 0 ? Long.MAX_VALUE : end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                waits.put(session, name);
                if (isCircle(session)) {
                    throw SqlErrors.of(
                            3058,
                            "HY000",
                            "Deadlock found when trying to get user-level lock; try rolling back transaction/releasing locks and restarting lock acquisition.");
                }
                wait(Math.max(1, Math.min(LOOK_MILLIS, TimeUnit.NANOSECONDS.toMillis(left))));
                if (cancelled.getAsBoolean()) {
                    throw SqlErrors.interrupted();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.interrupted();
        } finally {
            waits.remove(session);
        }
    }

    private boolean isCircle(long session) {
        Set<Long> seen = new HashSet<>();
        long at = session;
        while (seen.add(at)) {
            String name = waits.get(at);
            Held held = name == null ? null : locks.get(name);
            if (held == null) {
                return false;
            }
            at = held.session;
            if (at == session) {
                return true;
            }
        }
        return false;
    }

    /** @return 1 if it was let go of, 0 if another session holds it, null if nobody does */
    synchronized @Nullable Long release(String given, long session) {
        String name = checked(given);
        Held held = locks.get(name);
        if (held == null) {
            return null;
        }
        if (held.session != session) {
            return 0L;
        }
        if (--held.times == 0) {
            locks.remove(name);
            notifyAll();
        }
        return 1L;
    }

    /** @return how many times its locks were taken */
    synchronized long releaseAll(long session) {
        List<String> own = new ArrayList<>();
        long times = 0;
        for (Map.Entry<String, Held> each : locks.entrySet()) {
            if (each.getValue().session == session) {
                own.add(each.getKey());
                times += each.getValue().times;
            }
        }
        own.forEach(locks::remove);
        if (!own.isEmpty()) {
            notifyAll();
        }
        return times;
    }

    /** The session that holds it, or null. */
    synchronized @Nullable Long holder(String name) {
        Held held = locks.get(checked(name));
        return held == null ? null : held.session;
    }

    /** Asked behind every statement, and nearly always with no lock of anybody. */
    boolean holdsAny(long session) {
        if (locks.isEmpty()) {
            return false;
        }
        for (Held held : locks.values()) {
            if (held.session == session) {
                return true;
            }
        }
        return false;
    }

    private static String checked(String name) {
        if (name.isEmpty()) {
            throw SqlErrors.of(3057, "42000", "Incorrect user-level lock name '" + name + "'.");
        }
        if (name.length() > NAME_LENGTH_MAX) {
            throw SqlErrors.of(
                    4163,
                    "42000",
                    "User-level lock name '" + name + "' should not exceed " + NAME_LENGTH_MAX + " characters.");
        }
        return name.toLowerCase(Locale.ROOT);
    }
}
