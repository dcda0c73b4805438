package io.millrace.newsql.mysql.auth;

import io.millrace.newsql.mysql.AccountSecret;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Digests of passwords that were proven once, so that the next login costs a few microseconds instead of thousands of rounds.
 *
 * <p>An entry belongs to what is stored of the password: when that changes, the entry is never found again. The ones not used for longest leave. <b>Threads</b>: safe.
 */
public final class RememberedDigests {
    private static final int ENTRIES_MAX = 10_000;

    private final Map<Key, byte[]> digests = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, byte[]> eldest) {
            return size() > ENTRIES_MAX;
        }
    };

    private record Key(String user, String host, String authenticationString) {

        static Key of(AccountSecret account) {
            return new Key(account.user(), account.host(), account.authenticationString());
        }
    }

    synchronized byte @Nullable [] find(AccountSecret account) {
        return digests.get(Key.of(account));
    }

    synchronized void remember(AccountSecret account, byte[] twice) {
        digests.put(Key.of(account), twice);
    }

    /** Forgets all, as FLUSH PRIVILEGES does. */
    public synchronized void clear() {
        digests.clear();
    }
}
