package io.millrace.thrift.netty;

import io.millrace.transport.EventLoops;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Makes connections to one server: TCP, then TLS where the config has it. <b>Threads.</b> The loop. */
final class ClientConnector {
    private final Bootstrap bootstrap;
    private final InetSocketAddress server;
    private final ThriftClientConfig config;

    ClientConnector(EventLoops loops, EventLoop loop, InetSocketAddress server, ThriftClientConfig config) {
        this.bootstrap = loops.client(loop).remoteAddress(server);
        this.server = server;
        this.config = config;
    }

    /** What becomes of an attempt; one of both is called, on the loop. */
    interface Outcome {
        /** Calls may be sent. */
        void opened(Channel channel);

        /** There is no connection. */
        void failed(String what, @Nullable Throwable cause);
    }

    /** Begins to connect a channel that {@code reader} reads, and gives it: to close it ends the attempt. */
    Channel open(ChannelHandler reader, Outcome outcome) {
        ChannelFuture connecting = bootstrap
                .clone()
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        install(channel, reader);
                    }
                })
                .connect();
        connecting.addListener(done -> connected(connecting, outcome));
        return connecting.channel();
    }

    private void install(Channel channel, ChannelHandler reader) {
        SslContext tls = config.tls();
        if (tls != null) {
            SslHandler handler = tls.newHandler(channel.alloc(), server.getHostString(), server.getPort());
            handler.setHandshakeTimeoutMillis(
                    Math.max(1, config.handshakeTimeout().toMillis()));
            verifyHost(handler.engine());
            channel.pipeline().addLast(handler);
        }
        channel.pipeline().addLast(reader);
    }

    /**
     * The config decides, whatever the context was built with; an empty name switches the check off, as null would
     * leave it as it is.
     */
    private void verifyHost(SSLEngine engine) {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(config.hostVerified() ? "HTTPS" : "");
        engine.setSSLParameters(parameters);
    }

    private void connected(ChannelFuture connecting, Outcome outcome) {
        Channel channel = connecting.channel();
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (!connecting.isSuccess() || !channel.isActive()) {
            outcome.failed("no connection to " + server, connecting.cause());
        } else if (tls == null) {
            outcome.opened(channel);
        } else {
            tls.handshakeFuture().addListener((Future<Channel> handshake) -> shaken(channel, handshake, outcome));
        }
    }

    private void shaken(Channel channel, Future<Channel> handshake, Outcome outcome) {
        if (handshake.isSuccess()) {
            outcome.opened(channel);
        } else {
            outcome.failed("no connection to " + server + ": TLS handshake failed", handshake.cause());
        }
    }
}
