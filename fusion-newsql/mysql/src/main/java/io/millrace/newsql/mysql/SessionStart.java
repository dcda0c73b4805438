package io.millrace.newsql.mysql;

import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a session begins.
 *
 * @param connection the connection, its number and how to end it
 * @param user what the client said, which {@code USER()} answers
 * @param account the account it was let in to, which {@code CURRENT_USER()} answers
 * @param peer the client's address
 * @param schema the schema that is asked for, or null
 * @param collation id of the collation that the client asked for
 * @param capabilities bits of {@link Capabilities} that both sides have
 * @param attributes what the client tells of itself: {@code _client_name}, {@code program_name} …; immutable, at most 64 KiB in all
 * @param tls version and cipher of the encryption, {@code TLSv1.3 TLS_AES_256_GCM_SHA384}, or null
 */
public record SessionStart(
        ConnectionControl connection,
        String user,
        AccountSecret account,
        InetSocketAddress peer,
        @Nullable String schema,
        int collation,
        int capabilities,
        Map<String, String> attributes,
        @Nullable String tls) {

    public SessionStart {
        attributes = Map.copyOf(attributes);
    }

    /** Whether both sides have a capability. */
    public boolean has(int capability) {
        return (capabilities & capability) != 0;
    }
}
