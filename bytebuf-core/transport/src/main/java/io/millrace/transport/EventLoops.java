package io.millrace.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed set of event loops with the options that low-latency request traffic wants, and bootstraps for both ends of a connection.
 *
 * <p><b>Ownership.</b> Whoever opens the loops closes them; {@link #close()} closes all their channels. A second close does nothing.
 *
 * <p><b>Threads.</b> Thread-safe. Each loop has one thread, named {@code millrace-<n>} with n counted through the whole process.
 *
 * <p><b>Errors.</b> {@link #open} throws {@link IllegalStateException}, with the cause, when a kind is asked for that the machine does not have. After a close the
 * bootstraps' futures fail.
 */
public final class EventLoops implements AutoCloseable {
    /** Connections that wait for accept; the kernel lowers it to {@code net.core.somaxconn}, whose usual value is 4096. */
    private static final int BACKLOG = 4096;

    /** A peer in the same network answers within milliseconds; a lost SYN is sent again after one second, so two get a chance. */
    private static final int CONNECT_TIMEOUT_MILLIS = 3_000;

    /**
     * Bytes that wait for a slow peer before a channel is unwritable, and how far they must sink before it is writable again: a few of
     * the kernel's own send buffers. A bootstrap's user may set other ones.
     */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 << 10, 256 << 10);

    /** Reads start at one small request, shrink for idle heartbeats and grow up to 64 KiB for a busy shared connection. */
    private static final int READ_BYTES_MIN = 64;

    private static final int READ_BYTES_FIRST = 2048;
    private static final int READ_BYTES_MAX = 64 << 10;

    /**
     * Without a quiet period a loop that learns of its end at the wrong moment of a turn ends without closing its channels, and what waits in them is
     * never released; any period longer than a turn makes it go round once more.
     */
    private static final long QUIET_MILLIS = 20;

    private static final long CLOSE_MILLIS = 2_000;
    /** What a close leaves its caller to wait for the threads beyond what the loops were given. */
    private static final long CLOSE_LOOPS_MILLIS = 1_500;

    private static final AtomicInteger THREADS = new AtomicInteger();

    private final Backend backend;
    private final ByteBufAllocator allocator;
    private final MultiThreadIoEventLoopGroup group;
    private final List<EventLoop> loops;
    private final HostLookup hostLookup = new HostLookup();

    private EventLoops(Backend backend, int threads, ByteBufAllocator allocator) {
        this.backend = backend;
        this.allocator = allocator;
        this.group = new MultiThreadIoEventLoopGroup(threads, threadFactory(), backend.handlers());
        this.loops = loopsOf(group);
    }

    /** Opens the loops; their threads start with the first channel. */
    public static EventLoops open(TransportConfig config) {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = config.threads() == 0 ? Math.max(1, cores / 2) : config.threads();
        boolean adaptivePolling = config.adaptivePolling() && threads < cores;
        return new EventLoops(
                Backend.open(config.kind(), adaptivePolling),
                threads,
                config.allocator().shared());
    }

    /** The kind really used, never {@link TransportKind#AUTO}. */
    public TransportKind kind() {
        return backend.kind();
    }

    /** All loops, in the order of their threads; immutable. */
    public List<EventLoop> loops() {
        return loops;
    }

    /** A new bootstrap for a listening socket whose connections are spread over the loops. Handlers are the caller's to set. */
    public ServerBootstrap server() {
        ServerBootstrap server = new ServerBootstrap()
                .group(group)
                .channel(backend.serverChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.ALLOCATOR, allocator)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, allocator)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, readSizes())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
        if (hasQuickAck()) {
            server.childOption(EpollChannelOption.TCP_QUICKACK, true);
        }
        return server;
    }

    /**
     * A new bootstrap for connections that live on exactly {@code loop}. The handler is the caller's to set. An address that is
     * not resolved is looked up on a thread beside the loops.
     *
     * @throws IllegalArgumentException if the loop is not one of {@link #loops()}
     */
    public Bootstrap client(EventLoop loop) {
        if (!loops.contains(loop)) {
            throw new IllegalArgumentException("loop: " + loop + " (expected: one of these event loops)");
        }
        Bootstrap client = new Bootstrap()
                .group(loop)
                .channel(backend.clientChannel())
                .resolver(hostLookup)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .option(ChannelOption.ALLOCATOR, allocator)
                .option(ChannelOption.RECVBUF_ALLOCATOR, readSizes())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
        if (hasQuickAck()) {
            client.option(EpollChannelOption.TCP_QUICKACK, true);
        }
        return client;
    }

    /** The allocator of all channels; shared by the process, direct memory. */
    public ByteBufAllocator allocator() {
        return allocator;
    }

    /** Closes all channels and ends the threads, within two seconds; called on one of the loops it does not wait. A second close does nothing. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it is the termination future, awaited below
    public void close() {
        hostLookup.close();
        group.shutdownGracefully(QUIET_MILLIS, CLOSE_LOOPS_MILLIS, TimeUnit.MILLISECONDS);
        for (EventLoop loop : loops) {
            if (loop.inEventLoop()) {
                return;
            }
        }
        try {
            group.terminationFuture().await(CLOSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Linux forgets the flag when it sees fit; set at the start it keeps the first exchanges from waiting for a delayed ACK. */
    private boolean hasQuickAck() {
        return backend.kind() == TransportKind.EPOLL;
    }

    private static RecvByteBufAllocator readSizes() {
        return new AdaptiveRecvByteBufAllocator(READ_BYTES_MIN, READ_BYTES_FIRST, READ_BYTES_MAX);
    }

    private static ThreadFactory threadFactory() {
        return task -> new FastThreadLocalThread(task, "millrace-" + THREADS.getAndIncrement());
    }

    private static List<EventLoop> loopsOf(MultiThreadIoEventLoopGroup group) {
        List<EventLoop> loops = new ArrayList<>(group.executorCount());
        for (EventExecutor executor : group) {
            loops.add((EventLoop) executor);
        }
        return List.copyOf(loops);
    }
}
