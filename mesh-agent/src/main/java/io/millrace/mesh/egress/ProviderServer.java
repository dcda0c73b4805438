package io.millrace.mesh.egress;

import io.millrace.mesh.AgentRole;
import io.millrace.mesh.MeshHealth;
import io.millrace.mesh.MeshMeters;
import io.millrace.mesh.MeterBook;
import io.millrace.mesh.MethodKey;
import io.millrace.mesh.ProvidedService;
import io.millrace.mesh.ProviderConfig;
import io.millrace.mesh.flow.LoopLag;
import io.millrace.mesh.flow.MalformedReports;
import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.mesh.link.LinkCalls;
import io.millrace.mesh.link.LinkLimits;
import io.millrace.mesh.link.LinkServer;
import io.millrace.mesh.link.LinkSession;
import io.millrace.mesh.link.LinkStatus;
import io.millrace.mesh.link.LinkTraffic;
import io.millrace.mesh.thrift.ThriftEncoding;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running provider agent: its link port, its gate, its connection to the provider, its registrations.
 *
 * <p><b>Threads</b>: thread-safe; the callbacks run on the agent's one loop.
 */
public final class ProviderServer implements LinkCalls<FrontedMethod>, ProviderEvents, AgentRole {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderServer.class);
    private static final String ROLE = "provider";
    private static final long SWEEP_MILLIS = 100;
    /** Time for the provider agent's withdrawal to reach the consumer agents before links say GOAWAY. */
    private static final long WITHDRAW_MILLIS = 2000;

    private final ProviderConfig config;
    private final EventLoops loops;
    private final EventLoop loop;
    private final Upstream provider;
    private final ProviderGate gate;
    private final LinkServer links;
    private final LinkTraffic traffic = new LinkTraffic();
    private final MalformedReports malformed;
    private final LoopLag lag;
    private final Announcer announcer;
    private final Map<ServiceKey, ProvidedService> services;
    /** Links that are open; touched on the loop only. */
    private final Set<LinkSession<FrontedMethod>> sessions = new HashSet<>();
    /** Calls of links that were not answered yet; written on the loop, read by meters. */
    private volatile int waiting;

    private volatile int inProvider;
    private volatile int connections;
    private volatile boolean up;
    private volatile boolean draining;

    /**
     * Binds the link port and starts to connect to the provider; registers once the provider has answered.
     *
     * @throws io.netty.channel.ChannelException if the port cannot be bound
     */
    public ProviderServer(ProviderConfig config, ServiceRegistry registry, MeterBook book) {
        this.config = config;
        this.services = config.services().stream()
                .collect(Collectors.toMap(ProvidedService::key, each -> each, (one, same) -> one));
        this.malformed = new MalformedReports(book);
        this.loops = EventLoops.open(config.transport().withThreads(1));
        this.loop = loops.loops().get(0);
        this.provider = config.protocol().equals(ThriftEncoding.PROTOCOL_WORD)
                ? new ThriftUpstream(loops, loop, config, this)
                : new DubboUpstream(loops, loop, config, this);
        this.gate = new ProviderGate(config, provider, book);
        try {
            this.links =
                    LinkServer.bind(loops, config.listen(), LinkLimits.defaults(), config.linkTls(), traffic, this);
        } catch (RuntimeException e) {
            loops.close();
            throw e;
        }
        InetSocketAddress advertised = config.advertised();
        this.announcer = new Announcer(registry, config.services(), advertised == null ? links.address() : advertised);
        this.lag = new LoopLag(loop, ROLE, book);
        registerMeters(book);
        loop.execute(provider::open);
        loop.scheduleWithFixedDelay(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        LOG.info("provider agent listens address={} provider={} transport={}", address(), providerName(), loops.kind());
    }

    private void registerMeters(MeterBook book) {
        book.gauge(MeshMeters.CONNECTIONS, traffic::open, "link");
        book.gauge(MeshMeters.CONNECTIONS, () -> connections, config.protocol());
        book.counter(MeshMeters.LINK_BYTES, traffic, LinkTraffic::bytesIn, "in");
        book.counter(MeshMeters.LINK_BYTES, traffic, LinkTraffic::bytesOut, "out");
        book.gauge(MeshMeters.IN_FLIGHT, () -> inProvider, ROLE);
        book.gauge(MeshMeters.QUEUE_SIZE, () -> waiting, ROLE);
    }

    /** The address that was bound. */
    @Override
    public InetSocketAddress address() {
        return links.address();
    }

    /** Whether the provider answers and the services are registered. */
    @Override
    public MeshHealth health() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("address", address().toString());
        details.put("provider", providerName() + (up ? " is up" : " is down: " + provider.lastFailure()));
        details.put("registered", Boolean.toString(announcer.isLive()));
        details.put("inflight", Integer.toString(inProvider));
        return new MeshHealth(up && announcer.isLive() && !draining, details);
    }

    // ---- calls from links ----

    @Override
    public FrontedMethod resolve(MethodKey method) {
        return new FrontedMethod(method, services.get(method.service()));
    }

    @Override
    public void onCall(
            LinkSession<FrontedMethod> session,
            long id,
            FrontedMethod method,
            int protocol,
            int serialization,
            int budgetMicros,
            Map<String, String> attachments,
            ByteBuf in,
            int index,
            int length) {
        if (!method.isFronted()) {
            refuse(
                    session,
                    id,
                    LinkStatus.UNKNOWN_SERVICE,
                    "service is not fronted here: " + method.key().service());
        } else if (protocol != provider.protocol() || !provider.takes(method, serialization)) {
            refuse(
                    session,
                    id,
                    LinkStatus.BAD_CALL,
                    method.key().service() + " speaks " + config.protocol() + ": protocol " + protocol
                            + " with serialization " + serialization + " is not spoken here");
        } else {
            long now = System.nanoTime();
            ProviderCall call = new ProviderCall(
                    gate,
                    session,
                    id,
                    method,
                    serialization,
                    attachments,
                    now,
                    now + TimeUnit.MICROSECONDS.toNanos(budgetMicros));
            gate.submit(call, in, index, length);
        }
    }

    private void refuse(LinkSession<FrontedMethod> session, long id, int status, String why) {
        session.refuse(id, status, gate.inProvider(), gate.limit(), why);
    }

    @Override
    public void onOpened(LinkSession<FrontedMethod> session) {
        sessions.add(session);
        if (draining) {
            session.goAway();
        }
    }

    @Override
    public void onClosed(LinkSession<FrontedMethod> session) {
        sessions.remove(session);
    }

    @Override
    public void onMalformed(String peer, FrameException why) {
        malformed.report("link", why.what(), peer, String.valueOf(why.getMessage()));
    }

    @Override
    public void onFault(Throwable cause) {
        LOG.error("fault of the agent while it served a link", cause);
    }

    // ---- the provider ----

    @Override
    public void onUp() {
        up = true;
        connections = provider.connections();
        LOG.info("provider is up address={}", providerName());
        if (!draining) {
            announcer.announce();
        }
    }

    @Override
    public void onDown(String why) {
        up = false;
        connections = provider.connections();
        if (draining) {
            LOG.info("connection to the provider ended address={} cause='{}'", providerName(), why);
        } else {
            LOG.warn("provider is down address={} cause='{}'", providerName(), why);
        }
        announcer.withdraw(why);
        gate.onDown(why);
    }

    @Override
    public void onMalformed(FrameException why) {
        malformed.report(config.protocol(), why.what(), providerName(), String.valueOf(why.getMessage()));
    }

    private String providerName() {
        return config.provider().getHostString() + ":" + config.provider().getPort();
    }

    private void sweep() {
        gate.sweep(System.nanoTime());
        inProvider = gate.inProvider();
        waiting = gate.waiting();
        connections = provider.connections();
    }

    // ---- the end ----

    /**
     * Withdraws the services, says GOAWAY on every link, lets the provider finish what it has.
     *
     * @return completes when every call was answered, or the limit is over
     */
    @Override
    public CompletionStage<Void> drain(Duration limit) {
        draining = true;
        LOG.info("provider agent drains inflight={} limit={}", inProvider, limit);
        CompletableFuture<Void> done = new CompletableFuture<>();
        long until = System.nanoTime() + limit.toNanos();
        announcer
                .withdraw("agent is draining")
                .toCompletableFuture()
                .orTimeout(Math.min(WITHDRAW_MILLIS, Math.max(1, limit.toMillis())), TimeUnit.MILLISECONDS)
                .whenComplete((withdrawn, failure) -> loop.execute(() -> {
                    sessions.forEach(LinkSession::goAway);
                    awaitIdle(until, done);
                }));
        return done;
    }

    private void awaitIdle(long untilNanos, CompletableFuture<Void> done) {
        boolean idle = sessions.stream().allMatch(session -> session.open() == 0);
        if (idle || System.nanoTime() - untilNanos >= 0) {
            List.copyOf(sessions).forEach(LinkSession::close);
            done.complete(null);
        } else {
            loop.schedule(() -> awaitIdle(untilNanos, done), 10, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        draining = true;
        announcer.withdraw("agent is closing");
        links.close();
        lag.close();
        loop.execute(() -> {
            provider.close();
            List.copyOf(sessions).forEach(LinkSession::close);
        });
        loops.close();
    }
}
