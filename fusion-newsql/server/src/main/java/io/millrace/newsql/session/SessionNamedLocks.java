package io.millrace.newsql.session;

import io.millrace.newsql.expression.NamedLocks;
import org.jspecify.annotations.Nullable;

/** The named locks of a server as one session takes them. One thread. */
record SessionNamedLocks(NamedLockTable table, ClientSession session) implements NamedLocks {

    private long id() {
        return session.start().connection().id();
    }

    @Override
    public long get(String name, double seconds) {
        return table.take(name, seconds, id(), session::isCancelled) ? 1 : 0;
    }

    @Override
    public @Nullable Long release(String name) {
        return table.release(name, id());
    }

    @Override
    public boolean isFree(String name) {
        return table.holder(name) == null;
    }

    @Override
    public @Nullable Long holder(String name) {
        return table.holder(name);
    }

    @Override
    public long releaseAll() {
        return table.releaseAll(id());
    }
}
