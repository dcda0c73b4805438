package io.millrace.mesh.ingress;

import io.micrometer.core.instrument.Counter;
import io.millrace.mesh.AgentRole;
import io.millrace.mesh.ConsumerConfig;
import io.millrace.mesh.MeshHealth;
import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import io.millrace.mesh.flow.LoopLag;
import io.millrace.mesh.flow.MalformedReports;
import io.millrace.mesh.flow.RetryBudget;
import io.millrace.mesh.link.LinkTraffic;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.transport.EventLoops;
import io.millrace.transport.LoopLocal;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running consumer agent: its port, its loops' contexts, and what they share.
 *
 * <p><b>Threads</b>: thread-safe.
 */
public final class ConsumerServer implements AgentRole {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerServer.class);
    private static final String ROLE = "consumer";
    /** Saved-up retries: enough for one full round of calls that a restarting provider agent did not take. */
    private static final int RETRY_RESERVE = 1000;

    private final ConsumerConfig config;
    private final ServiceRegistry registry;
    private final EventLoops loops;
    private final MeterBook book;
    private final EndpointMeters endpointMeters;
    private final ServiceDirectory directory;
    private final MalformedReports malformed;
    private final RetryBudget retryBudget;
    private final LinkTraffic traffic = new LinkTraffic();
    private final AtomicInteger connections = new AtomicInteger();
    /** Those of them that have turned out to speak Thrift. */
    private final AtomicInteger thriftConnections = new AtomicInteger();

    private final Map<String, Counter> retries = new ConcurrentHashMap<>();
    private final Map<ServiceKey, StatusTimers> timers = new ConcurrentHashMap<>();
    private final StatusTimers unknownTimers = timersNamed("unknown");
    private final Map<EventLoop, LoopContext> contexts = new ConcurrentHashMap<>();
    private final LoopLocal<LoopContext> contextOfLoop = LoopLocal.of(this::newContext);
    private final List<LoopLag> lags = new ArrayList<>();
    private final Channel channel;
    private volatile boolean draining;

    /**
     * Binds the port.
     *
     * @throws io.netty.channel.ChannelException if it cannot be bound
     */
    public ConsumerServer(ConsumerConfig config, ServiceRegistry registry, MeterBook book) {
        this.config = config;
        this.registry = registry;
        this.book = book;
        this.endpointMeters = new EndpointMeters(book);
        this.malformed = new MalformedReports(book);
        this.retryBudget = new RetryBudget(config.retryPercent(), RETRY_RESERVE);
        this.directory = new ServiceDirectory(registry, config.slowStart().toNanos(), endpointMeters);
        this.loops = EventLoops.open(config.transport());
        this.channel = bind();
        registerMeters();
        LOG.info(
                "consumer agent listens address={} transport={} loops={}",
                address(),
                loops.kind(),
                loops.loops().size());
    }

    private Channel bind() {
        try {
            return loops.server()
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel child) {
                            child.pipeline().addLast(new FirstByte(contextOfLoop.get(child.eventLoop())));
                        }
                    })
                    .bind(config.listen())
                    .syncUninterruptibly()
                    .channel();
        } catch (RuntimeException e) {
            loops.close();
            throw e;
        }
    }

    private void registerMeters() {
        book.gauge(MeshMeters.CONNECTIONS, () -> connections.get() - thriftConnections.get(), "http");
        book.gauge(MeshMeters.CONNECTIONS, thriftConnections::get, "thrift");
        book.gauge(MeshMeters.CONNECTIONS, traffic::open, "link");
        book.counter(MeshMeters.LINK_BYTES, traffic, LinkTraffic::bytesIn, "in");
        book.counter(MeshMeters.LINK_BYTES, traffic, LinkTraffic::bytesOut, "out");
        book.gauge(MeshMeters.IN_FLIGHT, this::inFlight, ROLE);
        book.gauge(MeshMeters.QUEUE_SIZE, this::waiting, ROLE);
        int number = 0;
        for (EventLoop loop : loops.loops()) {
            lags.add(new LoopLag(loop, ROLE + "-" + number++, book));
        }
    }

    private LoopContext newContext(EventLoop loop) {
        LoopContext context = new LoopContext(this, loop);
        contexts.put(loop, context);
        return context;
    }

    /** The address that was bound. */
    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Whether calls are taken, and what of. */
    @Override
    public MeshHealth health() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("address", address().toString());
        details.put("registry", registry.health().toString());
        directory
                .services()
                .forEach(each -> details.put(
                        "endpoints of " + each.key(),
                        Integer.toString(each.endpoints().size())));
        return new MeshHealth(isReady(), details);
    }

    /**
     * Stops taking connections, answers what was asked, and closes; what is not answered within {@code limit} is dropped.
     *
     * @return completes when nothing is owed any more, or the limit is over
     */
    @Override
    public CompletionStage<Void> drain(Duration limit) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        draining = true;
        channel.close();
        LOG.info("consumer agent drains inflight={} limit={}", inFlight(), limit);
        contexts.forEach((loop, context) ->
                loop.execute(() -> List.copyOf(context.connections()).forEach(IngressConnection::drain)));
        awaitIdle(System.nanoTime() + limit.toNanos(), done);
        return done;
    }

    private void awaitIdle(long untilNanos, CompletableFuture<Void> done) {
        if (connections.get() == 0 || System.nanoTime() - untilNanos >= 0) {
            done.complete(null);
            return;
        }
        loops.loops().get(0).schedule(() -> awaitIdle(untilNanos, done), 20, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        draining = true;
        channel.close().syncUninterruptibly();
        lags.forEach(LoopLag::close);
        contexts.forEach((loop, context) -> loop.execute(context.links()::closeAll));
        directory.close();
        loops.close();
    }

    // ---- what the loops share ----

    ConsumerConfig config() {
        return config;
    }

    EventLoops loops() {
        return loops;
    }

    ServiceDirectory directory() {
        return directory;
    }

    EndpointMeters endpointMeters() {
        return endpointMeters;
    }

    MalformedReports malformed() {
        return malformed;
    }

    RetryBudget retryBudget() {
        return retryBudget;
    }

    LinkTraffic traffic() {
        return traffic;
    }

    /**
     * The timers of a service that the registry has had, or those that all other names share: a caller can make names up without
     * end, and meters must not follow.
     */
    StatusTimers timersOf(WatchedService service) {
        return service.everHadEndpoints() ? timers.computeIfAbsent(service.key(), this::newTimers) : unknownTimers;
    }

    private StatusTimers newTimers(ServiceKey service) {
        return timersNamed(service.toString());
    }

    private StatusTimers timersNamed(String service) {
        return new StatusTimers(status -> book.timer(MeshMeters.CALLS, ROLE, service, Integer.toString(status)));
    }

    Counter retries(String reason) {
        return retries.computeIfAbsent(reason, word -> book.counter(MeshMeters.RETRIES, word));
    }

    boolean isDraining() {
        return draining;
    }

    boolean isReady() {
        return !draining && channel.isActive() && registry.health().connected();
    }

    /** Counts a connection; false if it is one too many. {@link #connectionClosed} follows in any case. */
    boolean connectionOpened() {
        return connections.incrementAndGet() <= config.http().maxConnections();
    }

    void connectionClosed() {
        connections.decrementAndGet();
    }

    /** Counts a connection among those that speak Thrift; {@link #thriftClosed} follows. */
    void thriftOpened() {
        thriftConnections.incrementAndGet();
    }

    void thriftClosed() {
        thriftConnections.decrementAndGet();
        connectionClosed();
    }

    void onFault(Throwable cause) {
        LOG.error("fault of the agent while it served a connection", cause);
    }

    private int inFlight() {
        int sum = 0;
        for (LoopContext each : contexts.values()) {
            sum += each.inFlight();
        }
        return sum;
    }

    private int waiting() {
        int sum = 0;
        for (WatchedService each : directory.services()) {
            sum += each.waiting().get();
        }
        return sum;
    }
}
