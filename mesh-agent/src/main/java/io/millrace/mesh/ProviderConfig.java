package io.millrace.mesh;

import io.millrace.transport.TransportConfig;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a provider agent.
 *
 * @param listen address of the link port; port 0 takes a free one
 * @param provider the provider that it fronts
 * @param advertised address under which consumer agents reach it; null for the one that it listens on
 * @param services what it fronts, at least one, all of one protocol
 * @param queueLimit calls that may wait for the provider; beyond it BUSY
 * @param heartbeat silence of the provider after which a heartbeat is sent
 * @param thrift how a Thrift provider is called
 * @param transport event loops; its number of threads is not heeded, a provider agent has one
 * @param linkTls server side of the links' TLS, or null for none
 */
public record ProviderConfig(
        InetSocketAddress listen,
        InetSocketAddress provider,
        @Nullable InetSocketAddress advertised,
        List<ProvidedService> services,
        int queueLimit,
        Duration heartbeat,
        ThriftEgress thrift,
        TransportConfig transport,
        @Nullable SslContext linkTls) {

    /** @throws IllegalArgumentException naming the setting that is out of range */
    public ProviderConfig {
        services = List.copyOf(services);
        if (services.isEmpty()) {
            throw new IllegalArgumentException("a provider agent fronts at least one service");
        }
        if (services.stream().map(ProvidedService::protocol).distinct().count() > 1) {
            throw new IllegalArgumentException("services of one provider agent have different protocols: " + services);
        }
        if (queueLimit < 0) {
            throw new IllegalArgumentException("queue limit is negative: " + queueLimit);
        }
        if (heartbeat.toMillis() < 10) {
            throw new IllegalArgumentException("heartbeat too short: " + heartbeat + " (expected: >= 10 ms)");
        }
    }

    /** Defaults in front of {@code host:port}: a free loopback port, 1024 waiting, heartbeats every 3 s. */
    public static ProviderConfig fronting(String host, int port, ProvidedService... services) {
        return new ProviderConfig(
                new InetSocketAddress("127.0.0.1", 0),
                InetSocketAddress.createUnresolved(host, port),
                null,
                Arrays.asList(services),
                1024,
                Duration.ofSeconds(3),
                ThriftEgress.defaults(),
                TransportConfig.defaults(),
                null);
    }

    /** The same on another address. */
    public ProviderConfig withListen(InetSocketAddress changed) {
        return new ProviderConfig(
                changed, provider, advertised, services, queueLimit, heartbeat, thrift, transport, linkTls);
    }

    /** The same under another advertised address. */
    public ProviderConfig withAdvertised(@Nullable InetSocketAddress changed) {
        return new ProviderConfig(
                listen, provider, changed, services, queueLimit, heartbeat, thrift, transport, linkTls);
    }

    /** The same with another bound on waiting calls. */
    public ProviderConfig withQueueLimit(int changed) {
        return new ProviderConfig(
                listen, provider, advertised, services, changed, heartbeat, thrift, transport, linkTls);
    }

    /** The same with another heartbeat. */
    public ProviderConfig withHeartbeat(Duration changed) {
        return new ProviderConfig(
                listen, provider, advertised, services, queueLimit, changed, thrift, transport, linkTls);
    }

    /** The same with another way of calling a Thrift provider. */
    public ProviderConfig withThrift(ThriftEgress changed) {
        return new ProviderConfig(
                listen, provider, advertised, services, queueLimit, heartbeat, changed, transport, linkTls);
    }

    /** The same with other event loops. */
    public ProviderConfig withTransport(TransportConfig changed) {
        return new ProviderConfig(
                listen, provider, advertised, services, queueLimit, heartbeat, thrift, changed, linkTls);
    }

    /** The same with TLS on its links. */
    public ProviderConfig withLinkTls(@Nullable SslContext changed) {
        return new ProviderConfig(
                listen, provider, advertised, services, queueLimit, heartbeat, thrift, transport, changed);
    }

    /** The protocol of all services. */
    public String protocol() {
        return services.get(0).protocol();
    }

    /** Calls that may be in the provider at a time: the least that one of its services allows. */
    public int capacity() {
        return services.stream().mapToInt(ProvidedService::capacity).min().orElseThrow();
    }
}
