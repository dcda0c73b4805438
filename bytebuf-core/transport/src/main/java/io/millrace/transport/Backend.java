package io.millrace.transport;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.kqueue.KQueueSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/** What differs between the kinds of transport: how a loop waits and which classes its channels have. */
record Backend(
        TransportKind kind,
        IoHandlerFactory handlers,
        Class<? extends ServerSocketChannel> serverChannel,
        Class<? extends SocketChannel> clientChannel) {

    /** Epoll's event array grows with the number of ready sockets. */
    private static final int GROWING = 0;

    static Backend open(TransportKind asked, boolean adaptivePolling) {
        TransportKind kind = resolve(asked);
        SelectStrategyFactory strategy = adaptivePolling ? AdaptivePolling::new : DefaultSelectStrategyFactory.INSTANCE;
        return switch (kind) {
            case EPOLL -> new Backend(
                    kind,
                    EpollIoHandler.newFactory(GROWING, strategy),
                    EpollServerSocketChannel.class,
                    EpollSocketChannel.class);
                // The defaults: one issuer, which is the loop's thread. Registered buffer rings are left out: they keep
                // their
                // memory even when idle, and small requests fit the first buffer of an ordinary receive.
            case IO_URING -> new Backend(
                    kind,
                    PreparedOnce.of(IoUringIoHandler.newFactory()),
                    IoUringServerSocketChannel.class,
                    IoUringSocketChannel.class);
            case KQUEUE -> new Backend(
                    kind, KQueueIoHandler.newFactory(), KQueueServerSocketChannel.class, KQueueSocketChannel.class);
            case NIO, AUTO -> new Backend(
                    TransportKind.NIO,
                    NioIoHandler.newFactory(SelectorProvider.provider(), strategy),
                    NioServerSocketChannel.class,
                    NioSocketChannel.class);
        };
    }

    private static TransportKind resolve(TransportKind asked) {
        if (asked == TransportKind.AUTO) {
            if (Epoll.isAvailable()) {
                return TransportKind.EPOLL;
            }
            return KQueue.isAvailable() ? TransportKind.KQUEUE : TransportKind.NIO;
        }
        Throwable missing = unavailability(asked);
        if (missing != null) {
            throw new IllegalStateException(
                    "transport is not available: kind=" + asked + " (expected: one that this machine has, or AUTO)",
                    missing);
        }
        return asked;
    }

    private static @Nullable Throwable unavailability(TransportKind kind) {
        return switch (kind) {
            case EPOLL -> Epoll.unavailabilityCause();
            case IO_URING -> IoUring.unavailabilityCause();
            case KQUEUE -> KQueue.unavailabilityCause();
            case NIO, AUTO -> null;
        };
    }
}
