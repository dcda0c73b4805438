package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftServices;
import io.millrace.transport.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves framed Thrift on one port: binary and compact, plain or behind the header transport, each client as it speaks.
 *
 * <p><b>Ownership.</b> Borrows the loops. {@link #close()} ends the port and its connections; a second close does nothing.
 *
 * <p><b>Threads.</b> Safe. Handlers run on the loops and must not block them.
 */
public final class ThriftServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Channel port;

    private ThriftServer(
            EventLoops loops, InetSocketAddress address, ThriftServices services, ThriftServerConfig config) {
        this.port = loops.server()
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel, services, config);
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
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

    private void accept(Channel channel, ThriftServices services, ThriftServerConfig config) {
        if (connections.size() >= config.connectionsMax()) {
            LOG.warn("connection refused, too many connections: max={}", config.connectionsMax());
            channel.close();
            return;
        }
        connections.add(channel);
        channel.pipeline().addLast(new ServerConnection(services, config));
    }

    /** The address that was bound. */
    public InetSocketAddress address() {
        return (InetSocketAddress) port.localAddress();
    }

    /** Connections that are open. */
    public int connections() {
        return connections.size();
    }

    /** Ends the port and all connections; calls in work are not answered any more. */
    @Override
    public void close() {
        port.close().syncUninterruptibly();
        connections.close().syncUninterruptibly();
    }
}
