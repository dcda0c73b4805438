package io.millrace.newsql.account;

import org.jspecify.annotations.Nullable;

/** What CREATE USER and ALTER USER say behind the accounts. One thread. */
final class AccountOptions {

    private @Nullable Boolean tls;
    private @Nullable Boolean locked;
    private @Nullable Long connectionsMax;
    private @Nullable String comment;

    void requireTls(boolean value) {
        tls = value;
    }

    void lock(boolean value) {
        locked = value;
    }

    void connectionsMax(long value) {
        connectionsMax = value;
    }

    void comment(String value) {
        comment = value;
    }

    Account applyTo(Account account) {
        Account changed = tls == null ? account : account.withTls(tls);
        changed = locked == null ? changed : changed.withLock(locked);
        changed = connectionsMax == null ? changed : changed.withConnectionsMax(connectionsMax);
        return comment == null ? changed : changed.withComment(comment);
    }
}
