package io.millrace.mesh;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.mesh.egress.ProviderServer;
import io.millrace.mesh.ingress.ConsumerServer;
import io.millrace.registry.ServiceRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One running agent, of either role.
 *
 * <pre>{@code
 * try (ServiceRegistry registry = ServiceRegistries.etcd(config);
 *         MeshAgent agent = MeshAgent.startConsumer(ConsumerConfig.listening("127.0.0.1", 20000), registry, meters)) {
 *     …
 * }
 * }</pre>
 *
 * <p><b>Ownership</b>: the registry and the meters stay the caller's. <b>Threads</b>: thread-safe.
 */
public final class MeshAgent implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final AgentRole role;
    private final AtomicBoolean closed = new AtomicBoolean();

    private MeshAgent(AgentRole role) {
        this.role = role;
    }

    /**
     * Starts a consumer agent; returns when its port is bound.
     *
     * @throws io.netty.channel.ChannelException if the port cannot be bound
     */
    public static MeshAgent startConsumer(ConsumerConfig config, ServiceRegistry registry, MeterRegistry meters) {
        return new MeshAgent(new ConsumerServer(config, registry, new MeterBook(meters)));
    }

    /**
     * Starts a provider agent; returns when its port is bound. It registers as soon as its provider answers.
     *
     * @throws io.netty.channel.ChannelException if the port cannot be bound
     */
    public static MeshAgent startProvider(ProviderConfig config, ServiceRegistry registry, MeterRegistry meters) {
        return new MeshAgent(new ProviderServer(config, registry, new MeterBook(meters)));
    }

    /** The address that was bound: HTTP and Thrift of a consumer agent, links of a provider agent. */
    public InetSocketAddress address() {
        return role.address();
    }

    /** Whether it can do its job now, and the facts behind that. */
    public MeshHealth health() {
        return role.health();
    }

    /**
     * Takes no more calls and finishes those it has; {@link #close} ends it afterwards.
     *
     * @return completes when nothing is owed any more, or after {@code limit}
     */
    public CompletionStage<Void> drain(Duration limit) {
        return role.drain(limit);
    }

    /** Drains for at most five seconds, then ends. A second call does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            drain(CLOSE_LIMIT).toCompletableFuture().get(CLOSE_LIMIT.toMillis() + 1000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The drain has a limit of its own; whatever kept it from ending is ended by the close below.
        }
        role.close();
    }
}
