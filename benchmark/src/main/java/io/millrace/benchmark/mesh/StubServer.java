package io.millrace.benchmark.mesh;

import io.millrace.benchmark.load.NettyLoops;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The stub itself: Dubbo ports, one HTTP port and one control port on 127.0.0.1.
 *
 * <p>The control port takes a line and answers lines: {@code stats}, or {@code delay MILLIS}. Thread-safe.
 */
public final class StubServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final NettyLoops loops;
    private final int limit;
    private final AtomicLong delayNanos = new AtomicLong();
    private final Map<EventLoop, DelayLine> lines = new ConcurrentHashMap<>();
    private final List<StubPort> ports = new ArrayList<>();
    private final List<Integer> dubboPorts = new ArrayList<>();
    private final int httpPort;
    private final int controlPort;

    /**
     * Binds; port 0 takes a free one.
     *
     * @param limit calls at once in one Dubbo port beyond which it answers status 100; 0 for none
     */
    public StubServer(List<Integer> dubbo, int http, int control, int threads, int limit) {
        this.loops = new NettyLoops(threads);
        this.limit = limit;
        try {
            for (int port : dubbo) {
                dubboPorts.add(bindDubbo(port));
            }
            StubPort counted = count("http", 0);
            httpPort = bind(http, loop -> new HttpStubConnection(counted, line(loop), delayNanos));
            controlPort = bind(control, loop -> new ControlConnection(this));
        } catch (RuntimeException e) {
            loops.close();
            throw e;
        }
    }

    private int bindDubbo(int port) {
        StubPort counted = count("dubbo" + (dubboPorts.size() + 1), limit);
        return bind(port, loop -> new DubboStubConnection(counted, line(loop), delayNanos));
    }

    private StubPort count(String name, int portLimit) {
        StubPort port = new StubPort(name, portLimit);
        ports.add(port);
        return port;
    }

    private DelayLine line(EventLoop loop) {
        return lines.computeIfAbsent(loop, DelayLine::new);
    }

    private int bind(int port, ConnectionFactory factory) {
        Channel server = loops.server()
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(factory.open(channel.eventLoop()));
                    }
                })
                .bind(LOOPBACK, port)
                .syncUninterruptibly()
                .channel();
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    public List<Integer> dubboPorts() {
        return List.copyOf(dubboPorts);
    }

    public int httpPort() {
        return httpPort;
    }

    public int controlPort() {
        return controlPort;
    }

    /** Every answer from now on waits this long; zero answers at once. */
    public void delay(Duration delay) {
        delayNanos.set(delay.toNanos());
    }

    /** One line a port: what it answered, refused and found malformed, how many calls it had at once at most. */
    public String stats() {
        StringBuilder lines = new StringBuilder();
        for (StubPort port : ports) {
            lines.append(port).append('\n');
        }
        return lines.toString();
    }

    @Override
    public void close() {
        loops.close();
    }

    @FunctionalInterface
    private interface ConnectionFactory {
        ChannelHandler open(EventLoop loop);
    }
}
