package io.millrace.registry.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.netty.GrpcSslContexts;
import io.millrace.registry.EtcdConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Builds jetcd clients that fail soon instead of waiting: the session retries, on its own terms. */
final class EtcdClients {

    /** gRPC pings an idle connection no oftener, and etcd refuses clients that ping more than every five seconds. */
    private static final Duration PING_INTERVAL = Duration.ofSeconds(10);

    /** Bounds the memory of one answer: a full group of ten thousand endpoints is about 3 MiB. */
    private static final int ANSWER_BYTES_MAX = 16 << 20;

    private final EtcdConfig config;
    private final ExecutorService executor;

    /**
     * Checks that the certificate files can be used.
     *
     * @throws IllegalArgumentException if one cannot be read or holds no such thing
     */
    EtcdClients(EtcdConfig config, ExecutorService executor) {
        this.config = config;
        this.executor = executor;
        if (config.isSecure()) {
            tls();
        }
    }

    /** A client that connects when first used. Certificates and password are read anew, so they may change. */
    Client open() {
        ClientBuilder builder = Client.builder()
                .endpoints(config.endpoints())
                .executorService(executor)
                // A call on a connection that cannot be made fails, so that the session learns of it.
                .waitForReady(false)
                .connectTimeout(config.requestTimeout())
                .keepaliveTime(PING_INTERVAL)
                .keepaliveTimeout(config.requestTimeout())
                .keepaliveWithoutCalls(true)
                .maxInboundMessageSize(ANSWER_BYTES_MAX)
                // One retry: jetcd renews an expired token only between two attempts of a call.
                .retryMaxAttempts(1)
                .retryDelay(20)
                .retryMaxDelay(100)
                .retryMaxDuration(config.requestTimeout());
        if (config.isSecure()) {
            builder.sslContext(tls());
        }
        Supplier<String> password = config.password();
        if (config.user() != null && password != null) {
            builder.user(bytes(config.user())).password(bytes(checked(password.get())));
        }
        return builder.build();
    }

    private SslContext tls() {
        SslContextBuilder context = GrpcSslContexts.forClient();
        try {
            if (config.caFile() != null) {
                context.trustManager(readable(config.caFile()).toFile());
            }
            Path certificate = config.clientCertFile();
            Path key = config.clientKeyFile();
            if (certificate != null && key != null) {
                context.keyManager(readable(certificate).toFile(), readable(key).toFile());
            }
            return context.build();
        } catch (SSLException | IllegalArgumentException unusable) {
            throw new IllegalArgumentException(
                    "certificates for etcd cannot be used: caFile=" + config.caFile() + ", clientCertFile="
                            + config.clientCertFile() + ", cause=" + unusable.getMessage(),
                    unusable);
        }
    }

    private static Path readable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("not readable: " + file);
        }
        return file;
    }

    /** jetcd fails an empty password somewhere deep inside; say it here. */
    private static String checked(@Nullable String password) {
        if (password == null || password.isEmpty()) {
            throw new IllegalStateException("password for etcd is empty");
        }
        return password;
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }
}
