package io.millrace.mesh;

import io.millrace.transport.TransportConfig;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a consumer agent.
 *
 * @param listen address of the port, for HTTP and Thrift; port 0 takes a free one
 * @param deadline time for a call, from its last byte read to its answer
 * @param queueLimit calls of one service and event loop that may wait for room at its endpoints; beyond it 503
 * @param retryPercent retries that may be added per hundred calls
 * @param slowStart time over which an endpoint that joins grows into its weight
 * @param http bounds of the port; those of connections and times are Thrift's too
 * @param thrift what Thrift calls are taken
 * @param transport event loops
 * @param linkTls client side of the links' TLS, or null for none
 */
public record ConsumerConfig(
        InetSocketAddress listen,
        Duration deadline,
        int queueLimit,
        int retryPercent,
        Duration slowStart,
        HttpLimits http,
        ThriftIngress thrift,
        TransportConfig transport,
        @Nullable SslContext linkTls) {

    /** @throws IllegalArgumentException naming the setting that is out of range */
    public ConsumerConfig {
        if (deadline.isNegative() || deadline.isZero() || deadline.compareTo(Duration.ofMinutes(30)) > 0) {
            throw new IllegalArgumentException(
                    "deadline out of range: " + deadline + " (expected: above 0, at most 30 min)");
        }
        if (queueLimit < 0) {
            throw new IllegalArgumentException("queue limit is negative: " + queueLimit);
        }
    }

    /** Defaults on {@code host:port}: 3 s, 4096 waiting, 20 % retries, 5 s of slow start. */
    public static ConsumerConfig listening(String host, int port) {
        return new ConsumerConfig(
                new InetSocketAddress(host, port),
                Duration.ofSeconds(3),
                4096,
                20,
                Duration.ofSeconds(5),
                HttpLimits.defaults(),
                ThriftIngress.defaults(),
                TransportConfig.defaults(),
                null);
    }

    /** The same with another deadline. */
    public ConsumerConfig withDeadline(Duration changed) {
        return new ConsumerConfig(
                listen, changed, queueLimit, retryPercent, slowStart, http, thrift, transport, linkTls);
    }

    /** The same with another bound on waiting calls. */
    public ConsumerConfig withQueueLimit(int changed) {
        return new ConsumerConfig(listen, deadline, changed, retryPercent, slowStart, http, thrift, transport, linkTls);
    }

    /** The same with other event loops. */
    public ConsumerConfig withTransport(TransportConfig changed) {
        return new ConsumerConfig(
                listen, deadline, queueLimit, retryPercent, slowStart, http, thrift, changed, linkTls);
    }

    /** The same with other bounds of the port. */
    public ConsumerConfig withHttp(HttpLimits changed) {
        return new ConsumerConfig(
                listen, deadline, queueLimit, retryPercent, slowStart, changed, thrift, transport, linkTls);
    }

    /** The same with other Thrift calls. */
    public ConsumerConfig withThrift(ThriftIngress changed) {
        return new ConsumerConfig(
                listen, deadline, queueLimit, retryPercent, slowStart, http, changed, transport, linkTls);
    }

    /** The same with TLS on its links. */
    public ConsumerConfig withLinkTls(@Nullable SslContext changed) {
        return new ConsumerConfig(
                listen, deadline, queueLimit, retryPercent, slowStart, http, thrift, transport, changed);
    }
}
