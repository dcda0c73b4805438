package io.millrace.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Two ends of a connection over 127.0.0.1 on event loops of one kind. */
final class Loopback implements AutoCloseable {
    private final EventLoops loops;

    private Loopback(EventLoops loops) {
        this.loops = loops;
    }

    static Loopback open(TransportKind kind) {
        return open(TransportConfig.defaults().withKind(kind).withThreads(2));
    }

    static Loopback open(TransportConfig config) {
        return new Loopback(EventLoops.open(config));
    }

    EventLoops loops() {
        return loops;
    }

    InetSocketAddress serve(Supplier<ChannelHandler> handler) {
        Channel listening = loops.server()
                .childHandler(initializer(handler))
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
        return (InetSocketAddress) listening.localAddress();
    }

    Channel connect(InetSocketAddress address, EventLoop loop, ChannelHandler handler) {
        Bootstrap client = loops.client(loop).handler(handler);
        return client.connect(address).syncUninterruptibly().channel();
    }

    /** Runs on the loop and waits for the result. */
    static <T> T on(EventLoop loop, Callable<T> work) {
        return loop.submit(work).syncUninterruptibly().getNow();
    }

    @Override
    public void close() {
        loops.close();
    }

    private static ChannelInitializer<Channel> initializer(Supplier<ChannelHandler> handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(handler.get());
            }
        };
    }
}
