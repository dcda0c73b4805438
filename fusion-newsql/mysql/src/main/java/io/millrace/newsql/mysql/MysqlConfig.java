package io.millrace.newsql.mysql;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.millrace.transport.TransportConfig;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the wire works. A value; change it with the {@code with…} methods.
 *
 * @param address where it listens; port 0 for any free one
 * @param tls certificate and key, or null for a server without encryption; then passwords of {@code caching_sha2_password} come under RSA
 * @param tlsRequired whether clients without encryption are refused with 3159
 * @param localFiles whether LOAD DATA LOCAL may read clients' files, {@code local_infile}
 * @param transport event loops
 * @param meters where the meters of {@link MysqlMeters} are registered
 */
public record MysqlConfig(
        InetSocketAddress address,
        @Nullable SslContext tls,
        boolean tlsRequired,
        boolean localFiles,
        MysqlLimits limits,
        MysqlTimeouts timeouts,
        TransportConfig transport,
        MeterRegistry meters) {

    /** MySQL has 3306; ours stands beside it. */
    public static final int DEFAULT_PORT = 3307;

    public MysqlConfig {
        Objects.requireNonNull(address, "address");
        if (tlsRequired && tls == null) {
            throw new IllegalArgumentException("tlsRequired: true without tls (expected: a certificate and key)");
        }
    }

    /** 127.0.0.1:3307, no encryption, no clients' files. */
    public static MysqlConfig defaults() {
        return new MysqlConfig(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), DEFAULT_PORT),
                null,
                false,
                false,
                MysqlLimits.defaults(),
                MysqlTimeouts.defaults(),
                TransportConfig.defaults(),
                new CompositeMeterRegistry());
    }

    public MysqlConfig withAddress(InetSocketAddress value) {
        return new MysqlConfig(value, tls, tlsRequired, localFiles, limits, timeouts, transport, meters);
    }

    public MysqlConfig withTls(@Nullable SslContext value, boolean required) {
        return new MysqlConfig(address, value, required, localFiles, limits, timeouts, transport, meters);
    }

    public MysqlConfig withLocalFiles(boolean value) {
        return new MysqlConfig(address, tls, tlsRequired, value, limits, timeouts, transport, meters);
    }

    public MysqlConfig withLimits(MysqlLimits value) {
        return new MysqlConfig(address, tls, tlsRequired, localFiles, value, timeouts, transport, meters);
    }

    public MysqlConfig withTimeouts(MysqlTimeouts value) {
        return new MysqlConfig(address, tls, tlsRequired, localFiles, limits, value, transport, meters);
    }

    public MysqlConfig withTransport(TransportConfig value) {
        return new MysqlConfig(address, tls, tlsRequired, localFiles, limits, timeouts, value, meters);
    }

    public MysqlConfig withMeters(MeterRegistry value) {
        return new MysqlConfig(address, tls, tlsRequired, localFiles, limits, timeouts, transport, value);
    }
}
