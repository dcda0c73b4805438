package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import org.jspecify.annotations.Nullable;

/** Locks that a session takes by a name, as GET_LOCK and its like ask for them. */
public interface NamedLocks {

    /** Where there are none: outside of a session. */
    NamedLocks NONE = new NamedLocks() {};

    /** @param seconds to wait; for ever if negative @return 1 if it was taken, 0 if the time is over */
    default long get(String name, double seconds) {
        throw SqlErrors.unsupported("GET_LOCK here");
    }

    /** @return 1 if it was released, 0 if another holds it, null if nobody does */
    default @Nullable Long release(String name) {
        return null;
    }

    default boolean isFree(String name) {
        return true;
    }

    /** The connection that holds it; null if none does. */
    default @Nullable Long holder(String name) {
        return null;
    }

    /** @return how many were released */
    default long releaseAll() {
        return 0;
    }
}
