package io.millrace.mesh.link;

import io.millrace.transport.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The port on which a provider agent takes links. */
public final class LinkServer implements AutoCloseable {
    private final Channel channel;

    private LinkServer(Channel channel) {
        this.channel = channel;
    }

    /**
     * Binds and starts to take links.
     *
     * @throws io.netty.channel.ChannelException if the address cannot be bound
     */
    public static <T> LinkServer bind(
            EventLoops loops,
            InetSocketAddress address,
            LinkLimits limits,
            @Nullable SslContext tls,
            LinkTraffic traffic,
            LinkCalls<T> calls) {
        Channel channel = loops.server()
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel child) {
                        if (tls != null) {
                            child.pipeline().addLast(tls.newHandler(child.alloc()));
                        }
                        child.pipeline().addLast(new LinkSession<>(limits, traffic, calls));
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
        return new LinkServer(channel);
    }

    /** The address that was bound. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Takes no more links; those that are open go on. */
    @Override
    public void close() {
        channel.close().syncUninterruptibly();
    }
}
