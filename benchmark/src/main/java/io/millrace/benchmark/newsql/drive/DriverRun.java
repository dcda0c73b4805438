package io.millrace.benchmark.newsql.drive;

import io.millrace.benchmark.load.LatencyHistogram;
import io.millrace.benchmark.load.NettyLoops;
import io.millrace.benchmark.process.ProcessUsage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A load from its first connection to its last answer: connecting, warm-up, measured window, drain. Lives on one event loop.
 *
 * <p>Connections are opened one after the other, so that no backlog overflows; nothing is asked before all are ready. The window opens when the warm-up is over and
 * as many answers came as there are connections: a server that answers its first query late is not measured by its silence. Queries count that are answered within the
 * window. The first failure ends the load: a server that answers wrongly has no speed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // steps report their failures through the result
final class DriverRun {
    private enum Phase {
        CONNECTING,
        WARMING,
        MEASURING,
        DRAINING,
        ENDED
    }

    private final DriverOptions options;
    private final NettyLoops loops;
    private final EventLoop loop;
    private final CompletableFuture<DriverResult> result = new CompletableFuture<>();
    private final List<DriverConnection> open = new ArrayList<>();
    private final LatencyHistogram latencies = new LatencyHistogram();
    private Phase phase = Phase.CONNECTING;
    private long queries;
    private long answersBefore; // those of the warm-up
    private boolean warmedUp;
    private @Nullable Edge before;
    private @Nullable Edge start;
    private @Nullable Edge end;

    DriverRun(DriverOptions options, NettyLoops loops) {
        this.options = options;
        this.loops = loops;
        this.loop = loops.next();
    }

    CompletableFuture<DriverResult> start() {
        loop.execute(() -> attempt(() -> {
            before = Edge.now(options);
            connect();
        }));
        return result;
    }

    private void connect() {
        DriverConnection connection = new DriverConnection(this, options.dialog(open.size()));
        loops.client(loop)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(connection);
                    }
                })
                .connect(options.address())
                .addListener((ChannelFuture connected) -> {
                    if (!connected.isSuccess()) {
                        failed(connected.cause());
                    }
                });
    }

    void ready(DriverConnection connection) {
        open.add(connection);
        if (open.size() < options.connections()) {
            connect();
            return;
        }
        phase = Phase.WARMING;
        if (!options.isIdle()) {
            long now = System.nanoTime();
            open.forEach(each -> each.send(now));
        }
        after(options.warmupNanos(), () -> {
            warmedUp = true;
            openWindow();
        });
    }

    private void openWindow() throws IOException {
        if (!warmedUp || !options.isIdle() && answersBefore < options.connections()) {
            return;
        }
        start = Edge.now(options);
        phase = Phase.MEASURING;
        after(options.windowNanos(), this::closeWindow);
    }

    /** A window in which nothing was answered goes on: what is told of it is a rate. */
    private void closeWindow() throws IOException {
        if (!options.isIdle() && queries == 0) {
            after(options.windowNanos(), this::closeWindow);
            return;
        }
        end = Edge.now(options);
        phase = Phase.DRAINING;
        endWhenDrained();
    }

    void answered(DriverConnection connection, int count, long sentNanos) {
        long now = System.nanoTime();
        if (phase == Phase.WARMING) {
            answersBefore++;
            attempt(this::openWindow);
        } else if (phase == Phase.MEASURING) {
            queries += count;
            for (int i = 0; i < count; i++) {
                latencies.record(now - sentNanos);
            }
        }
        if (connection.isOutstanding()) {
            return;
        }
        if (phase == Phase.DRAINING) {
            endWhenDrained();
        } else {
            connection.send(now);
        }
    }

    private void endWhenDrained() {
        if (phase != Phase.DRAINING || open.stream().anyMatch(DriverConnection::isOutstanding)) {
            return;
        }
        phase = Phase.ENDED;
        if (before != null && start != null && end != null) {
            result.complete(new DriverResult(
                    end.nanos - start.nanos,
                    queries,
                    latencies,
                    end.driver.cpuMicros() - start.driver.cpuMicros(),
                    end.servers.cpuMicros() - start.servers.cpuMicros(),
                    before.servers.residentKib(),
                    end.servers.residentKib()));
        }
        open.forEach(DriverConnection::close);
    }

    void failed(Throwable cause) {
        if (phase != Phase.ENDED) {
            phase = Phase.ENDED;
            result.completeExceptionally(cause);
        }
    }

    private void after(long nanos, Step step) {
        loop.schedule(() -> attempt(step), nanos, TimeUnit.NANOSECONDS);
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    /** A moment: the time, and what the processes have used until then. */
    private record Edge(long nanos, ProcessUsage driver, ProcessUsage servers) {
        static Edge now(DriverOptions options) throws IOException {
            List<ProcessUsage> servers = new ArrayList<>();
            for (long pid : options.pids()) {
                try {
                    servers.add(ProcessUsage.of(pid));
                } catch (IOException e) {
                    // A child that wrote a snapshot, say, may have ended; a server that has shows in its answers.
                    if (ProcessHandle.of(pid).isPresent()) {
                        throw e;
                    }
                }
            }
            return new Edge(
                    System.nanoTime(), ProcessUsage.of(ProcessHandle.current().pid()), ProcessUsage.sum(servers));
        }
    }
}
