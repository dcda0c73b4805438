package io.millrace.newsql.node.server;

import io.millrace.newsql.node.NodeConfig;
import io.millrace.newsql.node.NodeLimits;
import io.millrace.newsql.node.NodeTls;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.command.CommandRunner;
import io.millrace.newsql.node.command.Session;
import io.millrace.transport.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The listening socket of a node and its connections. <b>Ownership.</b> Borrows the loops and the store. <b>Threads.</b> Safe. */
public final class NodeListener implements AutoCloseable {

    private static final long DRAIN_SECONDS = 5;

    private final NodeConfig config;
    private final OrderedStore store;
    private final EventLoops loops;
    private final CommandRunner runner = new CommandRunner();
    private final NodeStatus status;
    private final AtomicLong sessions = new AtomicLong();
    private final AtomicInteger count = new AtomicInteger();
    private final Map<NodeConnection, ChannelHandlerContext> connections = new ConcurrentHashMap<>();
    private @Nullable Channel channel;

    public NodeListener(NodeConfig config, OrderedStore store, EventLoops loops) {
        this.config = config;
        this.store = store;
        this.loops = loops;
        this.status = new NodeStatus(config, store, count::get);
    }

    /**
     * Listens.
     *
     * @throws IOException if the address cannot be had or the certificate not be read, naming it
     */
    public void start() throws IOException {
        SslContext tls = tls(config.tls());
        Channel bound;
        try {
            bound = loops.server()
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel accepted) {
                            if (tls != null) {
                                accepted.pipeline().addLast(tls.newHandler(accepted.alloc()));
                            }
                            accepted.pipeline().addLast(new NodeConnection(NodeListener.this));
                        }
                    })
                    .bind(config.host(), config.port())
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) { // what a failed bind throws is not declared
            throw new IOException("cannot listen: " + config.host() + ":" + config.port() + ": " + e.getMessage(), e);
        }
        channel = bound;
        status.listensAt(address());
    }

    private static @Nullable SslContext tls(@Nullable NodeTls tls) throws IOException {
        if (tls == null) {
            return null;
        }
        try {
            return SslContextBuilder.forServer(
                            tls.certificates().toFile(), tls.key().toFile())
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException("certificate or key cannot be used: " + tls + ": " + e.getMessage(), e);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        Channel bound = channel;
        if (bound == null) {
            throw new IllegalStateException("not started");
        }
        return (InetSocketAddress) bound.localAddress();
    }

    // ---- for connections ----

    OrderedStore store() {
        return store;
    }

    CommandRunner runner() {
        return runner;
    }

    NodeLimits limits() {
        return config.limits();
    }

    Session newSession(Channel accepted) {
        return new Session(sessions.incrementAndGet(), String.valueOf(accepted.remoteAddress()), status);
    }

    /** Counts the connection; false if it is one too many. */
    boolean opened(NodeConnection connection, ChannelHandlerContext ctx) {
        connections.put(connection, ctx);
        return count.incrementAndGet() <= config.limits().connectionsMax();
    }

    void closed(NodeConnection connection) {
        connections.remove(connection);
        count.decrementAndGet();
    }

    /** How often a connection looks whether it has been silent too long; 0 for never. */
    long watchNanos() {
        long idle = config.limits().idleTimeout().toNanos();
        long authentication = config.password() == null
                ? 0
                : config.limits().authenticationTimeout().toNanos();
        long shorter = idle == 0 ? authentication : authentication == 0 ? idle : Math.min(idle, authentication);
        return shorter == 0 ? 0 : Math.max(TimeUnit.MILLISECONDS.toNanos(10), shorter / 2);
    }

    boolean isTooSilent(boolean authenticated, long silentNanos) {
        long idle = config.limits().idleTimeout().toNanos();
        boolean unknown = !authenticated
                && silentNanos > config.limits().authenticationTimeout().toNanos();
        return unknown || idle > 0 && silentNanos > idle;
    }

    // ---- the end ----

    /** Accepts nobody any more, lets replies that are awaited leave, and closes the connections. */
    @Override
    public void close() {
        Channel bound = channel;
        if (bound != null) {
            bound.close().syncUninterruptibly();
        }
        CountDownLatch left = new CountDownLatch(connections.size());
        connections.forEach((connection, ctx) -> {
            ctx.channel().closeFuture().addListener(closed -> left.countDown());
            ctx.executor().execute(() -> connection.drain(ctx));
        });
        try {
            left.await(DRAIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connections.values().forEach(ChannelHandlerContext::close);
    }
}
