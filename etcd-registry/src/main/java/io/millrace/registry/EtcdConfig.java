package io.millrace.registry;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How etcd is reached and used.
 *
 * <p><b>Errors</b>: {@link IllegalArgumentException} that names the component and its rule.
 *
 * @param endpoints addresses of the members of one cluster, all {@code http://host:port} or all {@code
 *     https://host:port}
 * @param user the user, or null where etcd asks for none
 * @param password gives the user's password whenever a connection is made, so that it may change; never logged
 * @param caFile PEM certificates that sign the servers', or null for those that the Java runtime trusts
 * @param clientCertFile PEM certificate shown to the servers, or null; together with {@code clientKeyFile}
 * @param clientKeyFile PEM PKCS#8 key of {@code clientCertFile}, without a password
 * @param leaseTtl how long a registration outlives its process: 2 seconds to 1 hour, in whole seconds. Also the grace
 *     for which endpoints missing from a fresh read are kept after the connection was lost
 * @param namespace prefix of the keys, from a slash to before one
 * @param requestTimeout longest wait for one answer of etcd: 100 ms to 1 minute
 * @param readContestKeys whether {@code /dubbomesh/{interface}/{host:port}} is read too, for services without group and
 *     version
 * @param maxEndpoints endpoints of one service beyond which further ones are refused with a line in the log
 */
public record EtcdConfig(
        List<URI> endpoints,
        @Nullable String user,
        @Nullable Supplier<String> password,
        @Nullable Path caFile,
        @Nullable Path clientCertFile,
        @Nullable Path clientKeyFile,
        Duration leaseTtl,
        String namespace,
        Duration requestTimeout,
        boolean readContestKeys,
        int maxEndpoints) {

    /** Life of a registration without its process, unless set. */
    public static final Duration LEASE_TTL_DEFAULT = Duration.ofSeconds(10);

    /** Prefix of the keys, unless set. */
    public static final String NAMESPACE_DEFAULT = "/millrace";

    /** Longest wait for one answer, unless set. */
    public static final Duration REQUEST_TIMEOUT_DEFAULT = Duration.ofSeconds(3);

    /** Endpoints of one service, unless set. */
    public static final int MAX_ENDPOINTS_DEFAULT = 1000;

    /** etcd raises shorter leases to about this, its election timeout and a half. */
    private static final Duration LEASE_TTL_MIN = Duration.ofSeconds(2);

    private static final Duration LEASE_TTL_MAX = Duration.ofHours(1);
    private static final Duration REQUEST_TIMEOUT_MIN = Duration.ofMillis(100);
    private static final Duration REQUEST_TIMEOUT_MAX = Duration.ofMinutes(1);
    private static final int MAX_ENDPOINTS_MAX = 100_000;

    /** Checks every component. */
    public EtcdConfig {
        endpoints = List.copyOf(endpoints);
        checkEndpoints(endpoints);
        check((user == null) == (password == null), "user and password are set together or not at all");
        check(
                (clientCertFile == null) == (clientKeyFile == null),
                "client certificate and key are set together or not at all");
        boolean files = caFile != null || clientCertFile != null;
        check(!files || isSecure(endpoints), "certificates need https endpoints: " + endpoints);
        checkDuration("lease", leaseTtl, LEASE_TTL_MIN, LEASE_TTL_MAX);
        check(leaseTtl.equals(Duration.ofSeconds(leaseTtl.toSeconds())), "lease is not in whole seconds: " + leaseTtl);
        checkDuration("request timeout", requestTimeout, REQUEST_TIMEOUT_MIN, REQUEST_TIMEOUT_MAX);
        check(
                namespace.matches("(/[A-Za-z0-9._~-]+)+"),
                "no namespace: \"" + namespace + "\" (expected: like /millrace or /team/mesh)");
        check(
                maxEndpoints >= 1 && maxEndpoints <= MAX_ENDPOINTS_MAX,
                "max endpoints out of range: " + maxEndpoints + " (expected: 1 to " + MAX_ENDPOINTS_MAX + ')');
    }

    /** Defaults, for a cluster with these members, for example {@code http://127.0.0.1:2379}. */
    public static EtcdConfig of(String... endpoints) {
        return new EtcdConfig(
                Arrays.stream(endpoints).map(URI::create).toList(),
                null,
                null,
                null,
                null,
                null,
                LEASE_TTL_DEFAULT,
                NAMESPACE_DEFAULT,
                REQUEST_TIMEOUT_DEFAULT,
                false,
                MAX_ENDPOINTS_DEFAULT);
    }

    /** The same with a user; the password is asked for whenever a connection is made. */
    public EtcdConfig withUser(String changed, Supplier<String> itsPassword) {
        return with(draft -> {
            draft.user = changed;
            draft.password = itsPassword;
        });
    }

    /** The same with the certificates that sign the servers'. */
    public EtcdConfig withCaFile(Path changed) {
        return with(draft -> draft.caFile = changed);
    }

    /** The same with a certificate to show to the servers, and its key. */
    public EtcdConfig withClientCertificate(Path certificate, Path key) {
        return with(draft -> {
            draft.clientCertFile = certificate;
            draft.clientKeyFile = key;
        });
    }

    /** The same with another lease. */
    public EtcdConfig withLeaseTtl(Duration changed) {
        return with(draft -> draft.leaseTtl = changed);
    }

    /** The same with another prefix of the keys. */
    public EtcdConfig withNamespace(String changed) {
        return with(draft -> draft.namespace = changed);
    }

    /** The same with another longest wait for one answer. */
    public EtcdConfig withRequestTimeout(Duration changed) {
        return with(draft -> draft.requestTimeout = changed);
    }

    /** The same, with the contest's keys read or not. */
    public EtcdConfig withReadContestKeys(boolean changed) {
        return with(draft -> draft.readContestKeys = changed);
    }

    /** The same with another bound on the endpoints of one service. */
    public EtcdConfig withMaxEndpoints(int changed) {
        return with(draft -> draft.maxEndpoints = changed);
    }

    /** Whether the connection is encrypted. */
    public boolean isSecure() {
        return isSecure(endpoints);
    }

    /** Everything but the password. */
    @Override
    public String toString() {
        return "EtcdConfig[endpoints=" + endpoints + ", user=" + user + ", caFile=" + caFile + ", clientCertFile="
                + clientCertFile + ", leaseTtl=" + leaseTtl + ", namespace=" + namespace + ", requestTimeout="
                + requestTimeout + ", readContestKeys=" + readContestKeys + ", maxEndpoints=" + maxEndpoints + ']';
    }

    private static boolean isSecure(List<URI> endpoints) {
        return "https".equals(endpoints.get(0).getScheme());
    }

    private static void checkEndpoints(List<URI> endpoints) {
        check(!endpoints.isEmpty(), "no etcd endpoint (expected: at least one, like http://127.0.0.1:2379)");
        for (URI endpoint : endpoints) {
            boolean scheme = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
            check(
                    scheme && endpoint.getHost() != null && endpoint.getPort() > 0,
                    "no etcd endpoint: " + endpoint + " (expected: http://host:port or https://host:port)");
            check(
                    endpoint.getScheme().equals(endpoints.get(0).getScheme()),
                    "etcd endpoints mix http and https: " + endpoints);
        }
    }

    private static void checkDuration(String what, Duration value, Duration min, Duration max) {
        check(
                value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
                what + " out of range: " + value + " (expected: " + min + " to " + max + ')');
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    private EtcdConfig with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.toConfig();
    }

    /** The components, open to one change. */
    private static final class Draft {
        private final List<URI> endpoints;
        private @Nullable String user;
        private @Nullable Supplier<String> password;
        private @Nullable Path caFile;
        private @Nullable Path clientCertFile;
        private @Nullable Path clientKeyFile;
        private Duration leaseTtl;
        private String namespace;
        private Duration requestTimeout;
        private boolean readContestKeys;
        private int maxEndpoints;

        Draft(EtcdConfig from) {
            this.endpoints = from.endpoints;
            this.user = from.user;
            this.password = from.password;
            this.caFile = from.caFile;
            this.clientCertFile = from.clientCertFile;
            this.clientKeyFile = from.clientKeyFile;
            this.leaseTtl = from.leaseTtl;
            this.namespace = from.namespace;
            this.requestTimeout = from.requestTimeout;
            this.readContestKeys = from.readContestKeys;
            this.maxEndpoints = from.maxEndpoints;
        }

        EtcdConfig toConfig() {
            return new EtcdConfig(
                    endpoints,
                    user,
                    password,
                    caFile,
                    clientCertFile,
                    clientKeyFile,
                    leaseTtl,
                    namespace,
                    requestTimeout,
                    readContestKeys,
                    maxEndpoints);
        }
    }
}
