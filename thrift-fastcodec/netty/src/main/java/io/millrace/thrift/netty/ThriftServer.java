package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftServices;
import io.millrace.transport.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves framed Thrift on one port, with TLS or without: binary and compact, plain or behind the header transport, each
 * client as it speaks.
 *
 * <p><b>Ownership.</b> Borrows the loops and the config's TLS context. {@link #close()} ends the port and its
 * connections; a second close does nothing.
 *
 * <p><b>Threads.</b> Safe. Handlers run on the loops and must not block them.
 */
public final class ThriftServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final EventLoops loops;
    private final ThriftServices services;
    private final ThriftServerConfig config;
    private final @Nullable ServerMeters meters;
    private final ServerConnections connections = new ServerConnections();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Channel port;

    private ThriftServer(
            EventLoops loops, InetSocketAddress address, ThriftServices services, ThriftServerConfig config) {
        this.loops = loops;
        this.services = services;
        this.config = config;
        this.meters = ServerMeters.SHARED.acquire(config.meters());
        try {
            this.port = loops.server()
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            accept(channel);
                        }
                    })
                    .bind(address)
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) { // what a failed bind throws is not declared
            ServerMeters.SHARED.release(config.meters());
            throw e;
        }
    }

    /**
     * Binds the address and serves.
     *
     * @throws io.netty.channel.ChannelException if it cannot be bound
     */
    public static ThriftServer bind(
            EventLoops loops, InetSocketAddress address, ThriftServices services, ThriftServerConfig config) {
        return new ThriftServer(loops, address, services, config);
    }

    private void accept(Channel channel) {
        if (connections.size() >= config.connectionsMax()) {
            LOG.warn("connection refused, too many connections: max={}", config.connectionsMax());
            if (meters != null) {
                meters.refused(Refusal.TOO_MANY_CONNECTIONS);
            }
            channel.close();
            return;
        }
        connections.add(channel);
        ServerMeters counted = meters;
        if (counted != null) {
            counted.opened();
            channel.closeFuture().addListener(closing -> counted.closed());
        }
        SslContext tls = config.tls();
        if (tls != null) {
            SslHandler handler = tls.newHandler(channel.alloc());
            handler.setHandshakeTimeoutMillis(
                    Math.max(1, config.handshakeTimeout().toMillis()));
            channel.pipeline().addLast(handler, new HandshakeWatch(meters));
        }
        channel.pipeline().addLast(new ServerConnection(services, config, meters));
    }

    /** The address that was bound. */
    public InetSocketAddress address() {
        return (InetSocketAddress) port.localAddress();
    }

    /** Connections that are open. */
    public int connections() {
        return connections.size();
    }

    /**
     * Takes no more connections and no more calls, lets the calls in work be answered for at most
     * {@link ThriftServerConfig#drain()}, and ends each connection behind its last answer. What is in work after that
     * time, or all at once where it is zero, is dropped: its clients find their connection closed. How many calls that
     * were, after a drain, is logged.
     *
     * <p>Returns when all is closed; an interrupt of the thread ends the wait for calls. A second close returns at
     * once.
     *
     * @throws IllegalStateException on one of the loops, which would wait for itself; nothing is closed then
     */
    @Override
    public void close() {
        for (EventLoop loop : loops.loops()) {
            if (loop.inEventLoop()) {
                throw new IllegalStateException(
                        "close on an event loop: " + Thread.currentThread().getName()
                                + " (expected: any other thread, for it waits for the loops)");
            }
        }
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            port.close().syncUninterruptibly();
            if (!config.drain().isZero()) {
                connections.drain(config.drain());
            }
            connections.close();
        } finally {
            ServerMeters.SHARED.release(config.meters());
        }
    }
}
